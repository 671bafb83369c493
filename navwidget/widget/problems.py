"""What went wrong, in sentences."""

from __future__ import annotations

import difflib
import logging
import traceback
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError

from navwidget.errors import NavwidgetError, SourceNotFoundError
from navwidget.widget.protocol import Problem
from navwidget.wording import shortly

MOST_NAMES: Final = 10_000
"""Of sources that are compared with one that is not there: some 100 ms."""

MOST_FRAMES: Final = 10
"""Of the last failures, whose frames a debugger can look into: they keep documents in memory."""

_ALLOWED: Final = {
    "int_type": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "string_type": "a string",
    "bool_type": "True or False",
    "greater_than": "above {gt:g}",
    "greater_than_equal": "at least {ge:g}",
    "literal_error": "{expected}",
    "enum": "{expected}",
}
"""What a value may be, by the kind of pydantic's objection to it."""

_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Failure:
    """A request that failed.

    Parameters
    ----------
    asked : str
        What was asked, as code or as words.
    error : BaseException
        What was raised.
    traceback : str
        Where.
    """

    asked: str
    error: BaseException
    traceback: str

    @property
    def said(self) -> str:
        """The error, as it is written down."""
        return f"{type(self.error).__name__}: {self.error}"

    @property
    def problem(self) -> Problem:
        """The failure as the reader is told of it."""
        return Problem(
            asked=self.asked,
            why=sentence(self.error),
            remedy=_remedy(self.error),
            exception=self.said,
        )

    def drop_frames(self) -> None:
        """Let go of all that the code held in which the error was raised; ``traceback`` says where all the same."""
        error: BaseException | None = self.error
        while error is not None and error.__traceback__ is not None:
            error.__traceback__ = None
            error = error.__cause__ or error.__context__

    def __repr__(self) -> str:
        return f"Failure({self.asked!r}, {self.said})"


def failure(asked: str, error: BaseException) -> Failure:
    """Record an error, and log it: as a bug with its traceback, unless a navwidget error says already what to do."""
    trace = "".join(traceback.format_exception(error))
    level = logging.INFO if isinstance(error, NavwidgetError | ValidationError) else logging.ERROR
    _logger.log(level, "%s failed\n%s", asked, trace)
    return Failure(asked, error, trace)


def sentence(error: BaseException) -> str:
    """Say an error in a sentence, also one of pydantic's."""
    if isinstance(error, ValidationError):
        return "; ".join(_refusal(fault, error.title) for fault in error.errors()) + "."
    said = str(error) or f"{type(error).__name__} was raised without a word"
    return said if said.endswith((".", "!", "?")) else f"{said}."


def _refusal(fault: Mapping[str, Any], title: str) -> str:
    name = ".".join(map(str, fault["loc"])) or title
    if fault["type"] not in _ALLOWED:
        return f"{name}: {fault['msg']}"
    allowed = _ALLOWED[fault["type"]].format_map(fault.get("ctx", {}))
    return f"{name} is {shortly(fault['input'])}, but must be {allowed}"


def unknown_source(source_id: str, known: Iterable[str]) -> SourceNotFoundError:
    """Say that a source is not there, and which of the known ones may have been meant.

    Examples
    --------
    >>> print(unknown_source("handbok.md", ["agreement.md", "handbook.md"]))
    No source 'handbok.md' in this index: did you mean 'handbook.md'?
    """
    return SourceNotFoundError(source_id, *difflib.get_close_matches(source_id, known, n=1))


def _remedy(error: BaseException) -> str:
    if isinstance(error, NavwidgetError):
        return ""  # the sentence says it
    if isinstance(error, ValidationError):
        return "Correct the value and try again."
    return "The traceback is in errors[-1].traceback of the widget."
