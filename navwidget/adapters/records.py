"""Chunks as other tools have them, read through one table of the names that they use.

Objects, mappings and rows of frames are read alike, by their names alone: none of these tools is imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import isfinite, isnan
from numbers import Real
from typing import Any, Final

from pydantic_core import to_jsonable_python

from navwidget.errors import IndexingError
from navwidget.models import DocumentChunk

ALIASES: Final[dict[str, tuple[str, ...]]] = {
    "text": ("text", "content", "page_content", "chunk_text"),
    "start": ("start", "start_offset", "start_index", "start_char_idx", "split_idx_start", "start_char"),
    "end": ("end", "end_offset", "end_index", "end_char_idx", "split_idx_end", "end_char"),
    "id": ("id", "chunk_id", "node_id", "id_"),
    "source_id": ("source_id", "source", "ref_doc_id", "document_id", "doc_id", "file_path", "file_name", "filename"),
    "page": ("page", "page_number", "page_label"),
    "embedding": ("embedding", "vector"),
    "chunk_type": ("chunk_type",),
}
"""What LangChain, LlamaIndex, Haystack, chonkie and plain tables call a field, the likeliest name first."""

_METADATA_NAMES = ("metadata", "meta")
_IN_METADATA = {"start", "end", "id", "source_id", "page", "chunk_type"}


@dataclass(frozen=True)
class Record:
    """A chunk as another tool has it; None is what it does not say.

    Parameters
    ----------
    text : str or None
        The text of the chunk; None where only its span is known.
    start, end : int or None
        Declared offsets, in whatever unit that tool counts.
    id, source_id : str or None
        Names of the chunk and of its document.
    page : int or str or None
        The page that it stands on.
    embedding : sequence of float or None
        Its vector.
    chunk_type : str or None
        One of `ChunkType`.
    metadata : dict
        Everything else, as JSON values.
    """

    text: str | None
    start: int | None = None
    end: int | None = None
    id: str | None = None
    source_id: str | None = None
    page: int | str | None = None
    embedding: Any = None
    chunk_type: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)


def read_records(things: Iterable[Any]) -> list[Record]:
    """Read chunks of other tools.

    Parameters
    ----------
    things : iterable
        Texts, LangChain or Haystack documents, LlamaIndex nodes, chonkie chunks, mappings, or any objects that use the
        names of `ALIASES`, on themselves or in their metadata.

    Raises
    ------
    IndexingError
        If `things` is a single chunk or none, or a record has neither a text nor a start and an end, or an offset that
        is no whole number.

    Examples
    --------
    >>> read_records([{"page_content": "Notice", "metadata": {"start_index": 4.0, "source": "a.txt", "lang": "en"}}])
    [Record(text='Notice', start=4, end=None, id=None, source_id='a.txt', page=None, embedding=None, chunk_type=None, \
metadata={'lang': 'en'})]
    """
    if isinstance(things, str | bytes | Mapping) or not isinstance(things, Iterable):
        raise IndexingError(f"records is {type(things).__name__}, but must be a list of chunks, or a frame of them.")
    records, faults = [], []
    for position, thing in enumerate(things):
        try:
            records.append(thing if isinstance(thing, Record) else _read(thing))
        except (TypeError, ValueError) as error:
            faults.append(f"record {position} (from 0): {error}")
    if faults:
        raise IndexingError("These records cannot be read:", faults)
    return records


def _read(thing: Any) -> Record:
    if isinstance(thing, str):
        return Record(thing)
    thing = getattr(thing, "node", thing)  # a scored node of LlamaIndex carries the node
    own = _own_values(thing)
    nested = next((dict(own.pop(name)) for name in _METADATA_NAMES if isinstance(own.get(name), Mapping)), {})
    found = {name: _take(name, own, nested) for name in ALIASES}
    if not isinstance(found["text"], str) and (found["text"] is not None or None in (found["start"], found["end"])):
        raise TypeError(f"{_no_text(found['text'], thing, nested)} {', '.join(ALIASES['text'])}")
    rest = own if isinstance(thing, Mapping) else {}
    return Record(
        text=found["text"],
        start=_offset("start", found["start"]),
        end=_offset("end", found["end"]),
        id=_name(found["id"]),
        source_id=_name(found["source_id"]),
        page=_page(found["page"]),
        embedding=found["embedding"],
        chunk_type=_name(found["chunk_type"]),
        metadata=_metadata({**rest, **nested}),
    )


def _no_text(text: Any, thing: Any, nested: Mapping[str, Any]) -> str:
    """Say why there is no text, and what there is instead."""
    if text is not None:
        return f"its text is {type(text).__name__}, but must be a string: it stands under one of the names"
    names = [repr(name) for name in (*_own_values(thing), *nested)]
    has = f"it has {', '.join(names[:12])}" if names else f"it is {type(thing).__name__}"
    return f"no text, nor a start with an end: {has}, but a text is looked for under the names"


def _own_values(thing: Any) -> dict[str, Any]:
    if isinstance(thing, Mapping):
        return dict(thing)
    names = (*_METADATA_NAMES, *(alias for aliases in ALIASES.values() for alias in aliases))
    return {name: getattr(thing, name) for name in names if hasattr(thing, name)}


def _take(name: str, own: dict[str, Any], nested: dict[str, Any]) -> Any:
    """Take a field out of the record, or else out of its metadata; a page number stays there as well."""
    for place in (own, nested) if name in _IN_METADATA else (own,):
        for alias in ALIASES[name]:
            if not _is_missing(place.get(alias)):
                return place[alias] if name == "page" else place.pop(alias)
    return None


def _is_missing(value: Any) -> bool:
    if type(value).__name__ in {"NoneType", "NAType", "NaTType"}:
        return True
    return isinstance(value, Real) and isnan(value)


def _offset(name: str, value: Any) -> int | None:
    if value is None:
        return None
    try:
        whole = int(value) if isinstance(value, str) or float(value).is_integer() else None
    except (TypeError, ValueError, OverflowError):
        whole = None
    if whole is None or isinstance(value, bool):
        raise ValueError(f"{name} is {value!r}, but must be a whole number")
    return whole


def _name(value: Any) -> str | None:
    """Write an id as text; in a column of numbers with holes 1 has become 1.0."""
    value = _plain(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return None if value is None else str(value)


def _page(value: Any) -> int | str | None:
    name = _name(value)
    return int(name) if name is not None and name.isdecimal() else name


def _metadata(values: Mapping[str, Any]) -> dict[str, Any]:
    """Keep what is JSON, write the rest as text; a key that would be taken for a field of a chunk gets a "_" behind."""
    return {
        f"{key}_" if key in DocumentChunk.model_fields else str(key): _json(value)
        for key, value in values.items()
        if not _is_missing(value)
    }


def _json(value: Any) -> Any:
    return _finite(to_jsonable_python(value, fallback=_plain_or_text))


def _plain_or_text(value: Any) -> Any:
    plain = _plain(value)
    return str(value) if plain is value else plain


def _finite(value: Any) -> Any:
    """Write NaN and infinity as text, since JSON has no number for them."""
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return str(value) if isinstance(value, float) and not isfinite(value) else value


def _plain(value: Any) -> Any:
    """Turn numpy's values into Python's own."""
    return value.tolist() if hasattr(value, "tolist") else value
