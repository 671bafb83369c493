"""Embedders: deterministic, finite, of the promised shape, and refused in a sentence where they are not."""

import math
import subprocess
import sys
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from navwidget.embedding import CheckedEmbedder, Embedder, HashingEmbedder, StaticEmbedder, as_embedder
from navwidget.errors import MissingDependencyError
from navwidget.text import tokens

PINNED = [0.122169, 0.244339, 0.0, 0.244339, -0.610847, -0.244339, -0.244339, -0.610847]
TEXTS = ["Notice period: thirty days.", "", "notice periods of 30 days", "天気が良い", "x\ud800y \0", "!?"]


def cosine(a: str, b: str, embedder: Embedder) -> float:
    left, right = embedder.embed([a, b])
    return float(left @ right)


def test_hashing_vectors_never_change():
    """Stored vectors stay comparable: a change of these numbers needs a new version."""
    embedder = HashingEmbedder(8)
    assert embedder.version == "1"
    np.testing.assert_allclose(embedder.embed(["Notice period: thirty days."])[0], PINNED, atol=1e-6)


def test_hashing_is_the_same_in_another_process():
    code = (
        "import sys; from navwidget.embedding import HashingEmbedder; "
        f"sys.stdout.buffer.write(HashingEmbedder(64).embed({TEXTS!r}).tobytes())"
    )
    done = subprocess.run([sys.executable, "-c", code], env={"PYTHONHASHSEED": "7"}, capture_output=True, check=True)
    assert done.stdout == HashingEmbedder(64).embed(TEXTS).tobytes()


@given(st.lists(st.text(max_size=40), max_size=8))
def test_hashing_rows_have_length_one_or_are_zero_and_do_not_depend_on_their_neighbours(texts):
    embedder = HashingEmbedder(32)
    vectors = embedder.embed(texts)
    assert vectors.shape == (len(texts), 32)
    assert vectors.dtype == np.float32
    for text, vector in zip(texts, vectors, strict=True):
        length = float(np.linalg.norm(vector))
        # In few dimensions features of opposite signs may cancel out.
        assert math.isclose(length, 1, rel_tol=1e-5) or length == 0
        assert tokens(text) or length == 0
        assert np.array_equal(embedder.embed([text])[0], vector)


def reference_features(text: str) -> dict[str, tuple[float, int]]:
    """Weight and count of every feature, spelt out: words in spaces, and runs of 4 that hold no whole word."""
    form = f" {' '.join(tokens(text))} "
    features = [(f" {word} ", min(len(word), 8) / 8) for word in tokens(text)]
    grams = [form[i : i + 4] for i in range(len(form) - 3)]
    features += [(gram, 0.5) for gram in grams if " " not in gram[1:-1] and gram.count(" ") < 2]
    return {name: (weight, sum(other == name for other, _ in features)) for name, weight in features}


@given(st.lists(st.sampled_from(["pump", "pumps", "a", "of", "calibration", "é", "天気"]), min_size=1, max_size=12))
@settings(max_examples=50)
def test_hashing_is_a_signed_sum_of_weighted_features(words):
    """With so many dimensions that no two features meet, the length before scaling is known exactly."""
    text = " ".join(words)
    vector = HashingEmbedder(1 << 20).embed([text])[0]
    weights = sorted(weight * (1 + math.log(count)) for weight, count in reference_features(text).values())
    expected = np.array(weights) / np.linalg.norm(weights)
    np.testing.assert_allclose(np.sort(np.abs(vector[vector != 0])), expected, rtol=1e-5)


def test_hashing_finds_words_parts_of_words_and_other_case():
    embedder = HashingEmbedder()
    assert cosine("STRASSE", "straße", embedder) == pytest.approx(1)
    assert cosine("calibrate the sensor", "sensor calibration", embedder) > 0.3
    assert cosine("calibrate the sensor", "annual budget", embedder) < 0.15


def test_hashing_is_fast():
    texts = [
        f"Clause {i}: either party may end this agreement by written notice of thirty days. " * 2 for i in range(2000)
    ]
    HashingEmbedder().embed(texts[:10])
    start = time.process_time()
    HashingEmbedder().embed(texts)
    assert len(texts) / (time.process_time() - start) > 1500  # 13,000 a second when nothing else runs


