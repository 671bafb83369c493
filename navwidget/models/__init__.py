"""What goes into an index and what comes out of it: documents, chunks, queries, results, patches, ids and locators.

Every model is frozen all the way down and survives pickling and a round trip through JSON. Offsets are code points of
the source text, and spans are half-open: ``[start_offset, end_offset)``.
"""

from navwidget.models.base import Embedding, Metadata
from navwidget.models.documents import Document, DocumentChunk
from navwidget.models.names import (
    INDEXED_VERSION_KEY,
    ChunkType,
    GrepMode,
    NavigationDirection,
    compute_char_locator,
    compute_id,
    compute_page_locator,
    replace_char_locator,
)
from navwidget.models.patches import ChunkPatch, DocumentPatch
from navwidget.models.queries import IngestContext, KeywordSearchQuery, RetrievalContext, VectorSearchQuery
from navwidget.models.results import ChildRank, SearchResult, SearchResultChunk

__all__ = [
    "INDEXED_VERSION_KEY",
    "ChildRank",
    "ChunkPatch",
    "ChunkType",
    "Document",
    "DocumentChunk",
    "DocumentPatch",
    "Embedding",
    "GrepMode",
    "IngestContext",
    "KeywordSearchQuery",
    "Metadata",
    "NavigationDirection",
    "RetrievalContext",
    "SearchResult",
    "SearchResultChunk",
    "VectorSearchQuery",
    "compute_char_locator",
    "compute_id",
    "compute_page_locator",
    "replace_char_locator",
]
