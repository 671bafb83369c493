"""From a file, a folder or a text to the explorer in one call."""

import contextlib
import re
import sys
import time
import warnings
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from navwidget import FixedSizeChunker, IndexingError, MissingDependencyError, SearchResultChunk, explore, samples
from navwidget.adapters.files import FileText, document_of
from navwidget.adapters.html import html_text
from navwidget.evidence.pages import pages_of
from navwidget.widget.session import Session
from tests.explorer import told
from tests.pdf import pdf

TEXT = "# Notice\n\nThirty days to the end of a month.\n"


def stored(widget):
    """The text of each source."""
    store = widget._session.backend.index.sync
    return {source.source_id: store.text(source.source_id) for source in store.sources()}


def test_a_file(tmp_path):
    path = tmp_path / "agreement.md"
    path.write_text(TEXT, "utf-8")
    for root in (path, str(path)):
        widget = explore(root, query="days")
        assert widget.source_id == "agreement.md"
        assert "Thirty days" in widget.hits[0].chunk.content


def test_a_folder_says_what_it_leaves_out(tmp_path):
    (tmp_path / "part").mkdir()
    (tmp_path / ".hidden").mkdir()
    for name in ("a.md", "part/b.TXT", "part/d.py", "e.json", ".hidden/d.md", "empty.md"):
        (tmp_path / name).write_text("" if name == "empty.md" else TEXT, "utf-8")
    (tmp_path / "c.docx").write_bytes(b"PK\0\1")
    (tmp_path / "part" / "packed.gz").write_bytes(bytes(range(128, 256)))
    with pytest.warns(UserWarning, match="Left out") as told:
        widget = explore(tmp_path)
    assert stored(widget) == {"a.md": TEXT, "e.json": TEXT, "part/b.TXT": TEXT, "part/d.py": TEXT}
    [message] = {str(warning.message) for warning in told}
    assert message.split("\n") == [
        "Left out because they are hidden: .hidden/d.md.",
        "Left out because they are no text: c.docx, part/packed.gz.",
        "Left out because they have no text: empty.md.",
    ]


def test_many_files_that_are_left_out_are_counted(tmp_path):
    (tmp_path / "a.md").write_text(TEXT)
    for number in range(13):
        (tmp_path / f"{number:02}.bin").write_bytes(b"\0")
    with pytest.warns(UserWarning, match=r"no text: 00\.bin, .*, 09\.bin and 3 more\.$"):
        explore(tmp_path)


@pytest.mark.parametrize(("seconds", "is_shown"), [(0.0, False), (0.6, True)])
def test_a_folder_shows_how_far_it_is_where_that_takes_long(tmp_path, capsys, seconds, is_shown):
    def chunker(text):
        time.sleep(seconds)
        return [(0, len(text))]

    for name in ("a.md", "b.md", "c.md"):
        (tmp_path / name).write_text(TEXT)
    explore(tmp_path, chunker=chunker)
    assert ("/3" in capsys.readouterr().err) == is_shown


def test_a_text():
    assert explore(TEXT, query="days").hits[0].chunk.source_id == "text"


def test_options_and_chunker_are_passed_on():
    widget = explore(samples.read("agreement.md"), chunker=FixedSizeChunker(100, overlap=0), query="notice", top_k=3)
    assert [len(hit.chunk.content) <= 100 for hit in widget.hits] == [True] * 3


def test_a_text_file_stays_as_it_is(tmp_path):
    """So that offsets are true of the file: line ends and byte order mark are characters of it."""
    written = "\ufeffone\r\ntwo\rthree\n"
    (tmp_path / "a.txt").write_bytes(written.encode())
    assert stored(explore(tmp_path / "a.txt")) == {"a.txt": written}


def test_utf_16_is_known_by_its_mark(tmp_path):
    (tmp_path / "a.txt").write_bytes("\ufeffdeux jours\n".encode("utf-16-le"))
    assert stored(explore(tmp_path / "a.txt")) == {"a.txt": "\ufeffdeux jours\n"}


