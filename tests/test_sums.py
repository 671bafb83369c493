"""Sums by row against sums in a dict, to the last bit."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from navwidget.store.sums import Sums

gains = st.dictionaries(st.integers(0, 39), st.floats(1e-9, 1e9), max_size=8)


@given(st.lists(st.tuples(gains, st.booleans()), max_size=8), st.sampled_from([40, 4000]))
def test_each_row_has_its_sum_once_whether_few_rows_have_one_or_many(steps, count):
    sums, expected = Sums(count), {}
    for more, looks in steps:
        rows = sorted(more)
        sums.add(np.array(rows, np.uint32), np.array([more[row] for row in rows]))
        expected |= {row: expected.get(row, 0.0) + gain for row, gain in more.items()}
        if looks:
            assert told(sums, count) == expected
    assert told(sums, count) == expected


def told(sums, count):
    values, rows = sums.so_far()
    rows = np.arange(count) if rows is None else rows
    pairs = [(row, value) for row, value in zip(rows.tolist(), values.tolist(), strict=True) if value > 0]
    assert len(dict(pairs)) == len(pairs)
    return dict(pairs)
