"""What a reader has received so far, in whatever list it came."""

from __future__ import annotations

from navwidget.models import ChunkType
from navwidget.protocols import Outline
from navwidget.spans import Span, merge_spans
from navwidget.widget.reading import Reading
from navwidget.widget.source import OpenSource


class Covered:
    """The ids of the chunks that were read, which "unread only" leaves out of a search, and where these lie.

    Both say the same: a chunk covers its span from when it is first listed, until the index has it no more.
    """

    def __init__(self) -> None:
        self.ids: set[str] = set()
        self._spans: dict[tuple[str, ChunkType], tuple[Outline, list[Span]]] = {}

    def add(self, source: OpenSource, reading: Reading) -> None:
        """Take in the chunks of a list of a source."""
        fresh = reading.by_id.keys() - self.ids
        spans = self.spans(source)
        self.ids |= fresh
        spans = merge_spans([*spans, *(reading.by_id[chunk_id].span for chunk_id in fresh)]) if fresh else spans
        self._spans[source.source_id, source.chunk_type] = source.outline, spans

    def spans(self, source: OpenSource) -> list[Span]:
        """Give the spans of a source that are covered by chunks of the type on show, overlaps once, ascending."""
        outline, spans = self._spans.get((source.source_id, source.chunk_type), (source.outline, []))
        if outline is source.outline or not source.outline.complete:
            return spans
        rows, code = self.rows(source), list(ChunkType).index(source.chunk_type)
        starts, ends, types = source.outline.starts, source.outline.ends, source.outline.chunk_types
        return merge_spans((int(starts[row]), int(ends[row])) for row in rows if types[row] == code)

    def rows(self, source: OpenSource) -> list[int]:
        """List the rows of a source, of all types, that were read."""
        return [row for row, chunk_id in enumerate(source.outline.ids) if chunk_id in self.ids]
