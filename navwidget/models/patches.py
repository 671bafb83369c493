"""Changes to what is stored: only what was given is applied."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from pydantic import SerializerFunctionWrapHandler, model_serializer, model_validator

from navwidget.models.base import DescribedModel, Embedding, FrozenModel, NewMetadata, refuse_field_names
from navwidget.models.documents import Document, DocumentChunk


class _Patch(FrozenModel):
    patched: ClassVar[type[DescribedModel]]

    metadata: NewMetadata | None = None

    @model_validator(mode="after")
    def _keys_are_no_fields(self) -> Self:
        refuse_field_names(self.metadata or {}, self.patched)
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
