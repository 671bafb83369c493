"""What sentences say of values: numbers with what they count, and what is long, in short."""

from collections.abc import Sequence
from typing import Any

_MOST_LISTED = 10
_LONGEST = 80


def counted(number: int, one: str, many: str = "") -> str:
    """Write a number and what it counts, in the form that goes with it.

    Parameters
    ----------
    number : int
        How many.
    one : str
        The word for one.
    many : str, optional
        The word for any other number; by default with an s at its end.

    Examples
    --------
    >>> counted(1, "chunk"), counted(1200, "chunk"), counted(0, "query", "queries")
    ('1 chunk', '1,200 chunks', '0 queries')
    """
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def listed(head: str, lines: Sequence[str], rest: str = "") -> str:
    """Write a sentence and the first few of many lines under it, and how many more there are.

    Parameters
    ----------
    head : str
        The sentence.
    lines : sequence of str
        What belongs under it.
    rest : str, optional
        Where the others can be found.

    Examples
    --------
    >>> print(listed("These are odd:", ["1", "3"]))
    These are odd:
    - 1
    - 3
    """
    more = [f"and {len(lines) - _MOST_LISTED:,} more{rest}"] if len(lines) > _MOST_LISTED else []
    return "\n- ".join([head, *lines[:_MOST_LISTED], *more])


def enumerated(names: Sequence[str], most: int = 5) -> str:
    """Write the first few of many names within a sentence, and how many more there are.

    Examples
    --------
    >>> enumerated(["a.md", "b.md", "c.md"], 2)
    'a.md, b.md and 1 more'
    """
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def shortly(value: Any) -> str:
    """Write a value as Python does, if that is short; else what kind of thing it is.

    Examples
    --------
    >>> shortly("a"), shortly(3), shortly(["word"] * 100)
    ("'a'", '3', 'a list')
    """
    written = repr(value)
    if len(written) <= _LONGEST and "\n" not in written:
        return written
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"
