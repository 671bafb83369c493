"""Reciprocal rank fusion: one ranking out of several."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Fused(Generic[K]):
    """One item of the fused ranking.

    Parameters
    ----------
    item : hashable
        What was ranked.
    score : float
        The fused score.
    ranks : tuple of (int, int)
        Which children ranked it where: position of the child from 0, rank from 1.
    """

    item: K
    score: float
    ranks: tuple[tuple[int, int], ...]


def fuse(
    rankings: Sequence[Sequence[K]],
    weights: Sequence[float] | None = None,
    rank_constant: int = 60,
    top_k: int | None = None,
) -> list[Fused[K]]:
    """Fuse rankings by ``sum of weight / (rank_constant + rank)``.

    Reciprocal rank fusion, Cormack, Clarke and Buettcher, SIGIR 2009, https://doi.org/10.1145/1571941.1572114

    Parameters
    ----------
    rankings : sequence of sequence of hashable
        The children's rankings, best first, each item once a ranking.
    weights : sequence of float, optional
        One a child; by default all are 1.
    rank_constant : int, optional
        How flat the top is.
    top_k : int, optional
        At most so many; by default all.

    Returns
    -------
    list of Fused
        Best first; ties by first appearance, child by child and rank by rank.

    Examples
    --------
    >>> [(hit.item, round(hit.score, 4), hit.ranks) for hit in fuse([["a", "b"], ["b"]])]
    [('b', 0.0325, ((0, 2), (1, 1))), ('a', 0.0164, ((0, 1),))]
    """
    scores: dict[K, float] = {}
    ranks: dict[K, list[tuple[int, int]]] = {}
    for child, (ranking, weight) in enumerate(zip(rankings, weights or [1.0] * len(rankings), strict=True)):
        for rank, item in enumerate(ranking, start=1):
            scores[item] = scores.get(item, 0.0) + weight / (rank_constant + rank)
            ranks.setdefault(item, []).append((child, rank))
    best = sorted(scores, key=scores.__getitem__, reverse=True)[
        :top_k
    ]  # sorted is stable: first appearance stays first
    return [Fused(item, scores[item], tuple(ranks[item])) for item in best]