def test_a_file_of_another_kind_is_read_as_text_if_it_is_one(tmp_path):
    (tmp_path / "a.py").write_text("days = 30\n")
    assert stored(explore(tmp_path / "a.py")) == {"a.py": "days = 30\n"}
    (tmp_path / "a.docx").write_bytes(b"PK\0\1")
    with pytest.raises(IndexingError, match=r"a\.docx is no text"):
        explore(tmp_path / "a.docx")


def test_no_such_file_is_a_sentence():
    with pytest.raises(FileNotFoundError, match=r"nowhere\.md.*more than one line"):
        explore("nowhere.md")


@pytest.mark.parametrize("what", ["", "  \n "])
def test_nothing_in_it_is_a_sentence(what, tmp_path):
    for empty in (what, tmp_path):
        with pytest.raises(IndexingError, match="Nothing to explore"):
            explore(empty)


def test_bytes_that_are_no_text_are_told(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"ok \xff no")
    with pytest.warns(UserWarning, match=r"a\.txt is not all UTF-8: byte 3 .* U\+FFFD"):
        widget = explore(tmp_path / "a.txt")
    assert stored(widget) == {"a.txt": "ok \ufffd no"}


class TestHtml:
    def test_headings_are_known(self, tmp_path):
        (tmp_path / "a.html").write_text("<h1>Notice</h1><p>Thirty <b>days</b>.</p><script>days</script>")
        widget = explore(tmp_path / "a.html", query="days")
        assert stored(widget) == {"a.html": "# Notice\n\nThirty days.\n"}
        assert widget._session.reader.source.headings[0].title == "Notice"

    @pytest.mark.parametrize(
        ("markup", "text"),
        [
            ("a\n  b", "a b\n"),
            ("<ul><li><p>one<li>two</ul>three", "- one\n\n- two\n\nthree\n"),
            ("<h2></h2><p>no heading", "no heading\n"),
            ("<pre>\n  a\n    b\n</pre>", "  a\n    b\n"),
            ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", "a\tb\n\n1\t2\n"),
            ("a<br>b <br/> c", "a\nb\nc\n"),
            ("<script>if (a < b) run('</p>')</script>x<style>y", "x\n"),
            ("&lt;b&gt; &amp;amp; &#x1F680;", "<b> &amp; \N{ROCKET}\n"),
            ("", ""),
        ],
    )
    def test_text_of_a_page(self, markup, text):
        assert html_text(markup) == text

    @pytest.mark.parametrize("charset", ["windows-1252", "latin-1"])
    def test_the_page_says_its_encoding(self, tmp_path, charset):
        (tmp_path / "a.htm").write_bytes(f'<meta charset="{charset}"><p>délai'.encode(charset))
        assert stored(explore(tmp_path / "a.htm")) == {"a.htm": "délai\n"}

    def test_an_encoding_that_is_none_is_utf_8(self, tmp_path):
        (tmp_path / "a.htm").write_bytes('<meta charset="nonsense"><p>délai'.encode())
        assert stored(explore(tmp_path / "a.htm")) == {"a.htm": "délai\n"}


