"""The few largest of many values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def kth_largest(values: NDArray[np.floating], k: int) -> float:
    """Find the k-th largest value; minus infinity where there are fewer.

    Scores are mostly equal (zero, for words that few chunks have), which is the worst case of a partition. So a first
    pass takes the maximum of every run of up to 1,024 values: the k-th largest of those maxima is a lower bound, and
    only the runs that reach it are looked at again.

    Parameters
    ----------
    values : numpy.ndarray of float, shape (n,)
        No NaN among them.
    k : int
        At least 1.

    Examples
    --------
    >>> kth_largest(np.array([0.5, 2.0, 2.0, -1.0]), 2), kth_largest(np.array([0.5]), 2)
    (2.0, -inf)
    """
    if len(values) < k:
        return -np.inf
    run = min(1024, len(values) // (4 * k))
    if run < 8:
        return float(np.partition(values, -k)[-k])
    whole = len(values) // run * run
    runs = values[:whole].reshape(-1, run)
    maxima = runs.max(axis=1)
    bound = np.partition(maxima, -k)[-k]
    reached = np.concatenate([runs[maxima >= bound].ravel(), values[whole:]])
    return float(np.partition(reached[reached >= bound], -k)[-k])


def at_least(values: NDArray[np.floating], bound: float) -> NDArray[np.intp]:
    """Give the positions of the values that reach a bound, in ascending order."""
    return np.flatnonzero(values >= bound)
