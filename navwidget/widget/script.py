"""A session as code: one cell that makes every call again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from navwidget.widget.calls import imports
from navwidget.widget.journey import Record
from navwidget.widget.naming import NOTE
from navwidget.wording import counted


def session_code(records: Sequence[Record], has_context: bool = False) -> str:
    """Write a cell in which ``index`` is asked all that it was asked; needs no more than what its comments name.

    Parameters
    ----------
    records : sequence of Record
        The calls, in the order of time. Those of the index that failed become comments.
    has_context : bool
        Whether the calls were made with a context, which no code can spell.

    Returns
    -------
    str
        Python for a notebook cell, whose list ``journey`` has the answer of each call that did not fail. Hits that
        Python handed over come from elsewhere: they become a comment with their ids.
    """
    calls = [_line(record) for record in records if not record.is_refused]
    head = [*imports(record.asked.code for record in filter(_is_made_again, records)), *_notes(records, has_context)]
    return "\n".join([*head, "journey = [", *calls, "]"]) + "\n"


def _is_made_again(record: Record) -> bool:
    return not record.error and record.asked.is_repeatable


def _line(record: Record) -> str:
    if record.error:
        return f"    # failed, {_one_line(record.error)}: {record.asked.whole_code}"
    if not record.asked.is_repeatable:
        return f"    # hits from elsewhere, which this cannot find again, {record.asked.code}: {list(record.ids)}"
    return f"    {record.asked.whole_code},  # {counted(len(record.ids), 'chunk')}"


def _notes(records: Iterable[Record], has_context: bool) -> list[str]:
    notes = [NOTE]
    own = sorted({record.operation for record in records if not record.asked.owner and not record.error})
    notes += [f"# {name} is your own retriever, which this cannot write down: define it first." for name in own]
    return [*notes, "# The calls were made with a context, which is left out here."] if has_context else notes


def _one_line(text: str) -> str:
    return " ".join(text.split())
