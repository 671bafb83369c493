"""Chunks of other tools become documents: every name is understood, every offset checked, nothing is lost silently."""

import datetime
import uuid
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from navwidget import adapters
from navwidget.adapters.documents import document_from_records, documents_from_records
from navwidget.adapters.frame import records_from_frame
from navwidget.adapters.records import Record, read_records
from navwidget.errors import IndexingError

CONTENT = "Rule one. Rule two. Rule three."

# What each tool's chunk looks like, by the names that it uses.
FOREIGN = {
    "langchain": SimpleNamespace(
        page_content="Rule two.", id="c1", metadata={"start_index": 10, "source": "rules.txt", "lang": "en"}
    ),
    "llama_index": SimpleNamespace(
        text="Rule two.",
        start_char_idx=10,
        end_char_idx=19,
        node_id="c1",
        id_="c1",
        ref_doc_id="rules.txt",
        metadata={"file_name": "other.txt", "lang": "en"},
        embedding=None,
    ),
    "llama_index_scored": SimpleNamespace(
        score=0.5,
        node=SimpleNamespace(
            text="Rule two.", start_char_idx=10, node_id="c1", ref_doc_id="rules.txt", metadata={"lang": "en"}
        ),
    ),
    "haystack": SimpleNamespace(
        content="Rule two.", id="c1", meta={"split_idx_start": 10, "source_id": "rules.txt", "lang": "en"}, score=None
    ),
    "chonkie": SimpleNamespace(text="Rule two.", start_index=10, end_index=19, id="c1", token_count=2),
    "dict": {"content": "Rule two.", "start_offset": 10, "chunk_id": "c1", "source": "rules.txt", "lang": "en"},
    "record": Record("Rule two.", start=10, id="c1", source_id="rules.txt", metadata={"lang": "en"}),
}


@pytest.mark.parametrize("tool", FOREIGN)
def test_the_names_of_every_tool_are_understood(tool):
    (record,) = read_records([FOREIGN[tool]])
    assert (record.text, record.start, record.id) == ("Rule two.", 10, "c1")
    assert tool == "chonkie" or (record.source_id == "rules.txt" and record.metadata["lang"] == "en")


@pytest.mark.parametrize("tool", FOREIGN)
def test_the_chunks_of_every_tool_become_a_document(tool):
    (chunk,) = document_from_records([FOREIGN[tool]], CONTENT, "rules.txt").chunks
    assert (chunk.start_offset, chunk.end_offset, chunk.content, chunk.id) == (10, 19, "Rule two.", "c1")


def test_langchain_cuts_are_read():
    splitters = pytest.importorskip("langchain_text_splitters", reason="needs langchain-text-splitters")
    splitter = splitters.RecursiveCharacterTextSplitter(chunk_size=12, chunk_overlap=0, add_start_index=True)
    found = document_from_records(splitter.create_documents([CONTENT], [{"source": "rules.txt"}]), CONTENT)
    assert [CONTENT[chunk.start_offset : chunk.end_offset] for chunk in found.chunks] == [
        c.content for c in found.chunks
    ]


def test_llama_index_cuts_are_read():
    schema = pytest.importorskip("llama_index.core.schema", reason="needs llama-index-core")
    node = schema.TextNode(text="Rule two.", start_char_idx=10, end_char_idx=19, id_="c1", metadata={"lang": "en"})
    (record,) = read_records([schema.NodeWithScore(node=node, score=0.5)])
    assert record == Record("Rule two.", 10, 19, "c1", metadata={"lang": "en"})


def test_haystack_cuts_are_read():
    haystack = pytest.importorskip("haystack", reason="needs haystack-ai")
    (record,) = read_records(
        [haystack.Document(id="c1", content="Rule two.", meta={"split_idx_start": 10, "lang": "en"})]
    )
    assert record == Record("Rule two.", 10, None, "c1", metadata={"lang": "en"})


def test_chonkie_cuts_are_read():
    chonkie = pytest.importorskip("chonkie", reason="needs chonkie")
    records = read_records(chonkie.TokenChunker("character", chunk_size=10, chunk_overlap=0)(CONTENT))
    assert "".join(record.text for record in records) == CONTENT
    assert [record.start for record in records] == [0, 10, 20, 30]


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (None, None),
        (np.nan, None),
        (pd.NA, None),
        (pd.NaT, None),
        (0.0, 0),
        (3.0, 3),
        ("7", 7),
        (np.int64(5), 5),
        (np.float32(5), 5),
        (-1, -1),
    ],
)
def test_offsets_are_python_ints_or_missing(value, read):
    (record,) = read_records([{"text": "a", "start": value}])
    assert record.start == read
    assert type(record.start) in {int, type(None)}


