"""Both ways of folding the texts of a source for grep give the same bytes."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from navwidget.store.columns import bounds_of, decode, encode
from navwidget.store.folded import _BLOCK, FoldedLane, FoldedText, _fold_each, _fold_in_place
from navwidget.text import fold

SAME_SIZE = "aZ éÉÀµΩωК к中文\U0001f600\U00010400\ud800\udc00\0"
OTHER_SIZE = "ẞ\u212aİ\u212b"
texts = (
    st.lists(st.text(st.sampled_from(SAME_SIZE), max_size=8))
    | st.lists(st.text(max_size=8))
    | st.lists(st.text(st.sampled_from(SAME_SIZE + OTHER_SIZE), max_size=8))
)


@given(texts)
def test_folding_together_gives_what_folding_each_gives(texts):
    pieces = [encode(text) for text in texts]
    folded = FoldedText(pieces)
    expected = [encode(fold(decode(piece))) for piece in pieces]
    assert folded._buffer == b"".join(expected) == b"".join(_fold_each(pieces))
    assert folded._bounds.tolist() == bounds_of(map(len, expected)).tolist()


def test_few_letters_of_equal_size_are_folded_in_place():
    assert _fold_in_place(encode("ÉÉ Ω")) == encode("éé ω")


def test_letters_that_change_their_size_or_are_many_are_left_to_the_other_way():
    assert _fold_in_place(encode("\u212a")) is None
    assert (
        _fold_in_place(encode("".join(map(chr, range(0x410, 0x42F))) + "".join(map(chr, range(0x10A0, 0x10C6)))))
        is None
    )


def test_a_lane_is_folded_only_as_far_as_a_search_has_come():
    """What is everywhere costs one block; what is nowhere costs all, once; either is found where it stands."""
    chunks, folded = 3 * _BLOCK + 5, []
    content = [encode(f"THE {'last' if row == chunks - 1 else 'other'}") for row in range(chunks)]

    def texts(rows):
        folded.append(len(rows))
        return [content[row - 7] for row in rows.tolist()]

    lane = FoldedLane(np.arange(chunks) + 7, texts)
    assert lane.matching(["the"], 3).tolist() == [7, 8, 9]
    assert (folded, lane.size) == ([_BLOCK], None)
    assert lane.matching(["the"], _BLOCK + 1).tolist() == list(range(7, _BLOCK + 8))
    assert folded == [_BLOCK] * 2
    assert lane.matching(["LAST", "the"], 10**30).tolist() == [chunks + 6]
    assert lane.matching(["nowhere"], 1).tolist() == []
    assert (folded, lane.size) == ([_BLOCK] * 3 + [5], sum(map(len, content)))


def test_a_lane_of_nothing_holds_nothing():
    lane = FoldedLane(np.arange(0), lambda rows: [])
    assert (lane.matching(["a"], 1).tolist(), lane.size) == ([], 0)
