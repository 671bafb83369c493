"""Reciprocal rank fusion against 300 recorded fusions and against the formula."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from navwidget.store.fusion import fuse
from tests.fixtures import extra_records


@pytest.mark.parametrize("record", extra_records("rrf"))
def test_a_recorded_fusion_is_reproduced(record):
    fused = fuse(record["groups"], record["weights"], record["rank_constant"], record["top_k"])
    assert [hit.item for hit in fused] == record["ids"]
    assert [hit.score for hit in fused] == pytest.approx(record["scores"], rel=0, abs=1e-12)


rankings = st.lists(st.lists(st.integers(0, 12), unique=True), min_size=1, max_size=4)


@given(rankings, st.integers(1, 100))
def test_every_item_has_the_sum_of_its_children_and_says_which_they_were(groups, rank_constant):
    fused = {hit.item: hit for hit in fuse(groups, rank_constant=rank_constant)}
    for item in {item for group in groups for item in group}:
        ranks = [(child, group.index(item) + 1) for child, group in enumerate(groups) if item in group]
        assert list(fused[item].ranks) == ranks
        assert fused[item].score == pytest.approx(sum(1 / (rank_constant + rank) for _, rank in ranks))


@given(rankings)
def test_ties_stand_in_the_order_of_first_appearance(groups):
    appearance = list(dict.fromkeys(item for group in groups for item in group))
    keys = [(-hit.score, appearance.index(hit.item)) for hit in fuse(groups)]
    assert keys == sorted(keys)


def test_weights_and_rankings_must_be_as_many():
    with pytest.raises(ValueError, match="zip"):
        fuse([["a"], ["b"]], weights=[1.0])
