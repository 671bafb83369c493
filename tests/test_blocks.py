"""The log of blocks: what is merged when, and how many there come to be."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from navwidget.store.blocks import FANOUT, Live, due
from navwidget.store.bm25 import KeywordRanking
from navwidget.store.postings import PostingsBlock


def grown(writes, max_rows=10**9):
    """Append blocks of these sizes, merging what is due; gives the sizes at the end and the rows copied on the way."""
    sizes, copied = [], 0
    for rows in writes:
        sizes.append(rows)
        chosen = due([(size, size) for size in sizes], max_rows)
        merged = sum(sizes[i] for i in chosen)
        sizes = [size for i, size in enumerate(sizes) if i not in chosen] + [merged] * bool(chosen)
        copied += merged
    return sizes, copied


@pytest.mark.parametrize("rows", [1, 10, 1000])
def test_a_row_is_copied_about_once_for_every_fourfold_growth(rows):
    sizes, copied = grown([rows] * 4096)
    assert len(sizes) <= 1 + np.log(4096) / np.log(FANOUT) * (FANOUT - 1)
    assert copied <= 4096 * rows * np.log(4096) / np.log(FANOUT)


@given(st.lists(st.integers(1, 5000), max_size=300))
def test_there_are_never_many_blocks_and_no_row_is_lost(writes):
    sizes, _ = grown(writes)
    assert sum(sizes) == sum(writes)
    assert len(sizes) <= (FANOUT - 1) * (1 + np.log(sum(writes) or 1) / np.log(FANOUT))


def test_no_write_waits_for_more_than_the_largest_block():
    sizes, _ = grown([10] * 3000, max_rows=1000)
    assert max(sizes) < 1000 * FANOUT
    assert due([(1000, 1000)] * 20, max_rows=1000) == set()


def test_a_block_that_is_mostly_dead_is_written_again_whatever_its_size():
    assert due([(999, 2000), (1000, 2000), (0, 5)], max_rows=10) == {0, 2}


def test_rows_of_a_source_are_found_in_whichever_block_they_are():
    blocks = [PostingsBlock.build([(7, [["a"]] * 2), (3, [["a"]])]), PostingsBlock.build([(5, [["a"]] * 3), (9, [])])]
    layers = KeywordRanking.load(blocks, {7, 5, 9})
    assert [layers.rows_of(key) for key in (7, 3, 5, 9)] == [slice(0, 2), slice(2, 3), slice(3, 6), slice(6, 6)]
    assert layers.rows_of(4) == layers.rows_of(99) == slice(0, 0)
    assert layers.keys[layers.sources_of(np.arange(6))].tolist() == [7, 7, 3, 5, 5, 5]
    assert layers.alive_count == 5
    assert layers.alive.tolist() == [True, True, False, True, True, True]


def test_a_mask_that_spares_all_is_no_mask():
    block = PostingsBlock.build([(1, [["a"]])])
    assert Live(block, np.array([True])).alive is None
    assert KeywordRanking.load([block], [1]).alive is None
