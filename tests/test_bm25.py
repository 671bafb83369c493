"""Keyword ranking against bm25s, rank_bm25, the formula written out, and itself in other layouts of blocks."""

import math
from pathlib import Path

import bm25s
import numpy as np
import pytest
import rank_bm25
from hypothesis import given
from hypothesis import strategies as st

from navwidget.store import bm25, postings
from navwidget.store.blocks import Live
from navwidget.store.bm25 import KeywordRanking
from navwidget.store.postings import PostingsBlock
from navwidget.store.terms import Terms
from navwidget.text import tokens
from tests.layouts import lived, steps

SAMPLES = Path(__file__).resolve().parent.parent / "navwidget" / "samples"


@pytest.fixture(scope="module", autouse=True)
def _small_corpora_take_the_path_of_large_ones():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bm25, "_LOOKUP_COST", 0.01)
        patch.setattr(bm25, "_PAUSE_COST", 0)
        patch.setattr(bm25, "_PAUSE_SHARE", 1.0)
        yield


def same_rank(keys):
    return keys


def in_blocks(rows, size=None):
    """Every `size` rows are a source in a block of its own; the numbers of rows are as in the list."""
    size = size or len(rows)
    firsts = range(0, len(rows), size or 1)
    return of_blocks(*(PostingsBlock.build([(first, rows[first : first + size])]) for first in firsts))


def of_blocks(*blocks):
    return KeywordRanking(tuple(map(Live, blocks)))


def all_scores(ranking, query):
    scores = ranking.scores(query)
    return np.concatenate([scores.of(key) for key in ranking.keys.tolist()])


def by_formula(rows, query):
    """The definition, row by row."""
    avglen = sum(map(len, rows)) / len(rows)
    df = {term: sum(term in row for row in rows) for term in query}
    return [
        math.fsum(
            math.log(1 + (len(rows) - df[term] + 0.5) / (df[term] + 0.5))
            * row.count(term)
            / (row.count(term) + 1.2 * (1 - 0.75 + 0.75 * len(row) / avglen))
            for term in query
        )
        for row in rows
    ]


def by_bm25s(rows, query):
    oracle = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    oracle.index(rows, show_progress=False)
    known = [term for term in query if term in oracle.vocab_dict]
    return oracle.get_scores(known) if known else np.zeros(len(rows))


words = st.sampled_from(["a", "b", "c", "d", "e", "ÿ", "検索", "\ud800"])
row = st.lists(words, max_size=12)
corpus = st.lists(row, min_size=1, max_size=30).filter(any)
query = st.lists(words | st.just("unknown"), max_size=6)


@given(corpus, query, st.integers(1, 30))
def test_scores_are_those_of_the_formula_and_of_bm25s(rows, query, size):
    scores = all_scores(in_blocks(rows, size), query)
    np.testing.assert_allclose(scores, by_formula(rows, query), rtol=1e-12, atol=0)
    np.testing.assert_allclose(scores, by_bm25s(rows, query), rtol=1e-5, atol=1e-6)


@pytest.fixture(scope="module")
def real_rows():
    texts = [path.read_text("utf-8") for path in sorted(SAMPLES.glob("*.*")) if path.name != "NOTICE.md"]
    return [tokens(text[i : i + 400]) for text in texts for i in range(0, len(text), 400)]


@pytest.mark.parametrize(
    "question",
    ["How long is the notice period?", "calibration of the flow meter", "the the of and", "GIL free threading", "é"],
)
@pytest.mark.parametrize("size", [None, 50])
def test_real_text_is_scored_as_by_bm25s_and_the_best_are_the_best(real_rows, question, size):
    query = tokens(question)
    ranking = in_blocks(real_rows, size)
    scores = all_scores(ranking, query)
    np.testing.assert_allclose(scores, by_bm25s(real_rows, query), rtol=1e-4, atol=1e-6)
    best = sorted((-score, i) for i, score in enumerate(scores) if score > 0)[:25]
    hits = ranking.scores(query).top(25, same_rank)
    assert [(-hit.score, hit.key + hit.row) for hit in hits] == best


