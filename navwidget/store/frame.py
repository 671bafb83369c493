"""Chunks as a pandas frame, and documents out of one: a row for each chunk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import repeat
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from navwidget.errors import IndexingError
from navwidget.models import ChunkType, Document, DocumentChunk, compute_char_locator
from navwidget.store.columns import decode
from navwidget.store.index import Index
from navwidget.store.segment import Segment
from navwidget.store.source import TYPES
from navwidget.store.vectors import Matrix
from navwidget.store.view import View

if TYPE_CHECKING:
    import pandas as pd

_REQUIRED = ("source_id", "start_offset", "end_offset", "content")
_OF_DOCUMENT = {"document_id": "id", "document_metadata": "metadata"}
_OF_CHUNK = frozenset(DocumentChunk.model_fields)
_COLUMNS = [*_REQUIRED, "id", "locator", "chunk_type", "parent_ref", "metadata", *_OF_DOCUMENT, "stale", "differs"]


def to_frame(index: Index, *, embeddings: bool) -> pd.DataFrame:
    """Put every chunk into a frame, by source_id and in reading order."""
    import pandas as pd

    view = index.view()
    names = [*_COLUMNS, "embedding"] if embeddings else _COLUMNS
    columns: dict[str, list[Any]] = {name: [] for name in names}
    for source in view.sources:
        for name, values in zip(names, _values(view, index.segment(source), embeddings=embeddings), strict=True):
            columns[name].extend(values)
    return pd.DataFrame(columns, columns=names)


def _values(view: View, segment: Segment, *, embeddings: bool) -> Iterator[Iterable[Any]]:
    """Give the columns of one source, in the order of the frame's."""
    source, spans, rows = segment.source, segment.spans, range(len(segment))
    texts = list(map(decode, segment.texts()))
    yield repeat(source.source_id, len(rows))
    yield spans.starts.tolist()
    yield spans.ends.tolist()
    yield texts
    yield segment.ids
    yield segment.locators
    yield (TYPES[code].value for code in spans.types.tolist())
    yield map(segment.parent_ref, rows)
    yield map(segment.metadata, rows)
    yield repeat(source.document_id, len(rows))
    yield repeat(dict(source.info.metadata), len(rows))
    yield spans.stale.tolist()
    yield segment.differing(map(len, texts))
    if embeddings:
        vectors = view.vectors.vectors_of(source.key)
        yield repeat(None, len(rows)) if vectors is None else _embeddings(*vectors)


def _embeddings(matrix: Matrix, present: NDArray[np.bool_]) -> Iterator[NDArray[Any] | None]:
    return (vector if has else None for vector, has in zip(matrix, present.tolist(), strict=True))


def from_frame(frame: pd.DataFrame, texts: Mapping[str, str] | None = None) -> Iterator[Document]:
    """Make documents of a frame, one for each source_id, in the order in which they first appear.

    Parameters
    ----------
    frame : pandas.DataFrame
        A row for each chunk. The columns ``source_id``, ``start_offset``, ``end_offset`` and ``content`` must be there;
        those of `to_frame` are known, and every other column becomes metadata of the chunks.
    texts : mapping of str to str, optional
        The whole text of sources, by source_id.

    Raises
    ------
    IndexingError
        A column is missing, or a row makes no chunk; the error names them.
    """
    if not hasattr(frame, "groupby"):
        raise IndexingError(
            f"frame is {type(frame).__name__}, but must be a pandas DataFrame with a row for each chunk."
        )
    missing = [name for name in _REQUIRED if name not in frame.columns]
    if missing:
        raise IndexingError(f"The frame has no column {', '.join(map(repr, missing))}: rename or add what is missing.")
    for source_id, rows in frame.groupby("source_id", sort=False):
        yield _document(str(source_id), rows, (texts or {}).get(str(source_id)))


def _document(source_id: str, rows: pd.DataFrame, content: str | None) -> Document:
    chunks, faults = [], []
    records = [_known(record) for record in rows.to_dict("records")]
    for label, record in zip(rows.index, records, strict=True):
        try:
            chunks.append(_chunk(record))
        except ValidationError as error:
            faults.append(f"row {label!r}: {_wrong(error)}")
    if faults:
        raise IndexingError(f"Source {source_id!r} cannot be read from the frame:", faults)
    of_document = {field: records[0][column] for column, field in _OF_DOCUMENT.items() if column in records[0]}
    try:
        return Document(source_id=source_id, content=content, chunks=tuple(chunks), **of_document)
    except ValidationError as error:
        faults = [f"document: {_wrong(error)}"]
        raise IndexingError(f"Source {source_id!r} cannot be read from the frame:", faults) from None


def _wrong(error: ValidationError) -> str:
    return "; ".join(f"{'.'.join(map(str, part['loc']))}: {part['msg']}" for part in error.errors())


def _known(record: Mapping[Any, Any]) -> dict[str, Any]:
    """Leave out what is missing in a row: None, and what pandas puts in its place."""
    import pandas as pd

    return {
        str(name): value for name, value in record.items() if not (pd.api.types.is_scalar(value) and pd.isna(value))
    }


def _chunk(record: Mapping[str, Any]) -> DocumentChunk:
    fields = {name: value for name, value in record.items() if name in _OF_CHUNK}
    others = {name: value for name, value in record.items() if name not in {*_COLUMNS, *_OF_CHUNK}}
    given = fields.get("metadata", {})
    fields["metadata"] = {**others, **given} if isinstance(given, Mapping) else given  # the model says what is wrong
    for name in ("start_offset", "end_offset"):
        if isinstance(fields.get(name), float) and fields[name].is_integer():
            fields[name] = int(fields[name])  # a column with a hole in it has become one of floats
    if "locator" not in fields and {"start_offset", "end_offset"} <= fields.keys():
        chunk_type = fields.get("chunk_type", ChunkType.CONTENT)
        fields["locator"] = compute_char_locator(fields["start_offset"], fields["end_offset"], chunk_type)
    return DocumentChunk(**fields)
