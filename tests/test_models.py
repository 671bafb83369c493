"""Models: frozen all the way down, picklable, the same through JSON, and plain about bad input."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from pydantic import ValidationError

from navwidget.models import (
    ChildRank,
    ChunkPatch,
    ChunkType,
    Document,
    DocumentChunk,
    DocumentPatch,
    KeywordSearchQuery,
    SearchResult,
    SearchResultChunk,
    VectorSearchQuery,
    compute_char_locator,
    compute_id,
    compute_page_locator,
    replace_char_locator,
)
from tests.fixtures import extra_records

CHUNK = DocumentChunk(
    source_id="a.md",
    locator="char:0-3",
    start_offset=0,
    end_offset=3,
    content="abc",
    metadata={"tags": [1, {"x": None}]},
)
RESULT_CHUNK = SearchResultChunk(
    source_id="a.md", locator="char:0-3", start_offset=None, end_offset=None, content="abc", metadata={"k": [1]}
)
EVERY_MODEL = [
    CHUNK,
    Document(source_id="a.md", content=None, chunks=[CHUNK], metadata={"filename": "a.md"}),
    SearchResult(chunk=RESULT_CHUNK, score=1.5, distance=-0.5),
    SearchResult(
        chunk=RESULT_CHUNK, score=0.03, ranks=[ChildRank(child=0, retriever_id="keyword", rank=1, score=11.5)]
    ),
    KeywordSearchQuery(query="notice", exclude_ids={"b", "a"}),
    VectorSearchQuery(embedding=[0.5, 1.0], query="notice"),
    ChunkPatch(content="new", metadata={"lang": None}),
    DocumentPatch(metadata={"rev": 2}),
]


@pytest.mark.parametrize("model", EVERY_MODEL, ids=lambda model: type(model).__name__)
def test_models_survive_pickle_and_json(model):
    assert pickle.loads(pickle.dumps(model)) == model
    assert type(model).model_validate_json(model.model_dump_json()) == model


@pytest.mark.parametrize(
    "change",
    [
        lambda metadata: metadata.update(a=1),
        lambda metadata: metadata.__setitem__("tags", 1),
        lambda metadata: metadata["tags"].append(1),
        lambda metadata: metadata["tags"][1].pop("x"),
        lambda metadata: metadata.__ior__({"a": 1}),
        lambda metadata: metadata["tags"].__iadd__([1]),
    ],
)
def test_metadata_cannot_be_changed_through_a_model_or_its_pickle(change):
    for model in (CHUNK, pickle.loads(pickle.dumps(CHUNK))):
        with pytest.raises(TypeError, match="cannot be changed"):
            change(model.metadata)
    assert CHUNK.metadata == {"tags": [1, {"x": None}]}


def test_a_deep_copy_of_metadata_is_plain_and_free():
    free = copy.deepcopy(CHUNK.metadata)
    free["tags"][1]["x"] = 2
    assert type(free) is dict
    assert CHUNK.metadata["tags"][1]["x"] is None


def test_fields_cannot_be_set_and_unknown_ones_are_refused():
    with pytest.raises(ValidationError):
        CHUNK.content = "other"
    with pytest.raises(ValidationError):
        SearchResult(chunk=RESULT_CHUNK, score=1, rank=3)


@pytest.mark.parametrize(
    "make",
    [
        lambda: DocumentChunk(**(CHUNK.model_dump() | {"metadata": {"locator": "x"}})),
        lambda: Document(source_id="a", content="", metadata={"chunks": 1}),
        lambda: ChunkPatch(metadata={"start_offset": 1}),
        lambda: DocumentPatch(metadata={"source_id": None}),
    ],
)
def test_a_metadata_key_that_names_a_field_is_refused(make):
    with pytest.raises(ValidationError, match="rename"):
        make()


@pytest.mark.parametrize("field", ["content", "embedding"])
def test_a_patch_cannot_remove_what_a_chunk_must_have(field):
    with pytest.raises(ValidationError, match=f"{field} cannot be removed"):
        ChunkPatch(**{field: None})
    assert field not in ChunkPatch(metadata={"a": 1}).model_fields_set


def test_numpy_values_become_plain_and_embeddings_tuples():
    chunk = DocumentChunk(
        source_id="a",
        locator="l",
        start_offset=0,
        end_offset=1,
        content="a",
        metadata={"page": np.int64(3), "box": np.array([1.5, 2.0])},
        embedding=np.array([1, 2], dtype=np.float32),
    )
    assert chunk.metadata == {"page": 3, "box": [1.5, 2.0]}
    assert type(chunk.metadata["page"]) is int
    assert chunk.embedding == (1.0, 2.0)


def test_text_keeps_lone_surrogates_and_nul():
    assert Document(source_id="a", content="x\ud800y\x00").content == "x\ud800y\x00"


def test_dumps_leave_out_ranks_unless_there_are_any():
    assert "ranks" not in EVERY_MODEL[2].model_dump()
    assert EVERY_MODEL[3].model_dump()["ranks"][0]["rank"] == 1


@pytest.mark.parametrize("record", extra_records("id"), ids=lambda record: repr(record["source_id"]))
def test_ids_are_the_fields_own(record):
    assert compute_id(record["source_id"], record["locator"]) == record["id"]


def test_a_given_id_is_kept_and_an_empty_one_derived():
    assert CHUNK.id == compute_id("a.md", "char:0-3")
    assert Document(source_id="a", content="", id="mine").id == "mine"


@pytest.mark.parametrize("record", extra_records("locator"), ids=lambda record: record["char"])
def test_locators(record):
    span = record["start"], record["end"], ChunkType(record["type"])
    assert compute_char_locator(*span) == record["char"]
    assert compute_page_locator(7, *span) == record["page7"]


@pytest.mark.parametrize("record", extra_records("replace_locator"), ids=lambda record: record["locator"] or "empty")
def test_replacing_the_offsets_of_a_locator(record):
    assert replace_char_locator(record["locator"], record["start"], record["end"]) == record["out"]


def test_numpy_numbers_are_whole_numbers_but_bools_and_floats_are_not():
    chunk = DocumentChunk(source_id="a", locator="l", start_offset=np.int64(0), end_offset=np.uint8(3), content="abc")
    assert (type(chunk.start_offset), type(chunk.end_offset)) == (int, int)
    assert type(KeywordSearchQuery(query="a", top_k=np.int32(3)).top_k) is int
    for wrong in (np.bool_(True), np.float64(3.0), True, 3.0, "3"):
        with pytest.raises(ValidationError, match="valid integer"):
            KeywordSearchQuery(query="a", top_k=wrong)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), np.float32("nan")])
@pytest.mark.parametrize(
    "make",
    [
        lambda value: DocumentChunk(**(CHUNK.model_dump() | {"metadata": {"boxes": [{"x": value}]}})),
        lambda value: Document(source_id="a", content="", metadata={"boxes": [{"x": value}]}),
        lambda value: ChunkPatch(metadata={"boxes": [{"x": value}]}),
        lambda value: DocumentPatch(metadata={"boxes": [{"x": value}]}),
    ],
)
def test_a_number_that_json_cannot_say_is_refused_with_its_place(make, number):
    with pytest.raises(ValidationError, match=r"metadata\['boxes'\]\[0\]\['x'\] is (nan|inf), which JSON cannot say"):
        make(number)