class TestPdf:
    def test_pages_are_known(self, tmp_path):
        (tmp_path / "a.pdf").write_bytes(pdf("First page on notice.", "Second page on days."))
        widget = explore(tmp_path / "a.pdf", query="days", chunker=FixedSizeChunker(12, overlap=0))
        assert stored(widget) == {"a.pdf": "First page on notice.\n\nSecond page on days."}
        assert widget.hits[0].chunk.metadata["page_number"] == 2
        widget.star(widget.hits[0])
        assert widget.context().pieces[0].citation == "a.pdf:36-43, p. 2"
        assert [(h.title, h.offset) for h in widget._session.reader.source.headings] == [("p. 1", 0), ("p. 2", 23)]

    def test_a_chunk_over_pages_names_them_all(self, tmp_path):
        """In its title, in evidence of every form, and in the map, which has each page where it starts."""
        texts = [f"Page {number} of a report that is told on short pages." for number in range(1, 13)]
        (tmp_path / "a.pdf").write_bytes(pdf(*texts))
        widget = explore(tmp_path / "a.pdf", query="report", chunker=FixedSizeChunker(290, overlap=0))
        source = widget._session.reader.source
        assert [h.title for h in source.headings] == [f"p. {number}" for number in range(1, 13)]
        assert [h.offset for h in source.headings] == [stored(widget)["a.pdf"].index(text) for text in texts]
        widget.star(next(hit for hit in widget.hits if hit.chunk.start_offset == 0))
        context = widget.context()
        assert context.pieces[0].pages == (1, 2, 3, 4, 5, 6)
        for written in (context.text, context.to_markdown(), context.to_json()):
            assert "a.pdf:0-290, pp. 1–6" in written
        hits = told(Session(widget.index), "search", query="report", retriever="keyword", top_k=9).hits
        assert {item.start: item.title for item in hits.items}[0] == "pp. 1–6"

    @given(st.lists(st.text(st.sampled_from("ab \n"), max_size=6), min_size=1, max_size=6), st.integers(1, 9))
    def test_pages_are_those_that_its_characters_stand_on(self, texts, size):
        """Of each character that is no white space, by counting."""
        read = FileText("\n\n".join(texts), tuple(accumulate((len(text) + 2 for text in texts[:-1]), initial=0)))
        stands = [number for number, text in enumerate(texts, 1) for _ in f"{text}\n\n"]
        for chunk in document_of(read, "a.pdf", FixedSizeChunker(size, overlap=0)).chunks if read.text.strip() else ():
            on = {stands[chunk.start_offset + at] for at, letter in enumerate(chunk.content) if not letter.isspace()}
            found = SearchResultChunk(**chunk.model_dump(exclude={"embedding"}))
            if on:
                assert pages_of(found) == tuple(range(min(on), max(on) + 1))

    @pytest.mark.parametrize("data", [b"", b"no PDF", b"%PDF-1.4\nbroken"])
    def test_a_broken_one_is_a_sentence(self, tmp_path, data):
        (tmp_path / "a.pdf").write_bytes(data)
        with pytest.raises(IndexingError, match=r"a\.pdf cannot be read as a PDF"):
            explore(tmp_path / "a.pdf")

    def test_what_its_package_logs_does_not_stand_beside_the_sentence(self, tmp_path, caplog):
        whole = pdf("Thirty days.")
        (tmp_path / "a.pdf").write_bytes(whole[: whole.index(b"xref")])
        with contextlib.suppress(IndexingError):
            explore(tmp_path / "a.pdf")
        assert [record.name for record in caplog.records if record.name.startswith("pypdf")] == []

    def test_a_broken_one_keeps_no_folder_from_opening(self, tmp_path):
        (tmp_path / "a.pdf").write_bytes(b"no PDF")
        (tmp_path / "b.md").write_text(TEXT)
        with pytest.warns(UserWarning, match=r"^a\.pdf was left out: a\.pdf cannot be read as a PDF"):
            assert stored(explore(tmp_path)) == {"b.md": TEXT}

    def test_pictures_of_pages_have_no_text(self, tmp_path):
        (tmp_path / "a.pdf").write_bytes(pdf("", ""))
        with pytest.raises(IndexingError, match=r"Nothing(.|\n)*they have no text: a"):
            explore(tmp_path / "a.pdf")

    def test_without_its_package_the_extra_is_named(self, tmp_path, monkeypatch):
        monkeypatch.setitem(sys.modules, "pypdf", None)
        (tmp_path / "a.pdf").write_bytes(pdf("text"))
        with pytest.raises(MissingDependencyError, match=r"pip install .\.\[pdf\]"):
            explore(tmp_path / "a.pdf")
        (tmp_path / "b.md").write_text(TEXT)
        with pytest.warns(UserWarning, match=r"a\.pdf was left out: pypdf is not installed"):
            explore(tmp_path)


