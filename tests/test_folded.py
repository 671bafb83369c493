"""Both ways of folding the texts of a source for grep give the same bytes."""

from unittest import mock

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from navwidget.store import folded
from navwidget.store.columns import bounds_of, decode, encode
from navwidget.store.folded import _BLOCK, FoldedLane, FoldedText, _fold_each, _fold_in_place
from navwidget.store.grams import Grams
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
    text = FoldedText(pieces)
    expected = [encode(fold(decode(piece))) for piece in pieces]
    assert text._buffer == b"".join(expected) == b"".join(_fold_each(pieces))
    assert text._bounds.tolist() == bounds_of(map(len, expected)).tolist()


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
    chunks, asked = 3 * _BLOCK + 5, []
    content = [encode(f"THE {'last' if row == chunks - 1 else 'other'}") for row in range(chunks)]

    def texts(rows):
        asked.append(len(rows))
        return [content[row - 7] for row in rows.tolist()]

    lane = FoldedLane(np.arange(chunks) + 7, texts)
    assert lane.matching(["the"], 3).tolist() == [7, 8, 9]
    assert (asked, lane.size) == ([_BLOCK], None)
    assert lane.matching(["the"], _BLOCK + 1).tolist() == list(range(7, _BLOCK + 8))
    assert asked == [_BLOCK] * 2
    assert lane.matching(["LAST", "the"], 10**30).tolist() == [chunks + 6]
    assert lane.matching(["nowhere"], 1).tolist() == []
    assert (asked, lane.size) == ([_BLOCK] * 3 + [5], sum(map(len, content)))


def test_a_lane_of_nothing_holds_nothing():
    lane = FoldedLane(np.arange(0), lambda rows: [])
    assert (lane.matching(["a"], 1).tolist(), lane.size) == ([], 0)


WORDS = st.text(st.sampled_from("abé "), min_size=1, max_size=5)


@given(st.lists(st.text(st.sampled_from("abé "), max_size=12), max_size=6), st.lists(WORDS, min_size=1, max_size=3))
def test_a_text_that_knows_its_runs_is_searched_as_one_that_does_not(pieces, terms):
    """The first search of a long text goes through it, later ones first ask what it cannot hold."""
    with mock.patch.object(folded, "_LONG", 0):
        text = FoldedText([encode(piece) for piece in pieces])
        needles = [encode(fold(term)) for term in terms]
        expected = [i for i, piece in enumerate(pieces) if all(fold(term) in fold(piece) for term in terms)]
        assert [list(text.matching(needles)) for _ in range(3)] == [expected] * 3


@given(st.binary(max_size=40), st.data())
def test_no_run_of_a_text_is_denied(text, data):
    start = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(start, len(text)))
    assert Grams(text).may_hold(text[start:stop])


def test_a_long_text_denies_what_it_cannot_hold_from_the_second_search_on():
    text = FoldedText([b"notice of termination " * 20_000])
    assert list(text.matching([b"zyzzyva"])) == []
    assert "_grams" not in text.__dict__
    assert list(text.matching([b"termination"])) == [0]
    assert not text._may_hold([b"notice", b"zyzzyva"])
