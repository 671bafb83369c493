"""Many documents on their way in: in batches of a steady size, with a bar that moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from navwidget.models import Document

_BATCH_CHUNKS = 4096


def batches(documents: Iterable[Document]) -> Iterator[list[Document]]:
    """Put documents together until they have some thousand chunks."""
    batch: list[Document] = []
    chunks = 0
    for document in documents:
        batch.append(document)
        chunks += len(getattr(document, "chunks", ()))  # what is no document is refused where documents are stored
        if chunks >= _BATCH_CHUNKS:
            yield batch
            batch, chunks = [], 0
    if batch:
        yield batch


def shown(documents: Iterable[Document], *, progress: bool) -> Iterable[Document]:
    """Show a bar while the documents are taken, if wanted."""
    if not progress:
        return documents
    from tqdm.auto import tqdm  # in a notebook this imports its widgets: only when a bar is wanted

    bar: Iterable[Document] = tqdm(documents, desc="Indexing", unit=" documents")
    return bar
