"""What is measured: the questions of every row, and how its answers are compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.corpus import ABSENT, RARE, SEED, Corpus

Calls = Sequence[tuple[Any, ...]]
_PLACES = 100


@dataclass(frozen=True)
class Row:
    """A row of the table.

    Parameters
    ----------
    name : str
        What it is called.
    methods : tuple of str
        The method that is called; of several the first that a peer has.
    calls : callable
        Takes the corpus and the number of the round, and gives the arguments of every call.
    compared : {"ids", "ranks", "none"}
        Whether answers must be the same, or may order equal scores as they like, or have nothing to compare.
    """

    name: str
    methods: tuple[str, ...]
    calls: Callable[[Corpus, int], Calls]
    compared: str = "ids"


def _places(corpus: Corpus, seed: int) -> list[tuple[str, int, str]]:
    """Random chunks of up to 10 sources: source_id, where the chunk starts, and its id."""
    rng = np.random.default_rng([SEED, 11, seed])
    numbers = rng.integers(0, len(corpus.sizes), 10).tolist()
    places = []
    for place in range(_PLACES):
        document = corpus.known(numbers[place % 10 % (3 if corpus.shape != "many" else 10)])
        chunk = document.chunks[int(rng.integers(0, len(document.chunks)))]
        places.append((document.source_id, chunk.start_offset, chunk.id))
    return places


def _chunks(corpus: Corpus, _: int) -> Calls:
    return [(chunk_id,) for *_, chunk_id in _places(corpus, 0)]


def _steps(corpus: Corpus, _: int) -> Calls:
    return [(source_id, offset, 2) for source_id, offset, _ in _places(corpus, 0)]


def _new_steps(corpus: Corpus, number: int) -> Calls:
    """Other places in every round, so that no answer is at hand from the last one."""
    return [(source_id, offset, 2) for source_id, offset, _ in _places(corpus, 1 + number)]


def _spans(corpus: Corpus, _: int) -> Calls:
    return [(source_id, offset, offset + 5000, 20) for source_id, offset, _ in _places(corpus, 0)]


def _patterns(*patterns: str, k: int = 5) -> Callable[[Corpus, int], Calls]:
    return lambda corpus, _: [(corpus.known(0).source_id, pattern, k) for pattern in patterns]


def _questions(corpus: Corpus, _: int) -> Calls:
    return [(query, 10) for query in corpus.queries]


def _vectors(corpus: Corpus, _: int) -> Calls:
    return [(vector, 10) for vector in corpus.embedder.embed(corpus.queries[:5]).tolist()]


def _both(corpus: Corpus, _: int) -> Calls:
    vectors = corpus.embedder.embed(corpus.queries[:5]).tolist()
    return [(query, vector, 10) for query, vector in zip(corpus.queries, vectors, strict=False)]


def _replacement(corpus: Corpus, number: int) -> Calls:
    return [(corpus.replacement(1 + number),)]


def _small_replacement(corpus: Corpus, number: int) -> Calls:
    return [(corpus.replacement(1001 + number, chunks=10),)]


ROWS = (
    Row("get_chunk", ("get_chunk",), _chunks),
    Row("navigate, next 2", ("next",), _steps),
    Row("navigate, previous 2", ("previous",), _steps),
    Row("navigate, places not asked before", ("previous",), _new_steps),
    Row("read 5,000 characters", ("read",), _spans),
    Row("grep, rare", ("grep",), _patterns(RARE)),
    Row("grep, absent", ("grep_absent", "grep"), _patterns(ABSENT)),
    Row("grep, common", ("grep",), _patterns("the", "people")),
    Row("grep, term", ("grep_terms",), _patterns("ledger quokka", "notice period", "people customer agreement")),
    Row("keyword, top 10", ("keyword",), _questions, "ranks"),
    Row("vector, top 10", ("vector",), _vectors, "ranks"),
    Row("hybrid, top 10", ("hybrid",), _both, "ranks"),
    Row("replace 1,000 chunks", ("replace",), _replacement, "none"),
    Row("replace them by 10, and those again", ("replace",), _small_replacement, "none"),
)
