"""The few largest of many values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def kth_largest(values: NDArray[np.floating], k: int, floor: float = -np.inf) -> float:
    """Find the k-th largest value; the floor where fewer than k values are above it.

    Scores are mostly equal (zero, for words that few chunks have), which is the worst case of a partition. So a first
    pass takes the maximum of every run of up to 1,024 values: the k-th largest of those maxima is a lower bound, and
    only what reaches it, or at least is above the floor, is looked at again.

    Parameters
    ----------
    values : numpy.ndarray of float, shape (n,)
        No NaN among them.
    k : int
        At least 1.
    floor : float, optional
        Values up to this do not matter.

    Examples
    --------
    >>> values = np.array([0.5, 2.0, 2.0, 0.0, 0.0])
    >>> kth_largest(values, 2), kth_largest(values, 4, floor=0.0)
    (2.0, 0.0)
    """
    run = min(1024, len(values) // (4 * k))
    if run >= 128:
        whole = len(values) // run * run
        runs, rest = values[:whole].reshape(-1, run), values[whole:]
        maxima = runs.max(axis=1)
        bound = np.partition(maxima, -k)[-k]
        values = np.concatenate([runs[maxima >= bound if bound > floor else maxima > floor].ravel(), rest])
    values = values[values > floor]
    return float(np.partition(values, -k)[-k]) if len(values) >= k else floor


def at_least(values: NDArray[np.floating], bound: float) -> NDArray[np.intp]:
    """Give the positions of the values that reach a bound, in ascending order."""
    return (values >= bound).nonzero()[0]