@pytest.mark.parametrize("dimension", [0, -1, 2.0, True, "8"])
def test_dimension_must_be_a_positive_whole_number(dimension):
    with pytest.raises(ValueError, match="dimension is"):
        HashingEmbedder(dimension)


def length_and_one(texts):
    return [[len(text), 1] for text in texts]


class Doubling:
    name, version, dimension = "doubling", "3", 2

    def embed(self, texts):
        return 2 * np.array(length_and_one(texts))


def test_a_function_becomes_an_embedder():
    embedder = as_embedder(length_and_one)
    assert isinstance(embedder, Embedder)
    assert (embedder.name, embedder.version, embedder.dimension) == ("length_and_one", "", 2)
    assert embedder.embed(["abc", ""]).tolist() == [[3, 1], [0, 1]]
    assert embedder.embed([]).shape == (0, 2)


def test_an_embedder_keeps_its_name_and_may_be_renamed():
    own, renamed = as_embedder(Doubling()), as_embedder(Doubling(), name="two", version="4")
    assert (own.name, own.version, own.dimension) == ("doubling", "3", 2)
    assert (renamed.name, renamed.version) == ("two", "4")
    assert own.embed(["abc"]).tolist() == [[6, 2]]
    assert as_embedder(own) is own


def test_a_known_dimension_spares_the_first_call():
    calls = []
    embedder = as_embedder(lambda texts: calls.append(texts) or length_and_one(texts), name="counted", dimension=2)
    assert not calls
    embedder.embed([])
    assert not calls


async def later(texts):
    return length_and_one(texts)


@pytest.mark.parametrize(
    ("function", "error", "sentence"),
    [
        (lambda texts: [[1.0, 2.0]], ValueError, r"shape \(1, 2\), but \(2, 2\)"),
        (lambda texts: [[1.0]] * len(texts), ValueError, r"shape \(2, 1\), but \(2, 2\)"),
        (lambda texts: [1.0, 2.0], ValueError, r"shape \(2,\)"),
        (lambda texts: [[1.0, math.nan]] * len(texts), ValueError, "NaN or infinity for text 0"),
        (lambda texts: [[1.0, 2.0], [1.0]], ValueError, "no table of numbers"),
        (lambda texts: [["a", "b"]] * 2, ValueError, "no table of numbers"),
        (later, TypeError, "coroutine function"),
    ],
)
def test_wrong_vectors_are_refused_in_a_sentence(function, error, sentence):
    with pytest.raises(error, match=sentence):
        CheckedEmbedder(function, "mine", "", 2).embed(["a", "b"])


@pytest.mark.parametrize("thing", [None, "hashing", 3, HashingEmbedder, Doubling])
def test_what_is_no_embedder_is_refused(thing):
    with pytest.raises(TypeError, match="no embedder"):
        as_embedder(thing)


def test_static_vectors_know_meaning():
    pytest.importorskip("wordllama", reason="needs the extra embed")
    embedder = StaticEmbedder()
    vectors = embedder.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), 256)
    assert vectors.dtype == np.float32
    assert np.isfinite(vectors).all()
    assert not vectors[1].any()
    assert cosine("the car", "a vehicle", embedder) > cosine("the car", "a banana", embedder) + 0.2
    assert cosine("the car", "a vehicle", HashingEmbedder()) < 0.2


@pytest.mark.parametrize("dimension", [0, 100, 512, "64"])
def test_static_dimension_is_one_of_three(dimension):
    with pytest.raises(ValueError, match="64, 128 or 256"):
        StaticEmbedder(dimension)


def test_a_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "wordllama", None)
    with pytest.raises(MissingDependencyError, match=r"pip install .\.\[embed\]"):
        StaticEmbedder()


def test_an_object_that_lacks_a_part_of_an_embedder_is_told_all_parts():
    class Half:
        def embed(self, texts):
            return [[1.0] for _ in texts]

    with pytest.raises(TypeError, match=r"an object with embed\(\), name, version and dimension"):
        as_embedder(Half())
