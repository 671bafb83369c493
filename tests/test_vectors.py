"""Vector ranking against cosines computed one by one in double precision, and itself in other layouts of blocks."""

import math

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from navwidget.errors import SearchError
from navwidget.store import vectors
from navwidget.store.blocks import Live
from navwidget.store.vectors import VectorBlock, VectorRanking
from tests.layouts import lived, steps


def same_rank(keys):
    return keys


def ranking_of(rows, present=None):
    return VectorRanking((Live(VectorBlock.build([(0, np.array(rows), present)])),))


def cosine(a, b):
    """The definition, with the vectors scaled first so that no square leaves the range of a float."""
    a, b = ([x / (max(map(abs, v)) or 1.0) for x in map(float, v)] for v in (a, b))
    lengths = math.sqrt(math.fsum(x * x for x in a)) * math.sqrt(math.fsum(x * x for x in b))
    return math.fsum(x * y for x, y in zip(a, b, strict=True)) / lengths if lengths else 0.0


numbers = st.floats(-100, 100, width=32)


@st.composite
def vectors_and_query(draw):
    dimension = draw(st.integers(1, 40))
    vector = st.lists(numbers, min_size=dimension, max_size=dimension)
    return draw(st.lists(vector, min_size=1, max_size=20)), draw(vector)


@given(vectors_and_query())
@example(([[1.0, 0.0], [0.0, 0.0], [-1.0, 0.0], [2.0, 0.0]], [3.0, 0.0]))
@example(([[1.0], [1e-30]], [0.0]))
def test_scores_are_the_cosines(case):
    rows, query = case
    scores = ranking_of(rows).scores(query)
    np.testing.assert_allclose(scores.of(0), [cosine(row, query) for row in rows], rtol=0, atol=1e-12)
    best = sorted((-score, row) for row, score in enumerate(scores.of(0)))
    assert [(-hit.score, hit.row) for hit in scores.top(5, same_rank)] == best[:5]


@pytest.mark.parametrize("shared", [0, 1 << 40])
@pytest.mark.parametrize("dimension", [3, 256, 384, 1000])
def test_the_best_of_many_are_those_of_double_precision(monkeypatch, dimension, shared):
    monkeypatch.setattr(vectors, "_SHARED_BYTES", shared)
    rng = np.random.default_rng(dimension)
    matrix = rng.standard_normal((3000, dimension)).astype(np.float32)
    matrix[1000:1040] = matrix[:40] * np.float32(2)  # exact ties
    query = rng.standard_normal(dimension) + 9 * matrix[3]
    wide = matrix.astype(np.float64)
    expected = wide @ query / np.linalg.norm(wide, axis=1) / np.linalg.norm(query)
    hits = ranking_of(matrix).scores(query).top(50, same_rank)
    assert [hit.row for hit in hits] == np.lexsort((np.arange(3000), -expected.round(13)))[:50].tolist()
    np.testing.assert_allclose([hit.score for hit in hits], np.sort(expected)[::-1][:50], rtol=0, atol=1e-12)


def test_rows_nearer_to_each_other_than_single_precision_sees_are_ordered_by_double():
    rng = np.random.default_rng(1)
    base = rng.standard_normal(384)
    rows = (base + 1e-7 * rng.standard_normal((300, 384))).astype(np.float32)
    query = base + rng.standard_normal(384)
    wide = rows.astype(np.float64)
    expected = np.argsort(-(wide @ query) / np.linalg.norm(wide, axis=1))[:10]
    assert [hit.row for hit in ranking_of(rows).scores(query).top(10, same_rank)] == expected.tolist()


@pytest.mark.parametrize("scale", [1e-300, 1e-40, 1e-20, 1.0, 1e20, 1e39, 1e300])
def test_the_length_of_a_vector_never_matters(scale):
    rows = np.array([[3.0, 4.0], [-1.0, 2.0], [0.0, 0.0]])
    scores = ranking_of(rows * scale).scores([1.0 * scale, 1.0 * scale])
    np.testing.assert_allclose(scores.of(0), [0.7 * math.sqrt(2), math.sqrt(0.1), 0.0], atol=1e-7)
    assert [hit.row for hit in scores.top(3, same_rank)] == [0, 1, 2]