def test_nothing_left_out_warns_of_nothing(tmp_path):
    (tmp_path / "a.md").write_text(TEXT)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        explore(tmp_path)


@pytest.mark.parametrize(
    ("what", "kind"), [(None, "NoneType"), (5, "int"), (b"bytes", "bytes"), (["a.md", 5], "list of int"), ({}, "dict")]
)
def test_what_is_neither_a_path_nor_a_text_is_refused(what, kind):
    with pytest.raises(TypeError, match=f"takes a path, a list of paths or a text, not {kind}: an index"):
        explore(what)


def test_several_files_and_folders_are_named_from_the_folder_that_holds_them_all(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "part").mkdir()
    for name in ("a.md", "part/b.md", "part/c.md"):
        (tmp_path / name).write_text(TEXT)
    assert set(stored(explore(["a.md", tmp_path / "part"]))) == {"a.md", "part/b.md", "part/c.md"}
    assert set(stored(explore(("part/b.md", "part/c.md", "part")))) == {"b.md", "c.md"}
    with pytest.raises(FileNotFoundError, match=r"nowhere\.md"):
        explore(["a.md", "nowhere.md"])
    with pytest.raises(IndexingError, match="Nothing to explore"):
        explore([])


def test_a_text_in_another_encoding_is_still_a_text(tmp_path):
    (tmp_path / "a.csv").write_bytes("d\xe9lai;jours\n".encode("latin-1") * 5)
    with pytest.warns(UserWarning, match=r"a\.csv is not all UTF-8"):
        assert stored(explore(tmp_path)) == {"a.csv": "d\ufffdlai;jours\n" * 5}


MANUAL = "# Manual\n\n" + "".join(f"## Part {n}\n\n{'Some words on it. ' * 80}\n\n" for n in range(30))


@pytest.mark.parametrize("name", ["a.md", "a.rst", "a.txt", "a.py", "a.html"])
def test_next_goes_on_where_the_chunk_before_ends(tmp_path, name):
    """And no chunk ends with a heading."""
    as_html = re.sub("(?m)^## (.*)$", r"<h2>\1</h2><p>", MANUAL)
    (tmp_path / name).write_text(as_html if name == "a.html" else MANUAL)
    widget = explore(tmp_path / name)
    store, text = widget.index.sync, stored(widget)[name]
    read = store.read(name, None, None, top_k=1000)
    place = read[0].chunk
    for expected in read[1:]:
        [step] = store.navigate(name, place.start_offset, place.end_offset, "next", top_k=1)
        assert step.chunk == expected.chunk
        assert step.chunk.start_offset == place.end_offset
        assert not re.search(r"#+ [^\n]*\s*$", place.content)
        place = step.chunk
    assert place.end_offset == len(text)


def test_a_comment_of_a_program_is_no_heading(tmp_path):
    (tmp_path / "a.py").write_text("# a comment\ndays = 30\n")
    widget = explore(tmp_path / "a.py", query="days")
    assert widget._session.reader.source.headings == ()


def test_a_relative_path_that_is_not_there_says_where_it_was_looked_for(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError) as raised:
        explore("nowhere.md")
    assert repr(str(tmp_path)) in str(raised.value)


def test_an_empty_file_is_said_to_be_empty(tmp_path):
    (tmp_path / "a.md").write_text("")
    with pytest.raises(IndexingError, match=r"because they have no text: a\.md\."):
        explore(tmp_path / "a.md")


def test_a_path_may_begin_at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "a.md").write_text(TEXT)
    assert stored(explore("~/a.md")) == {"a.md": TEXT}
