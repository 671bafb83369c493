"""What comes out of an index: a chunk, and why it is here."""

from __future__ import annotations

from typing import Any

from pydantic import Field, model_validator

from navwidget.frozen import FrozenDict
from navwidget.models.base import FrozenModel, Metadata, trusted, with_id
from navwidget.models.names import ChunkType


class SearchResultChunk(FrozenModel):
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
        return with_id(data, "locator")


class ChildRank(FrozenModel):
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


class SearchResult(FrozenModel):
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


def trusted_result(
    chunk: SearchResultChunk,
    score: float = 0.0,
    distance: float | None = None,
    retriever_id: str | None = None,
    ranks: tuple[ChildRank, ...] = (),
) -> SearchResult:
    """Build a result without validation, as `trusted` does; by default one of navigation."""
    values = {"chunk": chunk, "score": score, "distance": distance, "retriever_id": retriever_id, "ranks": ranks}
    return trusted(SearchResult, values)
