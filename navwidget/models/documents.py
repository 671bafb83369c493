"""What goes into an index: a source with its chunks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Self

from pydantic import model_validator

from navwidget.models.base import DescribedModel, Embedding, Whole, span_list, with_id
from navwidget.models.names import ChunkType, compute_char_locator


class DocumentChunk(DescribedModel):
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
    start_offset: Whole
    end_offset: Whole
    content: str
    id: str = ""
    chunk_type: ChunkType = ChunkType.CONTENT
    parent_ref: str | None = None
    embedding: Embedding | None = None

    @model_validator(mode="before")
    @classmethod
    def _derive_id(cls, data: Any) -> Any:
        return with_id(data, "locator")


class Document(DescribedModel):
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
        return with_id(data)

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

        Raises
        ------
        TypeError
            `content` or `source_id` is no string, or the chunker cannot be called or gives something else than spans.

        Examples
        --------
        >>> document = Document.from_text("one two", "a.txt", lambda text: [(0, 3), (4, len(text))])
        >>> [chunk.content for chunk in document.chunks]
        ['one', 'two']
        """
        if not isinstance(content, str):
            raise TypeError(f"content is {type(content).__name__}, but must be a string: decode or read it first.")
        if not isinstance(source_id, str):
            raise TypeError(f"source_id is {source_id!r}, but must be a string: the name of the source.")
        if not callable(chunker):
            raise TypeError(f"chunker is {chunker!r}, but must take a text and give spans, as FixedSizeChunker() does.")
        chunks = tuple(
            DocumentChunk(
                source_id=source_id,
                locator=compute_char_locator(start, end),
                start_offset=start,
                end_offset=end,
                content=content[start:end],
            )
            for start, end in span_list(chunker(content), "The chunker")
        )
        return cls(source_id=source_id, content=content, chunks=chunks, metadata=metadata or {})
