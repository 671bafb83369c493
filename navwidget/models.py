"""What goes into an index and what comes out of it: documents, chunks, queries, results, patches, ids and locators.

Every model is frozen all the way down and survives pickling and a round trip through JSON. Offsets are code points of
the source text, and spans are half-open: ``[start_offset, end_offset)``.
"""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    SerializerFunctionWrapHandler,
    StrictInt,
    model_serializer,
    model_validator,
)

from navwidget.frozen import FrozenDict, freeze

INDEXED_VERSION_KEY = "indexed_version"
"""Document metadata key of the token that says from which inputs a document was indexed."""


class ChunkType(StrEnum):
    """What a chunk's text is: the source's own text, or a text made about it."""

    CONTENT = "content"
    IMAGE_ANNOTATION = "image_annotation"
    SUMMARY = "summary"


class NavigationDirection(StrEnum):
    """Which side of a position to go to."""

    NEXT = "next"
    PREVIOUS = "previous"


class GrepMode(StrEnum):
    """How a pattern is taken: as one piece, or as terms that must all occur."""

    PHRASE = "phrase"
    TERM = "term"


def compute_id(source_id: str, locator: str | None = None) -> str:
    """Derive the id of a document, or with a locator of a chunk, the same in every run and on every machine.

    Examples
    --------
    >>> compute_id("a")
    '4f3f2898-69e3-5a0d-820a-c4e87987dbce'
    """
    name = source_id if locator is None else f"{source_id}:{locator}"
    # What uuid.uuid5 does, but a lone surrogate is let through: a store refuses it in a sentence that names the chunk
    digest = hashlib.sha1(
        uuid.NAMESPACE_DNS.bytes + name.encode("utf-8", "surrogatepass"), usedforsecurity=False
    ).digest()
    return str(uuid.UUID(bytes=digest[:16], version=5))


def _typed(locator: str, chunk_type: ChunkType) -> str:
    return locator if chunk_type == ChunkType.CONTENT else f"{chunk_type}:{locator}"


def compute_char_locator(start_offset: int, end_offset: int, chunk_type: ChunkType = ChunkType.CONTENT) -> str:
    """Write the place of a chunk as text.

    Examples
    --------
    >>> compute_char_locator(0, 10, ChunkType.SUMMARY)
    'summary:char:0-10'
    """
    return _typed(f"char:{start_offset}-{end_offset}", chunk_type)


def compute_page_locator(
    page_number: int, start_offset: int, end_offset: int, chunk_type: ChunkType = ChunkType.CONTENT
) -> str:
    """Write the place of a chunk of a paginated source as text.

    Examples
    --------
    >>> compute_page_locator(7, 0, 10)
    'page:7:char:0-10'
    """
    return _typed(f"page:{page_number}:char:{start_offset}-{end_offset}", chunk_type)


_CHAR_SEGMENT = re.compile(r"char:\d+-\d+")


def replace_char_locator(locator: str, start_offset: int, end_offset: int) -> str:
    """Put new offsets into a locator and keep the rest; a locator without offsets gets them at its end.

    Examples
    --------
    >>> replace_char_locator("page:2:char:0-9", 30, 44)
    'page:2:char:30-44'
    """
    segment = f"char:{start_offset}-{end_offset}"
    replaced, count = _CHAR_SEGMENT.subn(segment, locator)
    if count:
        return replaced
    return f"{locator}:{segment}" if locator else segment


def _plain(value: Any) -> Any:
    """Turn numpy scalars and arrays into Python's own, all the way down."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value.tolist() if hasattr(value, "tolist") else value


Metadata = Annotated[dict[str, JsonValue], BeforeValidator(_plain), AfterValidator(freeze)]
"""JSON values by key; numpy values are taken as Python's own, and nothing can be changed afterwards."""

