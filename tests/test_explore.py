"""From a file, a folder or a text to the explorer in one call."""

import pytest

from navwidget import FixedSizeChunker, IndexingError, explore, samples

TEXT = "# Notice\n\nThirty days to the end of a month.\n"


def test_a_file(tmp_path):
    path = tmp_path / "agreement.md"
    path.write_text(TEXT, "utf-8")
    for given in (path, str(path)):
        widget = explore(given, query="days")
        assert widget.source_id == "agreement.md"
        assert "Thirty days" in widget.hits[0].chunk.content


async def test_a_folder(tmp_path):
    (tmp_path / "part").mkdir()
    (tmp_path / ".hidden").mkdir()
    for name in ("a.md", "part/b.txt", "c.pdf", ".hidden/d.md", "empty.md"):
        (tmp_path / name).write_text("" if name == "empty.md" else TEXT, "utf-8")
    widget = explore(tmp_path)
    assert {hit.chunk.source_id for hit in await widget.search("days")} == {"a.md", "part/b.txt"}


def test_a_text():
    assert explore(TEXT, query="days").hits[0].chunk.source_id == "text"


def test_options_and_chunker_are_passed_on():
    widget = explore(samples.read("agreement.md"), chunker=FixedSizeChunker(100, overlap=0), query="notice", top_k=3)
    assert [len(hit.chunk.content) <= 100 for hit in widget.hits] == [True] * 3


def test_line_ends_stay_as_they_are(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")
    assert explore(tmp_path / "a.txt", query="one").hits[0].chunk.content == "one\r\ntwo\r\n"


def test_no_such_file_is_a_sentence():
    with pytest.raises(FileNotFoundError, match=r"nowhere\.md.*more than one line"):
        explore("nowhere.md")


@pytest.mark.parametrize("what", ["", "  \n "])
def test_nothing_in_it_is_a_sentence(what, tmp_path):
    for empty in (what, tmp_path):
        with pytest.raises(IndexingError, match="Nothing to explore"):
            explore(empty)


def test_no_text_is_a_sentence(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"ok \xff")
    with pytest.raises(IndexingError, match=r"a\.txt is not UTF-8 text \(byte 3\)"):
        explore(tmp_path / "a.txt")
