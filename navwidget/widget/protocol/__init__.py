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

from navwidget.widget.protocol.answers import (
    Ability,
    Call,
    EvidenceItem,
    EvidenceList,
    Exported,
    HistoryEntry,
    HistoryList,
    Problem,
    Settings,
    Update,
    Welcome,
)
from navwidget.widget.protocol.common import (
    PROTOCOL_VERSION,
    ExportForm,
    Message,
    RetrieverName,
    Span,
)
from navwidget.widget.protocol.requests import (
    Cancel,
    Export,
    FetchCards,
    GoBack,
    GoTo,
    Grep,
    Hello,
    ListSources,
    Navigate,
    OpenChunk,
    OpenHit,
    OpenSource,
    Read,
    Request,
    Search,
    Select,
    SetBudget,
    SetChunkType,
    ShowSkipped,
    Star,
)
from navwidget.widget.protocol.shown import (
    Card,
    Column,
    HeadingList,
    HitItem,
    HitList,
    HitPart,
    MatchItem,
    ResultList,
    ResultRole,
    ScoreView,
    Skipped,
    SourceItem,
    SourceList,
    SourceView,
)

__all__ = [
    "PROTOCOL_VERSION",
    "Ability",
    "Call",
    "Cancel",
    "Card",
    "Column",
    "EvidenceItem",
    "EvidenceList",
    "Export",
    "ExportForm",
    "Exported",
    "FetchCards",
    "GoBack",
    "GoTo",
    "Grep",
    "HeadingList",
    "Hello",
    "HistoryEntry",
    "HistoryList",
    "HitItem",
    "HitList",
    "HitPart",
    "ListSources",
    "MatchItem",
    "Message",
    "Navigate",
    "OpenChunk",
    "OpenHit",
    "OpenSource",
    "Problem",
    "Read",
    "Request",
    "ResultList",
    "ResultRole",
    "RetrieverName",
    "ScoreView",
    "Search",
    "Select",
    "SetBudget",
    "SetChunkType",
    "Settings",
    "ShowSkipped",
    "Skipped",
    "SourceItem",
    "SourceList",
    "SourceView",
    "Span",
    "Star",
    "Update",
    "Welcome",
]