@pytest.mark.parametrize("value", [1.5, True, "one", np.inf, [1]])
def test_offsets_that_are_no_whole_numbers_are_refused_with_the_record(value):
    with pytest.raises(IndexingError, match=r"record 1 \(from 0\): start is .* whole number"):
        read_records([{"text": "a"}, {"text": "b", "start": value}])


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (1, "1"),
        (1.0, "1"),
        (np.int64(2**60 + 1), str(2**60 + 1)),
        ("1.0", "1.0"),
        (np.nan, None),
        (1.5, "1.5"),
        (uuid.UUID(int=7), str(uuid.UUID(int=7))),
    ],
)
def test_ids_are_texts(value, read):
    assert read_records([{"text": "a", "id": value}])[0].id == read


@pytest.mark.parametrize("thing", [{}, {"text": None}, {"text": 3}, {"metadata": {"text": "a"}}, 3, None])
def test_what_has_no_text_is_refused(thing):
    with pytest.raises(IndexingError, match=r"record 0 .*(no text|text is int).* under .* names text, content"):
        read_records([thing])


def test_all_faults_are_listed():
    with pytest.raises(IndexingError) as caught:
        read_records([{}, {"text": "a"}, {"text": "b", "end": 0.5}])
    assert [fault[:8] for fault in caught.value.faults] == ["record 0", "record 2"]


def test_metadata_become_json_and_no_field():
    day = datetime.date(2031, 5, 4)
    metadata = {
        "day": day,
        "score": np.float32(0.5),
        "tags": ("a",),
        "none": None,
        "nan": np.nan,
        "content": "x",
        "shape": complex(1, 2),
        "page": 3,
    }
    document = document_from_records([{"text": "Rule one.", "rank": 1, "metadata": metadata}], CONTENT, "rules.txt")
    assert document.chunks[0].metadata == {
        "rank": 1,
        "day": "2031-05-04",
        "score": 0.5,
        "tags": ["a"],
        "content_": "x",
        "shape": "1+2j",
        "page": 3,
    }


def test_numbers_that_json_cannot_say_become_text():
    row = {"text": "a", "scores": [np.nan, np.array([1.0, np.inf])], "best": np.inf}
    assert read_records([row])[0].metadata == {"scores": ["nan", [1.0, "inf"]], "best": "inf"}


def test_the_door_to_other_tools_is_where_the_readme_says():
    assert adapters.documents_from_records is documents_from_records
    assert adapters.document_from_records is document_from_records


def test_a_frame_is_read_with_its_named_index():
    frame = pd.DataFrame(
        {"page_content": ["ab", "cd"], "start": [0, None], "source": "a.txt", "lang": ["en", None]},
        index=pd.Index([1, 2], name="chunk_id"),
    )
    assert records_from_frame(frame) == [
        Record("ab", 0, None, "1", "a.txt", metadata={"lang": "en"}),
        Record("cd", None, None, "2", "a.txt"),
    ]


def test_embeddings_and_chunk_types_are_kept():
    rows = [{"text": "a rule", "start": 0, "end": 9, "chunk_type": "summary", "vector": np.array([1.0, 2.0])}]
    (chunk,) = document_from_records(rows, source_id="rules.txt").chunks
    assert (chunk.locator, chunk.embedding) == ("summary:char:0-9", (1.0, 2.0))


def test_wrong_offsets_are_corrected_with_a_warning():
    rows = [{"text": "Rule one.", "start": 0}, {"text": "Rule two.", "start": 11}, {"text": "Rule three."}]
    with pytest.warns(UserWarning, match=r"'rules.txt': 1 of 2 starts is 1 too large$"):
        document = document_from_records(rows, CONTENT, "rules.txt")
    assert [chunk.start_offset for chunk in document.chunks] == [0, 10, 20]


def test_right_offsets_may_come_in_any_order():
    rows = [{"text": CONTENT[start : start + 9], "start": start} for start in (20, 0, 10)]
    assert [chunk.start_offset for chunk in document_from_records(rows, CONTENT, "rules.txt").chunks] == [0, 10, 20]


def test_records_without_a_place_are_all_named():
    rows = [{"text": "Rule one."}, {"text": "Rule nine.", "id": "n"}, {"text": "Rule ten."}]
    with pytest.raises(IndexingError, match=r"record 1 \('n'\): its text is not in the document") as caught:
        document_from_records(rows, CONTENT, "rules.txt")
    assert len(caught.value.faults) == 2


def test_without_the_text_declared_offsets_must_do():
    rows = [{"text": "ab", "start": 4}, {"text": "c d", "start": 8, "end": 13}]
    document = document_from_records(rows, source_id="a.txt")
    assert document.content is None
    assert [(chunk.start_offset, chunk.end_offset) for chunk in document.chunks] == [(4, 6), (8, 13)]
    for unknown in (None, -1):
        with pytest.raises(IndexingError, match="no start offset: pass content"):
            document_from_records([{"text": "ab", "start": unknown}], source_id="a.txt")


