"""The sizes that chunkers take, checked where a chunker is made and not in the middle of an ingest."""

import operator
from typing import SupportsIndex


def checked_size(name: str, value: SupportsIndex, least: int = 1) -> int:
    """Give a size as Python's own int, or refuse what is no whole number, or too small."""
    whole = None
    if not isinstance(value, bool) and hasattr(value, "__index__"):
        whole = operator.index(value)
    if whole is None or whole < least:
        raise ValueError(f"{name} is {value!r}, but must be a whole number of at least {least}.")
    return whole


def checked_overlap(overlap: SupportsIndex, size: int) -> int:
    """Give an overlap, or refuse one with which chunks would not move forward."""
    whole = checked_size("overlap", overlap, least=0)
    if whole >= size:
        raise ValueError(f"overlap is {whole}, but must be smaller than size, which is {size}.")
    return whole
