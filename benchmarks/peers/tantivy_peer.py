"""tantivy: the search library in Rust that most resembles Lucene."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Any

import tantivy

from benchmarks.peers.base import Peer
from navwidget.models import Document
from navwidget.text import tokens

Answer = list[tuple[dict[str, Any], float]]


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    builder.add_text_field("source_id", stored=True, tokenizer_name="raw")
    builder.add_integer_field("start_offset", stored=True)
    builder.add_integer_field("end_offset", stored=True)
    builder.add_text_field("content", stored=True, tokenizer_name="default")
    return builder.build()


class Tantivy(Peer):
    name = "tantivy"
    differs = MappingProxyType({"keyword": "lengths rounded to one of 256 values"})

    def build(self, documents: Iterable[Document]) -> Iterable[int]:
        self.directory.joinpath("tantivy").mkdir()
        self.index = tantivy.Index(_schema(), path=str(self.directory / "tantivy"))
        writer = self.index.writer(heap_size=128 << 20, num_threads=1)
        for document in documents:
            self._add(writer, document)
            yield len(document.chunks)
        writer.commit()
        writer.wait_merging_threads()

    def open(self) -> None:
        self.index = tantivy.Index.open(str(self.directory / "tantivy"))
        self.searcher = self.index.searcher()
        self.writer: tantivy.IndexWriter | None = None

    def _add(self, writer: tantivy.IndexWriter, document: Document) -> None:
        for chunk in document.chunks:
            fields = chunk.model_dump(include={"id", "source_id", "start_offset", "end_offset", "content"})
            writer.add_document(tantivy.Document.from_dict(fields))

    def ids(self, answer: Answer) -> list[str]:
        return [fields["id"][0] for fields, _ in answer]

    def scores(self, answer: Answer) -> list[float]:
        return [score for _, score in answer]

    def keyword(self, text: str, k: int) -> Answer:
        query = self.index.parse_query(" ".join(tokens(text)), ["content"])
        hits = self.searcher.search(query, k, count=False).hits
        return [(self.searcher.doc(address).to_dict(), score) for score, address in hits]

    def replace(self, document: Document) -> None:
        if self.writer is None:
            self.writer = self.index.writer(heap_size=128 << 20, num_threads=1)
        self.writer.delete_documents_by_term("source_id", document.source_id)
        self._add(self.writer, document)
        self.writer.commit()
        self.index.reload()
        self.searcher = self.index.searcher()

    def close(self) -> None:
        self.writer = None
