"""The saved page as a file: small, whole, and closed to whatever a text would do in it."""

import asyncio
import hashlib
import json
from base64 import b64decode, b64encode
from html.parser import HTMLParser

import numpy as np
import pytest

from navwidget import (
    ChunkPatch,
    ChunkStore,
    Document,
    DocumentChunk,
    FixedSizeChunker,
    NavWidget,
    RecursiveChunker,
    samples,
)
from navwidget.errors import SearchError, StorageError
from navwidget.widget import page_export
from navwidget.widget.page_data import MOST_SEARCHES
from tests.explorer import TEXT, document, documents, store
from tests.foreign import Library

HOSTILE = (
    "</script><script>pwned=1</script><!--<script>]]><img src=x onerror=pwned=1>&amp;\"'{}"
    "\u2028\u2029\ufeff\x00\x7f\x1b[31m"
)


class Page(HTMLParser):
    """What a browser makes of a page: its elements, and the text of each script."""

    def __init__(self, html):
        super().__init__()
        self.elements, self.scripts, self.title = [], [], ""
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data):
        if self.elements and self.elements[-1][0] == "script" and self.cdata_elem == "script":
            self.scripts[-1] += data
        if self.lasttag == "title":
            self.title += data.strip()

    @property
    def data(self):
        return json.loads(self.scripts[0])

    @property
    def policy(self):
        return next(a["content"] for _, a in self.elements if a.get("http-equiv") == "Content-Security-Policy")


def search(widget, query):
    """Search from outside of any loop."""
    asyncio.run(widget.search(query))


def saved(widget, path):
    widget.save_html(path)
    return Page(path.read_bytes().decode("utf-8"))


@pytest.fixture
def file(tmp_path):
    return tmp_path / "page.html"


def test_the_page_has_its_data_one_script_and_nothing_else_to_load(file):
    with store() as index:
        page = saved(NavWidget(index, source_id="a", query="w05"), file)
    assert [tag for tag, _ in page.elements] == [
        *("html", "head", "meta", "meta", "meta", "meta", "title", "body", "noscript", "script", "script")
    ]
    assert not {name for _, attributes in page.elements for name in attributes} & {"src", "href", "style", "onload"}
    assert page.data["text"] == TEXT
    assert page.data["ids"] == [f"a{number}" for number in range(14)]


