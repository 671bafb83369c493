"""What may go over the wire: JSON that every browser reads, and columns of numbers as bytes."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from navwidget.widget.protocol import Column

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_EXACT = 2**53  # JavaScript's numbers are doubles: beyond this a whole number would change on its way


def plain(value: Any) -> Any:
    r"""Turn a value into what JSON can say without loss of place.

    Models become dicts, numpy's values Python's own, keys strings, NaN and infinity None, whole numbers beyond 2**53
    floats, anything else its text. A lone surrogate becomes U+FFFD, so that offsets in a text stay as they are.

    Examples
    --------
    >>> plain({3: float("nan"), "text": "x\ud800y", "spans": [(0, np.int64(4))]})
    {'3': None, 'text': 'x�y', 'spans': [[0, 4]]}
    """
    if isinstance(value, str):
        return readable(str(value))
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return int(value) if -_EXACT <= value <= _EXACT else float(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    return _plain_object(value)


def _plain_object(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return {name: plain(getattr(value, name)) for name in type(value).model_fields}
    if isinstance(value, Mapping):
        return {readable(str(key)): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return list(value) if _is_plain(value) else [plain(item) for item in value]
    if isinstance(value, np.generic | np.ndarray):
        return plain(value.tolist())
    return readable(str(value))


def _is_plain(values: Collection[Any]) -> bool:
    """Whether all values of a long column may stay as they are; telling is faster than to copy one by one."""
    kinds = set(map(type, values))
    if kinds == {int}:
        return bool(min(values) >= -_EXACT and max(values) <= _EXACT)
    return kinds == {str} and not _LONE_SURROGATE.search("".join(values))


def readable(text: str) -> str:
    """Replace lone surrogates, which UTF-8 cannot carry, by U+FFFD one for one."""
    return _LONE_SURROGATE.sub("\ufffd", text)


def payload(value: Any) -> str:
    r"""Write a value as strict JSON.

    Examples
    --------
    >>> payload({"results": [{"score": np.float64("nan")}]})
    '{"results": [{"score": null}]}'
    """
    return json.dumps(plain(value), allow_nan=False)


Dtype = Literal["uint8", "uint32", "float32", "float64"]
Name = Literal["starts", "ends", "chunk_types", "scores"]


def column(name: Name, values: NDArray[Any], dtype: Dtype | None = None) -> tuple[Column, bytes]:
    """Pack numbers as little-endian bytes, with the message that says what they are.

    Parameters
    ----------
    name : str
        What the numbers are.
    values : numpy.ndarray, shape (length,)
        The numbers; a number that is not finite is sent as 0.
    dtype : str, optional
        By default ``uint32`` where every value fits, else ``float64``.
    """
    values = np.nan_to_num(values, nan=0.0, posinf=0.0, neginf=0.0)
    dtype = dtype or _offset_dtype(values)
    packed = values.astype(np.dtype(dtype).newbyteorder("<")).tobytes()
    return Column(name=name, dtype=dtype, length=len(values)), packed


def _offset_dtype(values: NDArray[Any]) -> Dtype:
    fits = len(values) == 0 or (values.min() >= 0 and values.max() < 2**32)
    return "uint32" if fits else "float64"
