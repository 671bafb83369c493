"""See where retrieval landed in a document, and read on from there.

A chunk store (`ChunkStore`), the protocols that any other index may keep (`NavigableIndex` and its siblings), and an
explorer for Jupyter (`NavWidget`). What needs pandas or a notebook's packages is imported when it is first used.
"""

from typing import TYPE_CHECKING, Any

from navwidget.chunking import FixedSizeChunker, MarkdownChunker, RecursiveChunker
from navwidget.embedding import Embedder, HashingEmbedder, StaticEmbedder, as_embedder
from navwidget.errors import (
    ChunkNotFoundError,
    DocumentNotFoundError,
    IndexingError,
    MissingDependencyError,
    NavwidgetError,
    SearchError,
    SourceNotFoundError,
    StorageError,
)
from navwidget.evidence import Context, merge_evidence
from navwidget.models import (
    INDEXED_VERSION_KEY,
    ChildRank,
    ChunkPatch,
    ChunkType,
    Document,
    DocumentChunk,
    DocumentPatch,
    GrepMode,
    IngestContext,
    KeywordSearchQuery,
    NavigationDirection,
    RetrievalContext,
    SearchResult,
    SearchResultChunk,
    VectorSearchQuery,
    compute_char_locator,
    compute_id,
    compute_page_locator,
    replace_char_locator,
)
from navwidget.protocols import (
    Capabilities,
    KeywordStoreIndex,
    NavigableIndex,
    Outline,
    PatchableIndex,
    RetrievableIndex,
    SourceInfo,
    StoreIndex,
    VectorStoreIndex,
    VersionedIndex,
    capabilities,
)
from navwidget.retrievers import (
    And,
    Equal,
    In,
    KeywordRetriever,
    NearestNeighbourRetriever,
    Not,
    Or,
    Range,
    RRFRetriever,
)
from navwidget.store import ChunkStore, Explanation
from navwidget.text import match_spans, span_from_utf8, utf16_span

if TYPE_CHECKING:
    from navwidget.widget.explore import explore
    from navwidget.widget.linking import link
    from navwidget.widget.navwidget import NavWidget

__version__ = "0.1.0"

__all__ = [
    "INDEXED_VERSION_KEY",
    "And",
    "Capabilities",
    "ChildRank",
    "ChunkNotFoundError",
    "ChunkPatch",
    "ChunkStore",
    "ChunkType",
    "Context",
    "Document",
    "DocumentChunk",
    "DocumentNotFoundError",
    "DocumentPatch",
    "Embedder",
    "Equal",
    "Explanation",
    "FixedSizeChunker",
    "GrepMode",
    "HashingEmbedder",
    "In",
    "IndexingError",
    "IngestContext",
    "KeywordRetriever",
    "KeywordSearchQuery",
    "KeywordStoreIndex",
    "MarkdownChunker",
    "MissingDependencyError",
    "NavWidget",
    "NavigableIndex",
    "NavigationDirection",
    "NavwidgetError",
    "NearestNeighbourRetriever",
    "Not",
    "Or",
    "Outline",
    "PatchableIndex",
    "RRFRetriever",
    "Range",
    "RecursiveChunker",
    "RetrievableIndex",
    "RetrievalContext",
    "SearchError",
    "SearchResult",
    "SearchResultChunk",
    "SourceInfo",
    "SourceNotFoundError",
    "StaticEmbedder",
    "StorageError",
    "StoreIndex",
    "VectorSearchQuery",
    "VectorStoreIndex",
    "VersionedIndex",
    "__version__",
    "as_embedder",
    "capabilities",
    "compute_char_locator",
    "compute_id",
    "compute_page_locator",
    "explore",
    "link",
    "match_spans",
    "merge_evidence",
    "replace_char_locator",
    "span_from_utf8",
    "utf16_span",
]

_LATER = {
    "NavWidget": "navwidget.widget.navwidget",
    "explore": "navwidget.widget.explore",
    "link": "navwidget.widget.linking",
}
_PACKAGES = {"adapters", "samples", "testing"}


def __getattr__(name: str) -> Any:
    """Import what brings a notebook's packages with it, and what few need, when it is asked for (PEP 562)."""
    from importlib import import_module

    if name in _PACKAGES:
        return import_module(f"navwidget.{name}")
    if name not in _LATER:
        raise AttributeError(f"module 'navwidget' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_LATER[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_PACKAGES})
