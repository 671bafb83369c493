"""The k-th largest against a full sort."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from navwidget.store.topk import at_least, kth_largest

few_values = st.sampled_from([0.0, 0.0, 0.0, -1.5, 0.25, 3.0])
many_ties = st.integers(0, 5000).flatmap(lambda n: arrays(np.float64, n, elements=few_values, fill=st.just(0.0)))
any_values = arrays(np.float32, st.integers(0, 3000), elements=st.floats(-10, 10, width=32))


@given(many_ties | any_values, st.integers(1, 120))
def test_kth_largest_is_that_of_a_full_sort(values, k):
    expected = np.sort(values)[-k] if len(values) >= k else -np.inf
    assert kth_largest(values, k) == expected
    assert kth_largest(values, k, floor=0.0) == max(expected, 0.0)


@given(many_ties, st.integers(1, 50))
def test_all_ties_at_the_bound_are_kept(values, k):
    bound = kth_largest(values, k)
    assert at_least(values, bound).tolist() == [i for i, value in enumerate(values) if value >= bound]


@pytest.mark.parametrize("place", ["first", "last", "spread"])
def test_the_few_scored_rows_among_many_zeros_are_found_wherever_they_are(place):
    values = np.zeros(100_003)
    rows = {"first": slice(0, 10), "last": slice(-10, None), "spread": slice(0, None, 10_007)}[place]
    values[rows] = np.arange(1, len(values[rows]) + 1)
    assert kth_largest(values, 3) == len(values[rows]) - 2
