"""Every message between the page and Python: the single source of ``js/src/protocol.ts``.

The page sends a `Request`; Python answers with an `Update`, which goes to every view of the widget, so that two
displays of one explorer stay alike; ``reply_to`` tells a view which of its requests was answered. What Python does by
itself (``await w.search(...)``) comes as the same `Update` without ``reply_to``. An `Update` carries only the parts
that changed. Marks in texts belong to a query and a pattern: where an `Update` carries hits or results, cards of rows
that did not come with it are out of date.

Offsets are code points everywhere on the wire, half-open; the page converts to UTF-16 units in one place. Rows are
positions in the outline of the open source, in reading order with all chunk types together. Spans travel once, as
bytes; texts only for the rows on show. Times are milliseconds.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from navwidget.models import ChunkType, GrepMode, NavigationDirection

PROTOCOL_VERSION = 1

RetrieverName = Literal["keyword", "vector", "hybrid", "own"]
"""A way to rank; ``own`` is the retriever that the user gave, or hits that were shown from Python."""

ExportForm = Literal["markdown", "json", "code"]

Span = tuple[int, int]


class Message(BaseModel):
    """Part of a message; unknown fields are errors on both sides."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_enum_values=False)


# --- what the page asks -------------------------------------------------------------------------------------------


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
    """Add the chunks before the first, or after the last, of the reading list."""

    kind: Literal["navigate"] = "navigate"
    direction: NavigationDirection = Field(strict=False)
    top_k: int


class Read(_Request):
    """Replace the reading list by the chunks inside a span; None opens a side."""

    kind: Literal["read"] = "read"
    start: int | None
    end: int | None
    top_k: int = 20


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


# --- what Python answers ------------------------------------------------------------------------------------------


class Problem(Message):
    """What went wrong, in sentences."""

    asked: str
    why: str
    remedy: str = ""
    exception: str = ""


class Ability(Message):
    """Something the index can do, or the reason why it cannot."""

    name: str
    able: bool
    reason: str = ""


class SourceItem(Message):
    """A line of the source picker."""

    source_id: str
    chunks: int
    length: int


class SourceList(Message):
    """Sources whose name holds a text."""

    contains: str
    items: list[SourceItem]
    total: int


class Heading(Message):
    """A heading of the open source, or a page where it has pages."""

    offset: int
    level: int
    title: str


class Column(Message):
    """What one of the buffers behind a message holds; ``uint32`` wherever the values fit, else ``float64``."""

    name: Literal["starts", "ends", "chunk_types", "scores"]
    dtype: Literal["uint8", "uint32", "float32", "float64"]
    length: int


class SourceView(Message):
    """The source that is open; the buffers hold the columns, in this order."""

    source_id: str
    length: int
    chunks: int
    counts: dict[ChunkType, int]
    chunk_type: ChunkType
    columns: list[Column]
    headings: list[Heading] = []
    complete: bool = True


class Card(Message):
    """A chunk as it is read. Spans in ``matches`` and ``terms`` are code points of ``content``."""

    row: int
    id: str
    content: str
    heading: str = ""
    matches: list[Span] = []
    terms: list[Span] = []


class HitPart(Message):
    """Where one child of a fusion ranked a hit."""

    retriever: Literal["keyword", "vector", "own"]
    rank: int
    score: float


class HitItem(Message):
    """A ranked chunk; ``row`` is None where it lies in another source or has no place, offsets where it has none."""

    rank: int
    chunk_id: str
    source_id: str
    row: int | None
    start: int | None
    end: int | None
    score: float
    title: str
    parts: list[HitPart] = []


class HitList(Message):
    """What the last search found, or what was shown from Python."""

    query: str
    retriever: RetrieverName
    label: str
    top_k: int
    items: list[HitItem]
    candidates: int | None = None
    sources: int | None = None
    opened_rank: int | None = None


class Skipped(Message):
    """Text between two results, or beside one, that was not read although a step went past it.

    ``after_row`` is -1 where it lies before the first result, ``before_row`` where it lies after the last.
    """

    after_row: int
    before_row: int
    start: int
    end: int
    characters: int
    rows: list[int]


