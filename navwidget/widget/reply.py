"""What a reader's session answers with."""

from __future__ import annotations

from dataclasses import dataclass, field

from navwidget.models import SearchResult
from navwidget.widget import protocol as wire
from navwidget.widget.problems import Failure


@dataclass
class Reply:
    """What came of a request.

    Parameters
    ----------
    update : Update
        What to tell every view.
    buffers : list of bytes
        The columns that the update speaks of.
    answer : list of SearchResult
        What the index gave, for callers in Python.
    failure : Failure, optional
        What went wrong.
    """

    update: wire.Update
    buffers: list[bytes] = field(default_factory=list)
    answer: list[SearchResult] = field(default_factory=list)
    failure: Failure | None = None
