"""Many documents on their way in: in batches of a steady size, with a bar that moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from operator import length_hint

from pydantic import BaseModel

from navwidget.models import Document
from navwidget.wording import shortly

_BATCH_CHUNKS = 4096
_SOON = 1.0  # seconds without a bar: nobody reads one that goes at once


def batches(documents: Iterable[Document]) -> Iterator[list[Document]]:
    """Put documents together until they have some thousand chunks.

    Where the iterable fails, what it gave before comes first, and then its error.
    """
    remaining = iter(documents)
    failure: Exception | None = None
    while failure is None:
        batch: list[Document] = []
        chunks = 0
        try:
            while chunks < _BATCH_CHUNKS:
                batch.append(next(remaining))
                chunks += len(getattr(batch[-1], "chunks", ()))  # the writer says what is no document
        except Exception as error:
            failure = error
        if batch:
            yield batch
    if not isinstance(failure, StopIteration):
        raise failure


def refuse_single(documents: Iterable[Document]) -> None:
    """Refuse one document where many are wanted."""
    if isinstance(documents, Document):
        raise TypeError("documents is a single Document: put it into a list, or call index_document.")
    if isinstance(documents, str | bytes | BaseModel) or not isinstance(documents, Iterable):
        raise TypeError(f"documents is {shortly(documents)}, but must be a list of Documents, or give them one by one.")


class Until(Iterable[Document]):
    """Documents until nobody wants more of them; as many as there are, where that is known.

    Parameters
    ----------
    documents : iterable of Document
        All of them.

    Raises
    ------
    TypeError
        It is a single document, which has fields to iterate over but is no collection.
    """

    def __init__(self, documents: Iterable[Document]) -> None:
        refuse_single(documents)
        self._documents = documents
        self.is_over = False

    def __iter__(self) -> Iterator[Document]:
        return takewhile(lambda _: not self.is_over, self._documents)

    def __length_hint__(self) -> int:
        return length_hint(self._documents)


def shown(documents: Iterable[Document], *, progress: bool) -> Iterable[Document]:
    """Show a bar while the documents are taken, if wanted and if it takes long; it is gone when they are stored."""
    if not progress:
        return documents
    from tqdm.auto import tqdm  # in a notebook this imports its widgets: only when a bar is wanted

    total = length_hint(documents) or None
    bar: Iterable[Document] = tqdm(documents, desc="Indexing", unit=" documents", total=total, delay=_SOON, leave=False)
    return bar