ResultRole = Literal["previous", "hit", "next", "open", "read", "match", "shown"]


class MatchItem(Message):
    """A match of the grep pattern: its chunk, and its place in the source."""

    row: int
    start: int
    end: int


class ResultList(Message):
    """The reading list, in reading order: parallel lists, since it may be as long as the source.

    ``repeated`` counts code points at the start of a chunk that an earlier one already showed, ``match_counts`` the
    matches in it (empty unless the operation is grep). ``ranks`` has the rank of each row that is a hit.
    ``anchor_row`` is the chunk that the list was opened around. ``crossing`` counts chunks that a read left out because
    they cross its edge; ``cut`` says that top_k cut the answer.
    """

    operation: Literal["none", "open", "navigate", "read", "grep"]
    rows: list[int]
    roles: list[ResultRole]
    repeated: list[int]
    match_counts: list[int] = []
    ranks: dict[int, int] = {}
    starred: list[int] = []
    skipped: list[Skipped] = []
    matches: list[MatchItem] = []
    pattern: str = ""
    mode: GrepMode = GrepMode.PHRASE
    anchor_row: int | None = None
    characters: int = 0
    cut: bool = False
    crossing: int = 0
    can_go_back: bool = False
    can_go_forward: bool = False
    literal: bool = True


class Call(Message):
    """The Python call that was just made, how much it gave, and how long it took."""

    code: str
    count: int
    milliseconds: float
    failed: bool = False


class EvidenceItem(Message):
    """A starred chunk; ``row`` is None where it lies in another source, offsets where it has no place."""

    chunk_id: str
    source_id: str
    row: int | None
    start: int | None
    end: int | None
    title: str


class EvidenceList(Message):
    """The starred chunks, source by source in reading order, and how long they are as one text, overlaps once.

    ``characters`` and ``tokens`` are of the merged text with all of them; ``tokens`` is a quarter of the characters,
    a rule of thumb. ``left_out`` has the ids of those that an export leaves out to keep the budget.
    """

    items: list[EvidenceItem]
    characters: int
    tokens: int
    budget: int | None = None
    left_out: list[str] = []


class HistoryEntry(Message):
    """A call that was made: ``label`` is what it was asked for, in the reader's own words and numbers."""

    entry: int
    operation: str
    label: str
    code: str
    count: int
    milliseconds: float
    failed: bool = False


class HistoryList(Message):
    """The newest calls, oldest first; ``current`` is the last one after which all was as it is on show now."""

    entries: list[HistoryEntry]
    current: int | None
    total: int


class Exported(Message):
    """Text to copy or to save."""

    form: ExportForm
    text: str
    file_name: str


class ScoreView(Message):
    """What each child adds to the score of every row of the open source, one buffer a child, and the cut of top_k."""

    source_id: str
    children: list[Literal["keyword", "vector", "own"]]
    columns: list[Column]
    cut: float | None = None


class Settings(Message):
    """How the explorer looks; ``height`` in CSS pixels."""

    height: int = Field(gt=0, strict=True)
    theme: Literal["auto", "light", "dark"]
    scale: float = Field(gt=0, allow_inf_nan=False, strict=True)
    locale: str


class Welcome(Message):
    """What never changes while a widget lives, and where its reader stands."""

    protocol_version: int
    settings: Settings
    abilities: list[Ability]
    retriever: RetrieverName
    own_label: str = ""
    query: str = ""
    top_k: int = 10


class Update(Message):
    """What changed; parts that are None are as they were.

    The columns of ``source``, then those of ``scores``, say what the buffers behind the message hold.
    """

    seq: int
    reply_to: int | None = None
    problem: Problem | None = None
    welcome: Welcome | None = None
    source_list: SourceList | None = None
    source: SourceView | None = None
    hits: HitList | None = None
    results: ResultList | None = None
    cards: list[Card] | None = None
    scores: ScoreView | None = None
    call: Call | None = None
    evidence: EvidenceList | None = None
    history: HistoryList | None = None
    export: Exported | None = None
    selected_row: int | None = None
    selection_changed: bool = False
