"""What a reader has received so far, in whatever list it came."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from navwidget.models import ChunkType
from navwidget.protocols import Outline
from navwidget.spans import Span, gaps, merge_spans, unread
from navwidget.widget.reading import Reading
from navwidget.widget.source import OpenSource


@dataclass(frozen=True)
class Coverage:
    """What was read of a source, by chunks of one type.

    Parameters
    ----------
    source_id : str
        The source.
    chunk_type : ChunkType
        The type.
    characters : int or None
        The length of the source, or None where not all of it is known.
    spans : list of tuple of int
        What was read, overlaps once, ascending.
    """

    source_id: str
    chunk_type: ChunkType
    characters: int | None
    spans: list[Span]

    @property
    def read(self) -> int:
        """How many characters were read.

        >>> Coverage("fish.txt", ChunkType.CONTENT, 19, [(0, 10), (12, 15)]).read
        13
        """
        return sum(end - start for start, end in self.spans)

    @property
    def share(self) -> float | None:
        """The part that was read, from 0 to 1, or None where the length is not known."""
        return self.read / self.characters if self.characters else None

    @property
    def unread(self) -> list[Span]:
        """What was not read; of a source whose length is not known, only what lies between.

        >>> Coverage("fish.txt", ChunkType.CONTENT, 19, [(0, 10), (12, 15)]).unread
        [(10, 12), (15, 19)]
        """
        return unread(self.spans) if self.characters is None else gaps(self.characters, self.spans)


class Covered:
    """The ids of the chunks that were read, which "unread only" leaves out of a search, and where these lie.

    Both say the same: a chunk covers its span from when it is first listed, until the index has it no more.
    """

    def __init__(self) -> None:
        self.ids: set[str] = set()
        self._spans: dict[tuple[str, ChunkType], tuple[Outline, list[Span]]] = {}

    def add(self, source: OpenSource, reading: Reading) -> None:
        """Take in the chunks of a list of a source."""
        fresh = [entry for chunk_id, entry in reading.by_id.items() if chunk_id not in self.ids]
        self._add(source, [])
        for chunk_type in {entry.result.chunk.chunk_type for entry in fresh}:
            mine = [entry.span for entry in fresh if entry.result.chunk.chunk_type is chunk_type]
            self._add(replace(source, chunk_type=chunk_type), mine)
        self.ids.update(entry.id for entry in fresh)

    def _add(self, source: OpenSource, fresh: list[Span]) -> None:
        spans = self.spans(source)
        spans = merge_spans([*spans, *fresh]) if fresh else spans
        self._spans[source.source_id, source.chunk_type] = source.outline, spans

    def spans(self, source: OpenSource) -> list[Span]:
        """Give the spans of a source that are covered by chunks of the type on show, overlaps once, ascending."""
        outline, spans = self._spans.get((source.source_id, source.chunk_type), (source.outline, []))
        if outline is source.outline or not source.outline.complete:
            return spans
        rows = [row for row in self.rows(source) if source.is_shown[row]]
        return merge_spans(zip(source.outline.starts[rows].tolist(), source.outline.ends[rows].tolist(), strict=True))

    def rows(self, source: OpenSource) -> list[int]:
        """List the rows of a source, of all types, that were read."""
        return [row for row, chunk_id in enumerate(source.outline.ids) if chunk_id in self.ids]

    def sources(self) -> Iterator[Coverage]:
        """List what was read of each source and type, in the order in which they were opened."""
        for (source_id, chunk_type), (outline, spans) in self._spans.items():
            if spans:
                yield Coverage(source_id, chunk_type, outline.length if outline.complete else None, spans)
