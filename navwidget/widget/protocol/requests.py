"""What the page asks."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from navwidget.models import ChunkType, GrepMode, NavigationDirection
from navwidget.widget.protocol.common import ExportForm, Message, RetrieverName, Span


class _Request(Message):
    model_config = ConfigDict(strict=True)  # neither True nor "5" is a number

    id: int


class Hello(_Request):
    """A view was made: it wants everything that is to be shown."""

    kind: Literal["hello"] = "hello"
    protocol_version: int


class ListSources(_Request):
    """The source picker wants sources whose name holds a text."""

    kind: Literal["list_sources"] = "list_sources"
    contains: str = ""
    limit: int = 50


class OpenSource(_Request):
    """Go to another source; its position there is remembered."""

    kind: Literal["open_source"] = "open_source"
    source_id: str


class SetChunkType(_Request):
    """Show and navigate chunks of another type."""

    kind: Literal["set_chunk_type"] = "set_chunk_type"
    chunk_type: ChunkType = Field(strict=False)


class FetchCards(_Request):
    """The rows on show need their texts."""

    kind: Literal["fetch_cards"] = "fetch_cards"
    source_id: str
    rows: list[int]


class Search(_Request):
    """Rank chunks for a query."""

    kind: Literal["search"] = "search"
    query: str
    retriever: RetrieverName
    top_k: int
    skip_read: bool = False
    this_source: bool = False


class OpenHit(_Request):
    """Go to a hit and show it with its neighbourhood."""

    kind: Literal["open_hit"] = "open_hit"
    rank: int


class OpenChunk(_Request):
    """Go to a chunk by its id, or by its row in the open source, and show it with its neighbourhood."""

    kind: Literal["open_chunk"] = "open_chunk"
    chunk_id: str | None = None
    row: int | None = None
    window: int = Field(default=2, ge=0)


class Navigate(_Request):
    """Add the chunks before the first, or after the last, of the reading list; beside a span, they replace it."""

    kind: Literal["navigate"] = "navigate"
    direction: NavigationDirection = Field(strict=False)
    top_k: int
    span: Span | None = Field(default=None, strict=False)


class Read(_Request):
    """Replace the reading list by the chunks inside a span, or also by those at its edges; None opens a side."""

    kind: Literal["read"] = "read"
    start: int | None
    end: int | None
    top_k: int = 20
    widen: bool = False


class Grep(_Request):
    """Replace the reading list by the chunks that hold a pattern."""

    kind: Literal["grep"] = "grep"
    pattern: str
    mode: GrepMode = Field(strict=False)
    top_k: int = 200


class ShowSkipped(_Request):
    """Add chunks that a step left out."""

    kind: Literal["show_skipped"] = "show_skipped"
    rows: list[int]


class Select(_Request):
    """Ring a chunk, or none."""

    kind: Literal["select"] = "select"
    row: int | None


class Star(_Request):
    """Collect a chunk as evidence, or let it go; by its row in the open source, or by its id."""

    kind: Literal["star"] = "star"
    row: int | None = None
    chunk_id: str | None = None
    starred: bool


class SetBudget(_Request):
    """Say how many tokens the merged evidence may have, or that it may have any number."""

    kind: Literal["set_budget"] = "set_budget"
    tokens: int | None


class Export(_Request):
    """Give the evidence as Markdown or JSON, or the session as code."""

    kind: Literal["export"] = "export"
    form: ExportForm


class GoBack(_Request):
    """Bring back the reading list of an earlier call; a negative step goes back, a positive one forward."""

    kind: Literal["go_back"] = "go_back"
    step: int


class GoTo(_Request):
    """Bring back what was on show after a call of the history: its reading list and its hits."""

    kind: Literal["go_to"] = "go_to"
    entry: int


class Cancel(_Request):
    """Stop waiting for an earlier request."""

    kind: Literal["cancel"] = "cancel"
    request_id: int


Request = Annotated[
    Hello
    | ListSources
    | OpenSource
    | SetChunkType
    | FetchCards
    | Search
    | OpenHit
    | OpenChunk
    | Navigate
    | Read
    | Grep
    | ShowSkipped
    | Select
    | Star
    | SetBudget
    | Export
    | GoBack
    | GoTo
    | Cancel,
    Field(discriminator="kind"),
]
