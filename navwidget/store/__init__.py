"""The embedded store: SQLite for the file, numpy for reading and ranking."""

from navwidget.store.chunk_store import ChunkStore
from navwidget.store.engine import SyncStore
from navwidget.store.explain import ChildExplanation, Explanation

__all__ = ["ChildExplanation", "ChunkStore", "Explanation", "SyncStore"]
