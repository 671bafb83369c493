"""What every peer is asked: the rows find out by name which methods one has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from types import MappingProxyType
from typing import Any, ClassVar

from benchmarks.corpus import Corpus
from navwidget.models import Document


class Skipped(Exception):  # noqa: N818 - nothing is wrong
    """This peer cannot take part; the message says why."""


class Peer:
    """An index in a directory.

    A peer has those of these methods that it can answer: ``get_chunk(id)``, ``next(source_id, offset, k)``,
    ``previous(source_id, offset, k)``, ``read(source_id, start, end, k)``, ``grep(source_id, pattern, k)``,
    ``grep_terms(source_id, terms, k)``, ``keyword(text, k)``, ``vector(embedding, k)``, ``hybrid(text, embedding, k)``
    and ``replace(document)``. Every answer holds whole chunks, in whatever form is natural, best or first one first.

    Parameters
    ----------
    directory : Path
        Where it keeps its files.
    corpus : Corpus
        What is in it.
    """

    name: ClassVar[str]
    most_chunks: ClassVar[int] = 10**9
    """With more chunks it is left out, because building it takes too long."""
    differs: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Methods that follow another rule, and which; their answers are compared as far as they can be."""

    def __init__(self, directory: Path, corpus: Corpus) -> None:
        self.directory = directory
        self.corpus = corpus

    def build(self, documents: Iterable[Document]) -> Iterable[int]:
        """Index documents; yields the number of chunks after each write."""
        raise NotImplementedError

    def open(self) -> None:
        """Open what `build` left, so that questions can be asked."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of it."""

    def can(self, method: str) -> bool:
        return hasattr(self, method)

    def ids(self, answer: Any) -> list[str]:
        """The ids of the chunks of an answer, in its order."""
        raise NotImplementedError

    def scores(self, answer: Any) -> list[float]:
        """The scores of a ranked answer."""
        raise NotImplementedError

    def timed(self, method: str, calls: Sequence[tuple[Any, ...]]) -> float:
        """Seconds that some calls take together."""
        ask = getattr(self, method)
        start = perf_counter()
        for call in calls:
            ask(*call)
        return perf_counter() - start

    def answers(self, method: str, calls: Sequence[tuple[Any, ...]]) -> list[list[str]]:
        """Ids of the answers to some calls."""
        return [self.ids(getattr(self, method)(*call)) for call in calls]

    def file_size(self) -> int:
        """Bytes on disk."""
        return sum(path.stat().st_size for path in self.directory.rglob("*") if path.is_file())
