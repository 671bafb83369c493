"""Chunks of other tools out of a pandas frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from navwidget.adapters.records import Record, read_records

if TYPE_CHECKING:
    import pandas as pd


def records_from_frame(frame: pd.DataFrame) -> list[Record]:
    """Read a frame with one row a chunk, whatever it calls its columns (`navwidget.adapters.records.ALIASES`).

    Parameters
    ----------
    frame : DataFrame
        Named levels of its index count as columns. Missing values are None in the records, offsets are ints again, and
        the id 1.0 is "1".

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"text": ["ab", "cd"], "start": [0, None], "chunk_id": [1, 2]})
    >>> [(record.text, record.start, record.id) for record in records_from_frame(frame)]
    [('ab', 0, '1'), ('cd', None, '2')]
    """
    if any(name is not None for name in frame.index.names):
        frame = frame.reset_index()
    return read_records(frame.to_dict("records"))