def test_every_row_with_a_vector_is_a_hit_and_no_other():
    ranking = ranking_of([[1.0, 0.0], [9.0, 9.0], [-1.0, 0.0], [0.0, 0.0]], np.array([True, False, True, True]))
    scores = ranking.scores([1.0, 0.0])
    assert [(hit.row, hit.score) for hit in scores.top(9, same_rank)] == [(0, 1.0), (3, 0.0), (2, -1.0)]
    assert scores.ranks(0, scores.ranking(same_rank)).tolist() == [1, 0, 3, 2]
    assert scores.of(0).tolist() == [1.0, 0.0, -1.0, 0.0]


def test_a_zero_query_scores_nothing_but_zero():
    assert [(hit.row, hit.score) for hit in ranking_of([[1.0], [2.0]]).scores([0.0]).top(2, same_rank)] == [
        (0, 0.0),
        (1, 0.0),
    ]


def test_an_empty_index_has_no_dimension_and_no_hits():
    assert VectorRanking().dimension is None
    assert VectorRanking().scores([1.0, 2.0]).top(3, same_rank) == []
    assert VectorRanking().vectors_of(1) is None


@pytest.mark.parametrize(
    ("query", "sentence"),
    [([1.0], "has 1 numbers, those of this index have 2"), ([1.0, math.nan], "NaN"), ([math.inf, 0.0], "infinity")],
)
def test_a_query_that_does_not_fit_is_refused(query, sentence):
    with pytest.raises(SearchError, match=sentence):
        ranking_of([[1.0, 0.0]]).scores(query)


def test_vectors_are_kept_as_they_were_given():
    rows = np.random.default_rng(2).standard_normal((4, 7)).astype(np.float32)
    kept = VectorRanking((Live(VectorBlock.build([(5, rows[:1], None), (6, rows[1:], None)])),)).vectors_of(6)
    assert kept is not None
    assert kept[0].tobytes() == rows[1:].tobytes()
    assert kept[1].all()


@pytest.mark.parametrize("dimension", [1, 7, 9, 130, 384])
@given(data=st.data())
def test_no_past_of_the_blocks_changes_a_bit_of_a_score_or_a_place(dimension, data):
    def rows(seed):
        rng = np.random.default_rng(seed)
        matrix = rng.standard_normal((1 + seed % 5, dimension)).astype(np.float32)
        matrix[0] = np.eye(1, dimension, dtype=np.float32)[0] * (seed % 3)  # ties, and zero vectors
        return matrix, rng.random(len(matrix)) < 0.8

    past = data.draw(steps(st.integers(0, 50).map(rows)))
    build = lambda sources: VectorBlock.build([(key, *given) for key, given in sources])  # noqa: E731
    old, fresh = lived(past, VectorRanking(), build)
    assume(old.sources)
    query = np.random.default_rng(1).standard_normal(dimension)
    scores, expected = old.layers.scores(query), fresh.layers.scores(query)
    k = data.draw(st.integers(1, 12))
    assert old.named(scores.top(k, old.source_rank)) == fresh.named(expected.top(k, fresh.source_rank))
    ranking, fresh_ranking = scores.ranking(old.source_rank), expected.ranking(fresh.source_rank)
    for name, key in old.keys.items():
        other = fresh.keys[name]
        assert scores.of(key).tobytes() == expected.of(other).tobytes()
        assert scores.ranks(key, ranking).tolist() == expected.ranks(other, fresh_ranking).tolist()


def test_many_equal_vectors_are_scored_in_pieces(monkeypatch):
    monkeypatch.setattr(vectors, "_ROWS_AT_ONCE", 7)
    hits = ranking_of(np.ones((100, 3))).scores([1.0, 1.0, 1.0]).top(3, same_rank)
    assert [hit.row for hit in hits] == [0, 1, 2]
    assert hits[0].score == hits[2].score == pytest.approx(1.0, abs=1e-15)


def test_a_large_matrix_is_stored_in_pieces(monkeypatch):
    monkeypatch.setattr(vectors, "_PIECE_BYTES", 100)
    matrix = np.random.default_rng(3).standard_normal((50, 3)).astype(np.float32)
    blobs = VectorBlock.build([(1, matrix, None)]).to_blobs()
    assert len([name for name in blobs if name.startswith("matrix")]) == 7
    assert VectorBlock.from_blobs(dict(reversed(blobs.items()))).matrix.tobytes() == matrix.tobytes()