def test_single_terms_order_the_rows_as_rank_bm25_does(real_rows):
    oracle = rank_bm25.BM25Okapi(real_rows, k1=1.2, b=0.75)
    ranking = in_blocks(real_rows)
    for term in ["notice", "calibration", "chambre", "python", "energy"]:
        assert oracle.idf[term] > 0
        mine = all_scores(ranking, [term])
        in_their_order = mine[np.argsort(-oracle.get_scores([term]), kind="stable")]
        assert (np.diff(in_their_order) <= 1e-12).all()


def test_a_term_that_the_query_has_twice_counts_twice():
    ranking = in_blocks([["a", "b"], ["a"], ["c"]])
    np.testing.assert_array_equal(all_scores(ranking, ["a", "a"]), 2 * all_scores(ranking, ["a"]))


def test_terms_are_found_in_all_blocks_and_kept():
    terms = Terms(in_blocks([["a", "b"], ["b", "b"], [], ["a", "c"]], size=2))
    a, b = terms.find(["a", "unknown", "b"])
    assert [(term.text, term.df, term.rows.tolist(), term.tf.tolist(), term.most) for term in (a, b)] == [
        ("a", 2, [0, 3], [1, 1], 1),
        ("b", 2, [0, 1], [1, 2], 2),
    ]
    assert b.tf_at(np.array([3, 1, 0, 2], np.uint32)).tolist() == [0, 2, 1, 0]
    again = terms.find(["b", "c", "a"])
    assert (again[0], again[2]) == (b, a)


@pytest.mark.parametrize("query", [[], ["unknown"]])
@pytest.mark.parametrize("rows", [[], [[]], [["a"], []]])
def test_without_a_known_term_there_are_no_hits(rows, query):
    scores = in_blocks(rows).scores(query)
    assert scores.top(5, same_rank) == []
    assert not scores.ranks(0, scores.ranking(same_rank)).any()


@given(steps(st.lists(row, min_size=1, max_size=5)), query, st.integers(1, 8))
def test_no_past_of_the_blocks_changes_a_bit_of_a_score_or_a_place(past, query, k):
    old, fresh = lived(past, KeywordRanking(), PostingsBlock.build)
    scores, expected = old.layers.scores(query), fresh.layers.scores(query)
    assert old.layers.alive_count == fresh.layers.alive_count
    assert old.named(scores.top(k, old.source_rank)) == fresh.named(expected.top(k, fresh.source_rank))
    ranking, fresh_ranking = scores.ranking(old.source_rank), expected.ranking(fresh.source_rank)
    for name, key in old.keys.items():
        other = fresh.keys[name]
        assert scores.of(key).tobytes() == expected.of(other).tobytes()
        assert scores.ranks(key, ranking).tolist() == expected.ranks(other, fresh_ranking).tolist()


@given(steps(st.lists(row, min_size=1, max_size=5)), query, st.integers(1, 8), st.data())
def test_the_top_is_the_head_of_a_full_sort_under_any_restriction(past, query, k, data):
    index, _ = lived(past, KeywordRanking(), PostingsBlock.build)
    scores = index.layers.scores(query)
    masks = {
        key: data.draw(st.booleans() | st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)).map(np.array))
        for name, key in index.keys.items()
        for rows in [index.sources[name]]
    }
    within = data.draw(st.none() | st.lists(st.sampled_from([*index.keys.values(), -1]), unique=True))
    expected = sorted(
        (-score, name, row)
        for name, key in index.keys.items()
        for row, score in enumerate(scores.of(key).tolist())
        if score > 0 and np.broadcast_to(masks[key], len(scores.of(key)))[row] and (within is None or key in within)
    )
    hits = index.named(scores.top(k, index.source_rank, masks.__getitem__, within))
    assert [(-score, name, row) for name, row, score in hits] == expected[:k]
    if within is None:
        ranking = scores.ranking(index.source_rank, masks.__getitem__)
        ranked = {
            (name, row): rank
            for name, key in index.keys.items()
            for row, rank in enumerate(scores.ranks(key, ranking).tolist())
            if rank
        }
        assert ranked == {(name, row): rank for rank, (_, name, row) in enumerate(expected, start=1)}


