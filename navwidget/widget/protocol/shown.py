"""What is on show of sources, hits and the reading list."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from navwidget.models import ChunkType, GrepMode
from navwidget.widget.protocol.common import Message, RetrieverName, Span


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


class HeadingList(Message):
    """The headings of the open source, or its pages where it has pages, as columns: there may be very many.

    The level of a page is 0.
    """

    offsets: list[int] = Field(default_factory=list)
    levels: list[int] = Field(default_factory=list)
    titles: list[str] = Field(default_factory=list)


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
    headings: HeadingList = Field(default_factory=HeadingList)
    complete: bool = True


class Card(Message):
    """A chunk as it is read. Spans in ``matches`` and ``terms`` are code points of ``content``."""

    row: int
    id: str
    content: str
    matches: list[Span] = Field(default_factory=list)
    terms: list[Span] = Field(default_factory=list)


class HitPart(Message):
    """Where one child of a fusion ranked a hit; ``share`` is its part of the fused score, from 0 to 1."""

    retriever: Literal["keyword", "vector", "own"]
    rank: int
    score: float
    share: float


class HitItem(Message):
    """A ranked chunk; ``row`` is None where it lies in another source or has no place, offsets where it has none.

    ``score`` is None where no hit of the list was given one.

    ``snippet`` is some of its text, where its title is that of other hits too; ``terms`` are the query's words in it.
    ``fate`` says that the index has it no longer, where the index can tell.
    """

    rank: int
    chunk_id: str
    source_id: str
    row: int | None
    start: int | None
    end: int | None
    score: float | None
    title: str
    snippet: str = ""
    terms: list[Span] = Field(default_factory=list)
    fate: Literal["", "gone"] = ""
    parts: list[HitPart] = Field(default_factory=list)


class HitList(Message):
    """What the last search found, or what was shown from Python.

    ``candidates`` counts the chunks that were ranked, of which these are the best; None where the index cannot tell.
    """

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
    ``covered`` has the spans that were read so far, in this list and in others. ``anchor_row`` is the chunk that the
    list was opened around. ``crossing`` counts chunks that a read left out because they cross its edge; ``cut`` says
    that top_k cut the answer, ``uncounted`` in how many chunks at the end of the list matches are not counted, since
    there are so many before them.

    Of a list that is named in ``kept`` only the middle is told: so many of the first and of the last values of the
    list before stay. A short list, and the first one that a view gets, is told whole.
    """

    operation: Literal["none", "open", "navigate", "read", "grep"]
    rows: list[int]
    roles: list[ResultRole]
    repeated: list[int]
    match_counts: list[int] = Field(default_factory=list)
    ranks: dict[int, int] = Field(default_factory=dict)
    starred: list[int] = Field(default_factory=list)
    covered: list[Span] = Field(default_factory=list)
    skipped: list[Skipped] = Field(default_factory=list)
    matches: list[MatchItem] = Field(default_factory=list)
    pattern: str = ""
    mode: GrepMode = GrepMode.PHRASE
    anchor_row: int | None = None
    characters: int = 0
    cut: bool = False
    uncounted: int = 0
    crossing: int = 0
    can_go_back: bool = False
    can_go_forward: bool = False
    literal: bool = True
    kept: dict[str, tuple[int, int]] = Field(default_factory=dict)


class ScoreView(Message):
    """What each child adds to the score of every row of the open source, one buffer a child, and the cut of top_k."""

    source_id: str
    children: list[Literal["keyword", "vector", "own"]]
    columns: list[Column]
    cut: float | None = None