def test_the_policy_allows_this_script_and_no_request(file):
    with store() as index:
        page = saved(NavWidget(index, source_id="a"), file)
    digest = b64encode(hashlib.sha256(page.scripts[1].encode()).digest()).decode()
    assert page.policy.split("; ") == [
        "default-src 'none'",
        f"script-src 'sha256-{digest}'",
        "style-src 'unsafe-inline'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    assert "<!--" not in page.scripts[1]


def test_hostile_text_ends_no_element_and_comes_back_as_it_was(file):
    with ChunkStore() as index:
        chunk = DocumentChunk(
            source_id=HOSTILE, id=HOSTILE, locator="0", start_offset=0, end_offset=len(HOSTILE), content=HOSTILE
        )
        index.sync.index_document(Document(source_id=HOSTILE, content=HOSTILE, chunks=[chunk]))
        page = saved(NavWidget(index, source_id=HOSTILE, query="pwned " + HOSTILE), file)
    assert [tag for tag, _ in page.elements].count("script") == 2
    assert not {"img", "b"} & {tag for tag, _ in page.elements}
    assert page.data["text"] == page.data["ids"][0] == page.data["source"]["source_id"] == HOSTILE
    assert page.title.startswith("</script><script>")
    assert b"\x00" not in file.read_bytes()


def test_around_its_script_it_speaks_the_language_of_the_explorer(file):
    name = "agr\u202etxt.tnem"
    with ChunkStore() as index:
        index.sync.index_document(Document.from_text("un", name, RecursiveChunker()))
        page = saved(NavWidget(index, source_id=name, locale="fr-CA"), file)
    assert ("html", {"lang": "fr"}) in page.elements
    assert "besoin de JavaScript" in file.read_text("utf-8")
    assert page.title == name.replace("\u202e", ""), "a title has no elements that would keep its letters in order"
    assert page.data["source"]["source_id"] == name


def test_every_text_comes_whole_also_where_a_chunk_differs_from_its_span(file):
    text = "Grüße 😀 and a \ud800 lone half. " * 20
    with ChunkStore(embedder=None) as index:
        document = Document.from_text(text, "t", FixedSizeChunker(50, overlap=10))
        index.sync.index_document(document)
        index.sync.patch_chunk(index.sync.read("t", None, None)[3].chunk.id, ChunkPatch(content="another text"))
        data = saved(NavWidget(index, source_id="t"), file).data
    assert data["text"] == text.replace("\ud800", "\ufffd")
    assert data["texts"] == {"3": "another text"}
    uuids = b64decode(data["uuids"])
    assert [uuids[i : i + 16].hex() for i in range(0, len(uuids), 16)] == [
        chunk.id.replace("-", "") for chunk in sorted(document.chunks, key=lambda c: c.start_offset)
    ]
    starts = np.frombuffer(b64decode(data["columns"][0]), "<u4")
    assert starts.tolist() == [chunk.start_offset for chunk in document.chunks]


def size_beside_the_text(name, times, file):
    text = samples.read(name) * times
    with ChunkStore() as index:
        index.sync.index_document(Document.from_text(text, name, RecursiveChunker()))
        widget = NavWidget(index, source_id=name)
        for number in range(MOST_SEARCHES):
            search(widget, f"notice period {number}")
        page = saved(widget, file)
    assert len(page.data["searches"]) >= 10
    return file.stat().st_size - len(text.encode()), page.data["source"]["chunks"]


@pytest.mark.parametrize("name", samples.names())
def test_a_page_takes_under_200_kilobytes_beside_its_text(name, file):
    size, _ = size_beside_the_text(name, 1, file)
    assert size < 200_000


def test_of_a_long_source_each_chunk_takes_40_bytes_more(file):
    size, chunks = size_beside_the_text("pep-0703.rst", 5, file)
    line_ends = samples.read("pep-0703.rst").count("\n") * 5  # which JSON writes with two characters
    assert size - line_ends < 200_000 + 40 * chunks


def test_the_newest_searches_are_carried_with_the_call_of_each(file):
    with store() as index:
        widget = NavWidget(index, source_id="a", retriever="keyword")
        for number in range(MOST_SEARCHES + 3):  # of few hits
            search(widget, f"w{number:02}")
        searches = saved(widget, file).data["searches"]
    assert [found["hits"]["query"] for found in searches] == [f"w{number:02}" for number in range(3, MOST_SEARCHES + 3)]
    assert all(found["call"]["code"].startswith("await index.retrieve(") for found in searches)
    assert searches[2]["words"] == {"w05": [[0, 3]]}


def test_hits_carry_their_parts_and_those_of_other_sources_their_place(file):
    with store() as index:
        widget = NavWidget(index, source_id="a", query="w05 w06")
        items = saved(widget, file).data["searches"][0]["hits"]["items"]
        for item, hit in zip(items, widget.hits, strict=True):
            if hit.chunk.source_id == "a":
                expected = [(child.retriever_id, child.rank, child.score) for child in hit.ranks]
                names = {"keyword": "keyword", "vector": "nearest_neighbour"}
                parts = [(names[name], rank, pytest.approx(score, rel=1e-5)) for name, rank, score, _ in item["parts"]]
                assert (item["row"], parts) == (int(hit.chunk.id[1:]), expected)
                assert sum(share for *_, share in item["parts"]) == pytest.approx(1, abs=0.002)
            else:
                assert (item["chunk_id"], item["row"], item["start"]) == (hit.chunk.id, None, hit.chunk.start_offset)
    assert {hit.chunk.source_id for hit in widget.hits} == {"a", "b"}


def test_a_page_that_is_too_large_is_refused_with_its_size_and_nothing_is_written(file, monkeypatch):
    assert page_export.LARGEST == 20 * 2**20
    monkeypatch.setattr(page_export, "LARGEST", 2**20)
    text = "word " * 230_000
    with ChunkStore(embedder=None) as index:
        index.sync.index_document(Document.from_text(text, "long", FixedSizeChunker(100_000, overlap=0)))
        widget = NavWidget(index, source_id="long")
        with pytest.raises(StorageError, match=r"'long' would take at least 1\.1 MB, but may take 1: open a smaller"):
            widget.save_html(file)
    assert not file.exists()


def test_evidence_that_is_too_large_is_named_as_what_to_remove(file, monkeypatch):
    """A smaller source would not help where the open one is small."""
    monkeypatch.setattr(page_export, "LARGEST", 2**20)
    with store(document("long", [(0, 1_150_000)], "word " * 230_000)) as index:
        widget = NavWidget(index, source_id="a")
        widget.star("long0")
        said = (
            r"'a' would take at least 1\.\d MB, 1\.1 MB of it for evidence .*, but may take 1: remove some of the evid"
        )
        with pytest.raises(StorageError, match=said):
            widget.save_html(file)
    assert not file.exists()


def test_what_escaping_makes_too_large_is_refused_as_well(file, monkeypatch):
    monkeypatch.setattr(page_export, "LARGEST", 1000)
    with store() as index, pytest.raises(StorageError, match=r"'a' would take at least 0\.\d MB"):
        NavWidget(index, source_id="a").save_html(file)
    assert not file.exists()


def test_failures_are_sentences(tmp_path):
    with store() as index, ChunkStore() as empty:
        with pytest.raises(StorageError, match=r"the page cannot be written: No such file"):
            NavWidget(index, source_id="a").save_html(tmp_path / "missing" / "page.html")
        with pytest.raises(SearchError, match="No source is open"):
            NavWidget(empty).save_html(tmp_path / "page.html")


def test_a_foreign_index_is_saved_with_what_it_can_do(file):
    """Its texts are those of its chunks, since nobody can tell the text of the source."""
    page = saved(NavWidget(Library(documents()), source_id="b"), file)
    assert page.data["text"] is None
    assert page.data["texts"] == {"0": TEXT[0:8], "1": TEXT[20:28], "2": TEXT[40:60], "3": TEXT[60:80]}
    reasons = {ability["name"]: ability["reason"] for ability in page.data["welcome"]["abilities"]}
    assert reasons["read"] == ""
    assert "neighbours" in reasons["neighbours"]
    assert "recorded" in reasons["hybrid"]


def test_all_evidence_is_in_the_page_with_the_text_that_it_had(file):
    """Also that of another source, and of what has changed since."""
    with store() as index:
        widget = NavWidget(index, source_id="b")
        for chunk_id in ("a3", "b2", "b0", "a1"):
            widget.star(chunk_id)
        index.sync.patch_chunk("b0", ChunkPatch(content="changed since"))
        widget.save_html(file)
        expected = widget.evidence
    data = Page(file.read_text("utf-8")).data
    kept = dict(data["kept"])
    places = dict(zip(("a3", "b2", "b0", "a1"), data["starred"], strict=True))
    assert -1 < places["a1"] < places["a3"] < places["b0"] < 0
    assert places["b2"] == 2
    assert [one["piece"]["text"] for one in kept.values()] == [
        found.chunk.content for found in expected if found.chunk.id != "b2"
    ]
    assert kept[places["b0"]]["item"]["fate"] == "changed"
