"""What is asked of an index, and what travels with the question."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from navwidget.models.base import Embedding, FrozenModel, Whole


class _Query(FrozenModel):
    top_k: Whole = 10
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


class IngestContext(BaseModel):
    """What travels with a write; subclass it to carry more."""

    model_config = ConfigDict(frozen=True)


class RetrievalContext(BaseModel):
    """What travels with a read; subclass it to carry more."""

    model_config = ConfigDict(frozen=True)