@given(steps(st.lists(row, min_size=1, max_size=5)), query)
def test_what_the_terms_add_sums_up_to_the_score(past, query):
    index, _ = lived(past, KeywordRanking(), PostingsBlock.build)
    for name, key in index.keys.items():
        gains = index.layers.gains(query, key)
        assert gains.keys() == {term for row in index.sources[name] for term in row} & set(query)
        np.testing.assert_allclose(sum(gains.values()), index.layers.scores(query).of(key), rtol=1e-12)


@pytest.mark.parametrize("size", [None, 700])
def test_rare_terms_settle_the_top_of_a_larger_corpus_exactly(monkeypatch, size):
    monkeypatch.setattr(bm25, "_LOOKUP_COST", 6)
    rng = np.random.default_rng(5)
    rows = [[f"w{word}" for word in rng.zipf(1.3, 40) if word < 3000] for _ in range(5000)]
    ranking = in_blocks(rows, size)
    queries = [[f"w{word}" for word in rng.zipf(1.3, rng.integers(1, 12)) if word < 3000] for _ in range(50)]
    for query in [["w1", "w2", "w900"], ["w1", "w2"], ["w700", "w800", "w1"], ["w40", "w1", "w1", "w3"], *queries]:
        best = sorted((-score, i) for i, score in enumerate(all_scores(ranking, query)) if score > 0)[:10]
        assert [(-hit.score, hit.key + hit.row) for hit in ranking.scores(query).top(10, same_rank)] == best


@given(steps(st.lists(row, min_size=1, max_size=5)), query)
def test_terms_whose_names_begin_alike_stay_apart(past, query):
    with pytest.MonkeyPatch.context() as patch:
        digest = postings._term_name.__wrapped__
        patch.setattr(postings, "_term_name", lambda term: bytes([len(term)]) * 8 + digest(term)[8:])
        old, _ = lived(past, KeywordRanking(), PostingsBlock.build)
        alike = {key: old.layers.scores(query).of(key).tolist() for key in old.keys.values()}
    old, _ = lived(past, KeywordRanking(), PostingsBlock.build)
    assert alike == {key: old.layers.scores(query).of(key).tolist() for key in old.keys.values()}


@pytest.mark.parametrize("times", [255, 256, 65_535, 65_536])
def test_a_term_may_occur_in_a_row_very_often(times):
    rows = [["a"] * times + ["b"], ["a", "b"]]
    block = PostingsBlock.build([(0, rows[:1])])
    small = PostingsBlock.build([(1, rows[1:])])
    merged = PostingsBlock.merge([Live(small), Live(block)])
    stored = PostingsBlock.from_blobs(merged.to_blobs())
    for layout in (of_blocks(small, block), of_blocks(merged), of_blocks(stored)):
        scores = layout.scores(["a"])
        np.testing.assert_allclose([*scores.of(0), *scores.of(1)], by_formula(rows, ["a"]), rtol=1e-12)


def test_a_restriction_is_asked_only_about_sources_near_the_top():
    rows = [["a"] * (1 + i % 7) + ["b"] * (i % 50) for i in range(2000)]
    ranking = of_blocks(PostingsBlock.build([(i, [row]) for i, row in enumerate(rows)]))
    asked = []
    hits = ranking.scores(["a", "b"]).top(5, same_rank, lambda key: asked.append(key) or key % 2 == 0)
    assert len(hits) == 5
    assert len(asked) == len(set(asked)) < 200
