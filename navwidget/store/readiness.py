"""Which questions are answered at once: those that keep an event loop waiting for a few milliseconds at most.

Everything else is asked in a thread, which costs about a tenth of a millisecond.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from navwidget.models import KeywordSearchQuery, VectorSearchQuery
from navwidget.store.index import Index
from navwidget.store.segment import Segment

_RESULTS = 200
_RESULT_BYTES = 1 << 20
_GREP_BYTES = 4 << 20
_GREP_CHUNKS = 5_000
_RANKED_ROWS = 20_000
_QUERY_LENGTH = 2_000


class Readiness:
    """Tells whether an answer is at hand; each method for one kind of question, whose arguments may be nonsense.

    Parameters
    ----------
    index : Index
        What is asked.
    """

    def __init__(self, index: Index) -> None:
        self._index = index

    def source(self, source_id: Any, count: Any = 1) -> bool:
        """Whether some results of one source are."""
        segment = self._segment(source_id)
        return segment is not None and _is_little(segment, count)

    def chunk(self, chunk_id: Any, *counts: Any) -> bool:
        """Whether a chunk is, or some next to it."""
        place = self._index.view().places.get(chunk_id) if isinstance(chunk_id, str) else None
        return place is not None and all(self.source(place[0].source_id, count) for count in counts or [1])

    def grep(self, source_id: Any, pattern: Any, content_type: Any, count: Any) -> bool:
        """Whether the chunks that hold a pattern are: in a folded text so small that it is searched quickly."""
        segment = self._segment(source_id)
        if segment is None or not _is_little(segment, count):
            return False
        if not (isinstance(pattern, str) and isinstance(content_type, str)):
            return False
        size = segment.folded_size(content_type)
        return (
            size is not None
            and len(pattern) + len(segment) <= _GREP_CHUNKS
            and size * max(len(pattern.split()), 1) <= _GREP_BYTES
        )

    def ranking(self, query: Any) -> bool:
        """Whether a ranking is: all is in memory, and it is little."""
        if not (isinstance(query, KeywordSearchQuery | VectorSearchQuery) and isinstance(query.top_k, int)):
            return False
        if not (isinstance(query.query, str | None) and _is_empty(query.exclude_ids, query.exclude_source_ids)):
            return False
        view = self._index.view()
        return (
            view.is_loaded
            and view.keywords.rows <= _RANKED_ROWS
            and len(query.query or "") <= _QUERY_LENGTH
            and query.top_k <= min(_RESULTS, _RESULT_BYTES // view.bytes_per_chunk)
        )

    def _segment(self, source_id: Any) -> Segment | None:
        return self._index.held(source_id) if isinstance(source_id, str) else None


def _is_empty(*collections: Any) -> bool:
    return all(isinstance(collection, list | tuple | set | frozenset) and not collection for collection in collections)


def _is_little(segment: Segment, count: Any) -> bool:
    count = min(int(count), len(segment)) if isinstance(count, int | np.integer) else 0
    return count <= _RESULTS and count * segment.source.size <= _RESULT_BYTES * len(segment) and segment.is_warm
