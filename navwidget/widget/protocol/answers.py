"""What Python answers: what is on show, what was done, and what went wrong."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from navwidget.widget.protocol.common import ExportForm, Message, RetrieverName
from navwidget.widget.protocol.shown import Card, HitList, ResultList, ScoreView, SourceList, SourceView


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
