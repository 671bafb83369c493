"""Filters over rows: a table of cases, and a reference of a few lines over dictionaries."""

from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from navwidget.retrievers import And, Equal, In, Not, Or, Range
from navwidget.store.filters import Constant, matching, named_sources


class Rows(list):
    """Rows as dictionaries."""

    def column(self, field):
        return [row.get(field) for row in self]


def matches(condition, value):
    """Whether a filter on field "x" matches one row that has this value there (None: that lacks it)."""
    row = {} if value is None else {"x": value}
    return matching(condition, Rows([row])).tolist() == [True]


NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("wanted", "value", "expected"),
    [
        ("a", "a", True),
        ("a", "A", False),
        (1, 1.0, True),
        (1, True, False),
        (True, 1, False),
        (True, True, True),
        (False, 0, False),
        (0, False, False),
        (1, "1", False),
        ("1", 1, False),
        ("a", None, False),
        ("a", ["b", "a"], True),
        ("a", ("b", "a"), True),
        ("a", [], False),
        ("a", {"a": 1}, False),
        (2**60 + 1, 2**60, False),
        (NOON, "2024-05-01T12:00:00Z", True),
        (NOON, "2024-05-01T14:00:00+02:00", True),
        (NOON, "2024-05-01 12:00:00", True),
        (NOON, "noon", False),
        (NOON, 5, False),
        (datetime(2024, 5, 1), "2024-05-01", True),
        (datetime(2024, 5, 1, 14, tzinfo=timezone(timedelta(hours=2))), "2024-05-01T12:00:00+00:00", True),
        ("2024-05-01", "2024-05-01T00:00:00", False),
    ],
)
def test_equal_compares_values_of_one_kind(wanted, value, expected):
    assert matches(Equal(field="x", value=wanted), value) is expected
    assert matches(In(field="x", values=(wanted, "something else")), value) is expected
    assert matches(Not(match=Equal(field="x", value=wanted)), value) is not expected


@pytest.mark.parametrize(
    ("bounds", "value", "expected"),
    [
        ({"gt": 1}, 1, False),
        ({"gte": 1}, 1, True),
        ({"lt": 2.5}, 2, True),
        ({"lte": 2}, 2.1, False),
        ({"gte": 1, "lt": 3}, 3, False),
        ({"gte": 1, "lt": 3}, [0, 2], True),
        ({"gte": 2, "lt": 3}, [1, 4], False),
        ({"gt": 0}, True, False),
        ({"gt": 0}, "5", False),
        ({"gt": 0}, None, False),
        ({"gt": 2**60}, 2**60 + 1, True),
        ({"gte": NOON}, "2024-05-01T12:00:00+00:00", True),
        ({"gt": NOON}, "2024-05-01T12:00:00.000001", True),
        ({"lt": NOON}, "2024-05-01", True),
        ({"lt": NOON}, "not a time", False),
        ({"lt": NOON}, 7, False),
    ],
)
def test_range_compares_numbers_with_numbers_and_times_with_iso_text(bounds, value, expected):
    assert matches(Range(field="x", **bounds), value) is expected


def test_empty_conditions_are_all_none_and_nothing():
    rows = Rows([{"x": 1}, {}])
    assert matching(And(matches=()), rows).tolist() == [True, True]
    assert matching(Or(matches=()), rows).tolist() == [False, False]
    assert matching(In(field="x", values=()), rows).tolist() == [False, False]


def test_a_constant_stands_for_every_row():
    class Same(Rows):
        def column(self, field):
            return Constant("a")

    rows = Same([{}, {}])
    assert matching(Equal(field="source_id", value="a"), rows).tolist() == [True, True]
    assert matching(Equal(field="source_id", value="b"), rows).tolist() == [False, False]


fields = st.sampled_from(["source_id", "page", "tag"])
values = st.sampled_from(["a", "b", 0, 1, 1.5, True, False])
leaves = (
    st.builds(Equal, field=fields, value=values)
    | st.builds(In, field=fields, values=st.lists(values, max_size=3).map(tuple))
    | st.builds(Range, field=fields, gte=st.integers(-1, 1), lt=st.integers(0, 3))
)
conditions = st.recursive(
    leaves,
    lambda inner: (
        st.builds(And, matches=st.lists(inner, max_size=3).map(tuple))
        | st.builds(Or, matches=st.lists(inner, max_size=3).map(tuple))
        | st.builds(Not, match=inner)
    ),
    max_leaves=8,
)
rows = st.lists(st.dictionaries(fields, values | st.lists(values, max_size=3)), max_size=8).map(Rows)


def reference(condition, row):
    if isinstance(condition, And):
        return all(reference(part, row) for part in condition.matches)
    if isinstance(condition, Or):
        return any(reference(part, row) for part in condition.matches)
    if isinstance(condition, Not):
        return not reference(condition.match, row)
    found = row.get(condition.field, [])
    return any(fits(condition, item) for item in (found if isinstance(found, list) else [found]))


def fits(condition, item):
    if isinstance(condition, Range):
        return type(item) in {int, float} and condition.gte <= item < condition.lt
    wanted = condition.values if isinstance(condition, In) else (condition.value,)
    return any(item == value and isinstance(item, bool) == isinstance(value, bool) for value in wanted)


@given(conditions, rows)
def test_a_filter_agrees_with_the_reference_row_by_row(condition, rows):
    assert matching(condition, rows).tolist() == [reference(condition, row) for row in rows]


@given(conditions, rows)
def test_no_source_outside_the_named_ones_can_match(condition, rows):
    rows = Rows([row for row in rows if isinstance(row.get("source_id"), str)])
    named = named_sources(condition)
    for row, matched in zip(rows, matching(condition, rows), strict=True):
        assert named is None or not matched or row["source_id"] in named


@pytest.mark.parametrize(
    ("condition", "named"),
    [
        (Equal(field="source_id", value="a"), {"a"}),
        (In(field="source_id", values=("a", "b", 3)), {"a", "b"}),
        (And(matches=(In(field="source_id", values=("a", "b")), Equal(field="source_id", value="b"))), {"b"}),
        (And(matches=(Equal(field="page", value=1),)), None),
        (Or(matches=(Equal(field="source_id", value="a"), Equal(field="source_id", value="b"))), {"a", "b"}),
        (Or(matches=(Equal(field="source_id", value="a"), Equal(field="page", value=1))), None),
        (Or(matches=()), set()),
        (Not(match=Equal(field="source_id", value="a")), None),
    ],
)
def test_named_sources(condition, named):
    assert named_sources(condition) == named


def test_numpy_values_are_compared_as_pythons_own():
    assert Equal(field="page", value=np.int64(2**60 + 1)).value == 2**60 + 1
    assert Equal(field="draft", value=np.bool_(True)).value is True
    assert In(field="page", values=np.array([1, 2])).values == (1, 2)
    assert Range(field="page", gte=np.float32(0.5)).bounds == {"gte": 0.5}


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_nothing_is_compared_with_what_is_no_number(value):
    for make in (lambda: Equal(field="page", value=value), lambda: Range(field="page", lt=value)):
        with pytest.raises(ValidationError, match="finite number"):
            make()
