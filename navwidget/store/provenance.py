"""Whose vectors the file holds: vectors of two embedders are never mixed."""

from __future__ import annotations

import json
from typing import Any

from navwidget.embedding import Embedder
from navwidget.errors import StorageError
from navwidget.store.database import Query


def check(query: Query, path: str, embedder: Embedder | None) -> None:
    """Refuse an embedder whose vectors cannot be compared with those in the file."""
    vectors = query("SELECT dimension FROM source WHERE dimension IS NOT NULL LIMIT 1", ())
    if embedder is None or not vectors:
        return
    recorded = _recorded(query)
    if recorded is None:
        if vectors[0][0] != embedder.dimension:
            raise StorageError(
                path,
                f"its vectors have {vectors[0][0]} numbers, those of embedder {embedder.name!r} have "
                f"{embedder.dimension}: open it with the embedder that made them, or with embedder=None.",
            )
    elif recorded != _description(embedder):
        raise StorageError(
            path,
            f"its vectors were made by embedder {_named(recorded)}, not by {_named(_description(embedder))}: open it "
            "with the first, or with embedder=None to do everything but search by the meaning of a text.",
        )


def record(query: Query, path: str, embedder: Embedder | None) -> None:
    """Note the embedder in the file, once it is known that it may write there."""
    check(query, path, embedder)
    if embedder is not None and _recorded(query) != _description(embedder):
        query("INSERT OR REPLACE INTO meta VALUES ('embedder', ?)", (json.dumps(_description(embedder)),))


def _recorded(query: Query) -> dict[str, Any] | None:
    rows = query("SELECT value FROM meta WHERE name = 'embedder'", ())
    return json.loads(rows[0][0]) if rows else None


def _description(embedder: Embedder) -> dict[str, Any]:
    return {"name": embedder.name, "version": embedder.version, "dimension": embedder.dimension}


def _named(description: dict[str, Any]) -> str:
    return "{name!r} (version {version!r}, {dimension} numbers)".format(**description)
