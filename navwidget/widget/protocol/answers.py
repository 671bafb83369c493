"""What Python answers."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from navwidget.models import ChunkType, GrepMode
from navwidget.widget.protocol.common import ExportForm, Message, RetrieverName, Span


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


class Call(Message):
    """The Python call that was just made, how much it gave, and how long it took.

    ``code`` is what is shown, ``cell`` what is copied: it runs as it stands, with its imports, however long it is.
    """

    code: str
    cell: str = ""
    count: int
    milliseconds: float
    failed: bool = False


class EvidenceItem(Message):
    """A starred chunk; ``row`` is None where it lies in another source, offsets where it has no place.

    ``fate`` is what has become of it in the index since it was starred, where the index can tell.
    """

    chunk_id: str
    source_id: str
    row: int | None
    start: int | None
    end: int | None
    title: str
    fate: Literal["", "changed", "gone"] = ""


class EvidenceList(Message):
    """The starred chunks, source by source in reading order, and how long they are as one text, overlaps once.

    ``characters`` and ``tokens`` are of the merged text with all of them; ``tokens`` is a quarter of the characters,
    a rule of thumb. ``left_out`` has the ids of those that an export leaves out to keep the budget.
    """

    items: list[EvidenceItem]
    characters: int
    tokens: int
    budget: int | None = None
    left_out: list[str] = Field(default_factory=list)


class HistoryEntry(Message):
    """A call that was made: ``label`` is what it was asked for, in the reader's own words.

    ``source_id`` is the source that it asked, empty where it asked them all, ``start`` and ``end`` the span of it.
    ``number`` is that of the chunk whose neighbours it gave, whose id says nothing to a reader.
    """

    entry: int
    operation: str
    label: str
    source_id: str = ""
    start: int | None = None
    end: int | None = None
    number: int | None = None
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
