"""What messages of both directions are made of."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

PROTOCOL_VERSION = 1

RetrieverName = Literal["keyword", "vector", "hybrid", "own"]
"""A way to rank; ``own`` is the retriever that the user gave, or hits that were shown from Python."""

ExportForm = Literal["markdown", "json", "code"]

Span = tuple[int, int]


class Message(BaseModel):
    """Part of a message; unknown fields are errors on both sides."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_enum_values=False)
