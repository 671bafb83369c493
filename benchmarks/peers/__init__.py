"""What navwidget's store is measured beside: one module each, imported only where it takes part."""

from __future__ import annotations

from importlib import import_module

from benchmarks.peers.base import Peer, Skipped

PEERS = {
    "navwidget": "navwidget_peer:Navwidget",
    "SQLite": "sqlite:Sqlite",
    "SQLite, results": "sqlite:SqliteResults",
    "FTS5": "fts5:Fts5",
    "bm25s": "bm25s_peer:Bm25s",
    "tantivy": "tantivy_peer:Tantivy",
    "pandas": "pandas_peer:Pandas",
    "Postgres": "postgres:Postgres",
    "one pass": "floor:Floor",
}
"""Module and class by name; the first is what the others are compared with."""


def peer_type(name: str) -> type[Peer]:
    """Import a peer; one whose package is missing is Skipped."""
    module, _, cls = PEERS[name].partition(":")
    try:
        found: type[Peer] = getattr(import_module(f"benchmarks.peers.{module}"), cls)
    except ModuleNotFoundError as error:
        raise Skipped(f"needs the package {error.name!r}, which the dependency group bench has") from error
    return found


__all__ = ["PEERS", "Peer", "Skipped", "peer_type"]