@pytest.mark.parametrize("rows", [[], [{"text": "a"}], [{"text": "a", "source": "x"}, {"text": "b", "source": "y"}]])
def test_the_source_must_be_clear(rows):
    with pytest.raises(IndexingError, match="pass source_id"):
        document_from_records(rows, "ab")


def test_records_of_several_sources_become_several_documents():
    rows = [{"text": text, "start": 0, "source": source} for source, text in [("a", "x"), ("b", "y"), ("a", "xx")]]
    documents = documents_from_records(rows, {"a": "xx"})
    assert [(d.source_id, d.content, [c.content for c in d.chunks]) for d in documents] == [
        ("a", "xx", ["x", "xx"]),
        ("b", None, ["y"]),
    ]


PAGES = ["Rule one. Rule two.", "Rule one. Rule two, amended."]


@pytest.mark.parametrize("first_page", [0, 1])
def test_offsets_that_restart_on_each_page_are_rebased(first_page):
    """The next chunk after the last one of a page is the first of the next page."""
    rows = [
        {"text": PAGES[page][a:b], "start": a, "metadata": {"page": page + first_page}}
        for page in (0, 1)
        for a, b in [(0, 9), (10, 19)]
    ]
    document = document_from_records(rows, source_id="rules.pdf", pages=PAGES, first_page=first_page)
    assert document.content == "\n".join(PAGES)
    assert [chunk.start_offset for chunk in document.chunks] == [0, 10, 20, 30]
    assert document.chunks[2].locator == f"page:{1 + first_page}:char:20-29"


def test_pages_without_offsets_are_placed_by_text():
    rows = [{"text": text, "page": page} for page, text in enumerate(PAGES, 1)]
    document = document_from_records(rows, source_id="rules.pdf", pages=PAGES, joiner="\n\n")
    assert [(chunk.start_offset, chunk.end_offset) for chunk in document.chunks] == [(0, 19), (21, 49)]


WIDE = "é→💡 needle 💡 needle"


@pytest.mark.parametrize(
    ("unit", "encoding"), [("utf8", "utf-8"), ("utf16", "utf-16-le"), ("code_points", "utf-32-le")]
)
def test_offsets_in_other_units_are_converted(unit, encoding, recwarn):
    width = {"utf8": 1, "utf16": 2, "code_points": 4}[unit]
    start = WIDE.rindex("needle")
    declared = len(WIDE[:start].encode(encoding)) // width
    (chunk,) = document_from_records([{"text": "needle", "start": declared}], WIDE, "a.txt", unit=unit).chunks
    assert (chunk.start_offset, chunk.end_offset) == (start, start + 6)
    assert not recwarn.list


def test_byte_offsets_taken_for_code_points_are_corrected():
    with pytest.warns(UserWarning, match="'a.txt': they count bytes of UTF-8: pass unit='utf8'$"):
        (chunk,) = document_from_records([{"text": "target", "start": 10}], "→→→ target", "a.txt").chunks
    assert (chunk.start_offset, chunk.end_offset) == (4, 10)


def test_an_offset_within_a_character_is_no_place():
    with pytest.warns(UserWarning, match="1 of 1 start within a character"):
        (chunk,) = document_from_records([{"text": "needle", "start": 1}], WIDE, "a.txt", unit="utf8").chunks
    assert chunk.start_offset == WIDE.index("needle")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"unit": "utf8"}, "cannot be converted without the text"),
        ({"content": "a", "pages": ["a"]}, "pass one of them"),
        ({"content": "a", "unit": "bytes"}, "bytes"),
    ],
)
def test_arguments_that_cannot_work_are_refused(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        document_from_records([{"text": "a", "start": 0}], source_id="a.txt", **arguments)


def test_a_frame_of_chunks_is_read_row_by_row():
    frame = pd.DataFrame({"text": ["ab", "cd"], "start": [0, None], "source": ["a.txt", "a.txt"]})
    [document] = documents_from_records(frame, {"a.txt": "ab cd"})
    assert [(chunk.start_offset, chunk.content) for chunk in document.chunks] == [(0, "ab"), (3, "cd")]
    assert document_from_records(frame[["text"]], "ab cd", "a.txt").chunks == document.chunks


@pytest.mark.parametrize("records", ["ab", b"ab", None, {"text": "ab", "start": 0}])
def test_what_is_no_list_of_chunks_is_refused(records):
    with pytest.raises(IndexingError, match=f"records is {type(records).__name__}, but must be a list of chunks"):
        documents_from_records(records)


def test_every_record_without_a_source_is_listed():
    rows = [{"text": "ab", "start": 0}, {"text": "cd", "start": 3, "source": "a.txt"}, {"text": "ef", "start": 6}]
    with pytest.raises(IndexingError, match="one source_id for all") as raised:
        documents_from_records(rows)
    assert [line for line in str(raised.value).split("\n") if "no source" in line[1:] and line.startswith("-")] == [
        "- record 0 ('ab'): no source",
        "- record 2 ('ef'): no source",
    ]