Embedding = Annotated[tuple[float, ...], BeforeValidator(_plain)]
"""A vector of floats; lists, tuples and one-dimensional numpy arrays are accepted."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Described(_Frozen):
    """A model with metadata, none of whose keys may be taken for one of its fields."""

    metadata: Metadata = Field(default_factory=FrozenDict)

    @model_validator(mode="after")
    def _keys_are_no_fields(self) -> Self:
        _refuse_field_names(self.metadata, type(self))
        return self


def _refuse_field_names(metadata: dict[str, Any], model: type[BaseModel]) -> None:
    clash = sorted(model.model_fields.keys() & metadata.keys())
    if clash:
        raise ValueError(f"metadata keys {clash} are fields of {model.__name__}: rename them")


class DocumentChunk(_Described):
    """A piece of one source, the unit of retrieval.

    Parameters
    ----------
    source_id : str
        The source that the chunk was cut from.
    locator : str
        The place of the chunk as text, unique within its source.
    start_offset, end_offset : int
        The span in code points of the source, half-open.
    content : str
        The text of the chunk; it may differ from the source's text at the span.
    id : str, optional
        By default ``compute_id(source_id, locator)``.
    chunk_type : ChunkType, optional
        ``content`` unless the text was made about the source.
    parent_ref : str, optional
        Id of the document; filled in by the store where it is left out.
    metadata : dict, optional
        JSON values; a key that is a field name is refused.
    embedding : sequence of float, optional
        The chunk's vector; without one the store's embedder makes it.
    """

    source_id: str
    locator: str
    start_offset: StrictInt
    end_offset: StrictInt
    content: str
    id: str = ""
    chunk_type: ChunkType = ChunkType.CONTENT
    parent_ref: str | None = None
    embedding: Embedding | None = None

    @model_validator(mode="before")
    @classmethod
    def _derive_id(cls, data: Any) -> Any:
        return _with_id(data, "locator")


class Document(_Described):
    """A source with its chunks.

    Parameters
    ----------
    source_id : str
        Stable name of the source, for example its path.
    content : str or None
        The whole text; None where it is unknown, as for chunks out of a vector database.
    chunks : sequence of DocumentChunk, optional
        In any order.
    id : str, optional
        By default ``compute_id(source_id)``.
    metadata : dict, optional
        JSON values; results carry them as ``document_<key>``.
    """

    source_id: str
    content: str | None
    chunks: tuple[DocumentChunk, ...] = ()
    id: str = ""

    @model_validator(mode="before")
    @classmethod
    def _derive_id(cls, data: Any) -> Any:
        return _with_id(data)

    @classmethod
    def from_text(
        cls,
        content: str,
        source_id: str,
        chunker: Callable[[str], Iterable[tuple[int, int]]],
        metadata: dict[str, Any] | None = None,
    ) -> Self:
        """Cut a text with a chunker and make the document of it.

        Parameters
        ----------
        content : str
            The whole text.
        source_id : str
            Name of the source.
        chunker : callable
            Takes the text and gives spans, as the chunkers of `navwidget.chunking` do.
        metadata : dict, optional
            Metadata of the document.

        Examples
        --------
        >>> document = Document.from_text("one two", "a.txt", lambda text: [(0, 3), (4, len(text))])
        >>> [chunk.content for chunk in document.chunks]
        ['one', 'two']
        """
        chunks = tuple(
            DocumentChunk(
                source_id=source_id,
                locator=compute_char_locator(start, end),
                start_offset=start,
                end_offset=end,
                content=content[start:end],
            )
            for start, end in chunker(content)
        )
        return cls(source_id=source_id, content=content, chunks=chunks, metadata=metadata or {})


def _with_id(data: Any, locator_field: str | None = None) -> Any:
    """Derive an empty id from the raw input; input that lacks its parts is left to the field errors."""
    if not isinstance(data, dict) or data.get("id"):
        return data
    names = [data.get(field) for field in ("source_id", locator_field) if field]
    given = [name for name in names if isinstance(name, str)]
    return {**data, "id": compute_id(*given)} if len(given) == len(names) else data


class SearchResultChunk(_Frozen):
    """A chunk as an index gives it back.

    ``start_offset`` and ``end_offset`` are None where a foreign index does not know them: such a chunk can be listed,
    not placed. Metadata of the chunk stand bare, those of its document as ``document_<key>``.
    """

    id: str = ""
    source_id: str
    locator: str
    start_offset: int | None
    end_offset: int | None
    chunk_type: ChunkType = ChunkType.CONTENT
    parent_ref: str | None = None
    content: str
    metadata: Metadata = Field(default_factory=FrozenDict)

    @model_validator(mode="before")
    @classmethod
    def _derive_id(cls, data: Any) -> Any:
        return _with_id(data, "locator")


class ChildRank(_Frozen):
    """Where one child of a fusion ranked a result.

    Parameters
    ----------
    child : int
        Position of the child among the fused retrievers, from 0.
    retriever_id : str
        What kind of retriever the child is.
    rank : int
        Rank that the child gave, from 1.
    score : float
        Score that the child gave.
    """

    child: int
    retriever_id: str
    rank: int
    score: float


class SearchResult(_Frozen):
    """A chunk with the reason why it is here.

    Parameters
    ----------
    chunk : SearchResultChunk
        The chunk.
    score : float
        Higher is better; 0.0 on everything that navigation returns.
    distance : float or None
        Cosine distance of a vector hit.
    retriever_id : str or None
        The retriever that found it.
    ranks : tuple of ChildRank
        For a fusion, the children that ranked it; empty otherwise, and then left out of dumps.
    """

    chunk: SearchResultChunk
    score: float
    distance: float | None = None
    retriever_id: str | None = None
    ranks: tuple[ChildRank, ...] = Field(default=(), exclude_if=lambda ranks: not ranks)


class _Query(_Frozen):
    top_k: StrictInt = 10
    include_metadata: bool = True
    include_content: bool = True
    exclude_ids: frozenset[str] = frozenset()
    exclude_source_ids: frozenset[str] = frozenset()


class KeywordSearchQuery(_Query):
    """A query by words; excluded chunks and sources do not count towards ``top_k``."""

    query: str


class VectorSearchQuery(_Query):
    """A query by vector; ``query`` is the text that the vector stands for, where there is one."""

    embedding: Embedding
    query: str | None = None


class _Patch(_Frozen):
    patched: ClassVar[type[_Described]]

    metadata: Metadata | None = None

    @model_validator(mode="after")
    def _keys_are_no_fields(self) -> Self:
        _refuse_field_names(self.metadata or {}, self.patched)
        return self

    @model_serializer(mode="wrap")
    def _only_what_was_given(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in dump(self).items() if name in self.model_fields_set}


class ChunkPatch(_Patch):
    """Changes to one chunk; only what was given is applied.

    Parameters
    ----------
    content : str, optional
        New text; the span and, unless a new one is given, the vector stay.
    embedding : sequence of float, optional
        New vector.
    metadata : dict, optional
        Merged key by key; None removes the key.
    """

    patched = DocumentChunk

    content: str | None = None
    embedding: Embedding | None = None

    @model_validator(mode="after")
    def _nothing_is_cleared(self) -> Self:
        given = self.model_fields_set & {"content", "embedding"}
        cleared = sorted(name for name in given if getattr(self, name) is None)
        if cleared:
            raise ValueError(f"{' and '.join(cleared)} cannot be removed: leave it out to keep it as it is")
        return self


class DocumentPatch(_Patch):
    """Changes to a document's metadata, merged key by key; None removes the key."""

    patched = Document


class IngestContext(BaseModel):
    """What travels with a write; subclass it to carry more."""

    model_config = ConfigDict(frozen=True)


class RetrievalContext(BaseModel):
    """What travels with a read; subclass it to carry more."""

    model_config = ConfigDict(frozen=True)
