"""A frame with a row for each chunk, asked by masks."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from benchmarks.corpus import REPLACED
from benchmarks.peers.base import Peer
from navwidget.models import Document

_FIELDS = ["id", "source_id", "chunk_type", "start_offset", "end_offset", "locator", "content"]


class Pandas(Peer):
    name = "pandas"
    most_chunks = 100_000

    def build(self, documents: Iterable[Document]) -> Iterable[int]:
        frames = []
        for document in documents:
            frames.append(_frame(document))
            yield len(document.chunks)
        pd.concat(frames, ignore_index=True).to_pickle(self.directory / "chunks.pickle")

    def open(self) -> None:
        self.frame = pd.read_pickle(self.directory / "chunks.pickle")

    def ids(self, answer: pd.DataFrame) -> list[str]:
        return list(answer["id"])

    def _source(self, source_id: str) -> pd.DataFrame:
        frame = self.frame
        return frame[(frame["source_id"] == source_id) & (frame["chunk_type"] == "content")]

    def get_chunk(self, chunk_id: str) -> pd.DataFrame:
        return self.frame[self.frame["id"] == chunk_id]

    def next(self, source_id: str, offset: int, k: int) -> pd.DataFrame:
        source = self._source(source_id)
        return source[source["start_offset"] >= offset].head(k)

    def previous(self, source_id: str, offset: int, k: int) -> pd.DataFrame:
        source = self._source(source_id)
        return source[source["end_offset"] <= offset].tail(k)

    def read(self, source_id: str, start: int, end: int, k: int) -> pd.DataFrame:
        source = self._source(source_id)
        return source[(source["start_offset"] >= start) & (source["end_offset"] <= end)].head(k)

    def grep(self, source_id: str, pattern: str, k: int) -> pd.DataFrame:
        source = self._source(source_id)
        return source[source["content"].str.contains(pattern, case=False, regex=False)].head(k)

    def grep_terms(self, source_id: str, terms: str, k: int) -> pd.DataFrame:
        source = self._source(source_id)
        for term in terms.split():
            source = source[source["content"].str.contains(term, case=False, regex=False)]
        return source.head(k)

    def replace(self, document: Document) -> None:
        kept = self.frame[self.frame["source_id"] != REPLACED]
        self.frame = pd.concat([kept, _frame(document)], ignore_index=True)


def _frame(document: Document) -> pd.DataFrame:
    rows = ([getattr(chunk, field) for field in _FIELDS] for chunk in document.chunks)
    return pd.DataFrame(rows, columns=_FIELDS)
