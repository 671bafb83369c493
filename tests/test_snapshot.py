"""The still picture: well-formed, small, and with hostile text as text."""

import asyncio
import re
from xml.etree import ElementTree

import pytest

from navwidget import ChunkStore, Document, DocumentChunk, FixedSizeChunker
from navwidget.widget import protocol as wire
from navwidget.widget.session import Session
from navwidget.widget.snapshot import LARGEST, snapshot_html, text
from tests.explorer import ask, documents, store
from tests.foreign import Stairs

HOSTILE = "<script>alert(1)</script>\"'&<img src=x onerror=alert(1)>$x$\x1b[31m\x00\ud800"


def picture(index, **options):
    session = Session(index, **options)
    asyncio.run(session.start())
    return snapshot_html(session.reader)


def parsed(html):
    return ElementTree.fromstring(html)


def test_the_source_the_hits_and_what_was_read():
    with store() as index:
        session = Session(index, source_id="a", query="w05")
        ask(session, "open_hit", rank=1)
        html = snapshot_html(session.reader)
    root = parsed(html)
    svg = root.find("{http://www.w3.org/2000/svg}svg")
    fills = [shape.get("fill") for shape in svg]
    assert fills.count("#808893") in (4, 14)
    assert {"#c07f00", "#2b87c4"} <= set(fills)
    assert 1 <= len(root.findall("ol/li")) <= 10
    assert "w05" in "".join(root.itertext())


def test_one_is_no_plural():
    with ChunkStore() as index:
        index.sync.index_document(Document.from_text("a", "a.txt", FixedSizeChunker()))
        html = picture(index, query="a")
    assert "</b>: 1 character in 1 chunk</p>" in html
    assert "<p>1 hit for <q>" in html


def test_a_source_that_is_known_in_part_is_not_counted():
    session = Session(Stairs(documents()), source_id="b")
    asyncio.run(session.start())
    asyncio.run(session.handle(wire.Navigate(id=1, direction="next", top_k=2)))
    said = "".join(parsed(snapshot_html(session.reader)).itertext())
    assert "2 chunks; more are not drawn" in said
    assert "characters" not in said


def test_no_source_says_so():
    with ChunkStore() as index:
        assert "no source is open" in picture(index)


def test_hostile_text_is_text():
    with ChunkStore() as index:
        chunk = DocumentChunk(
            source_id=HOSTILE.replace("\ud800", ""),
            locator="0",
            start_offset=0,
            end_offset=len(HOSTILE),
            content=HOSTILE,
        )
        index.sync.index_document(Document(source_id=chunk.source_id, content=HOSTILE, chunks=[chunk]))
        html = picture(index, query="alert " + HOSTILE)
    root = parsed(html)
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {
        *("div", "p", "b", "q", "bdi", "ol", "li", "svg", "rect", "text")
    }
    assert "<script>alert(1)</script>" in "".join(root.itertext())
    assert "mathjax_ignore" in root.get("class")
    html.encode()


def test_a_name_that_turns_letters_around_turns_no_numbers_around():
    """Every text of a document stands in an element that is laid out by itself."""
    name = "agr\u202etxt.tnem"
    with ChunkStore() as index:
        index.sync.index_document(Document.from_text(f"one {name}", name, FixedSizeChunker()))
        root = parsed(picture(index, query=f"one {name}"))
    holders = [element for element in root.iter() if "\u202e" in (element.text or "")]
    assert len(holders) == 4
    assert all(element.tag == "bdi" or element.get("dir") == "auto" for element in holders)
    assert not any("\u202e" in (element.tail or "") for element in root.iter())


def test_it_speaks_french_where_the_explorer_does():
    with ChunkStore(embedder=None) as index:
        assert "aucune source n’est ouverte" in snapshot_html(Session(index).reader, "fr")
        index.sync.index_document(Document.from_text("un " * 500, "a.txt", FixedSizeChunker(60, overlap=0)))
        session = Session(index, query="un", top_k=12)
        asyncio.run(session.start())
        root = parsed(snapshot_html(session.reader, "fr-CA"))
    said = "".join(root.itertext())
    assert root.get("lang") == "fr"
    assert "a.txt\u00a0: 1\u202f500 caractères en 25 fragments" in said
    assert "10 sur 12 résultats pour un" in said
    assert re.search(r"\) 0,\d+", said)


@pytest.mark.parametrize("size", [10, 400, 100_000])
def test_small_whatever_the_texts_are(size):
    with ChunkStore(embedder=None) as index:
        body = "&\"'<word " * (size * 5)
        index.sync.index_document(
            Document.from_text(body, "&" * 5000, FixedSizeChunker(max(40, len(body) // 20_000), overlap=0))
        )
        html = picture(index, query="word " + "&" * 5000, retriever="keyword")
    assert len(html.encode()) <= LARGEST
    parsed(html)


def test_control_characters_are_seen():
    assert text("a\x00\x1b\x85\n\t") == "a␀␛\ufffd\n\t"


def contrast(one, other):
    """Contrast of two colours, as WCAG 2 defines it."""

    def luminance(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_legible_on_light_and_on_dark_ground():
    """Letters take the colour of the text around; the edges of shapes stand out from both grounds."""
    with store() as index:
        session = Session(index, source_id="a", query="w05")
        ask(session, "open_hit", rank=1)
        root = parsed(snapshot_html(session.reader))
    shapes = list(root.iter("{http://www.w3.org/2000/svg}rect"))
    assert {shape.get("fill") for shape in root.iter("{http://www.w3.org/2000/svg}text")} == {"currentColor"}
    edges = {shape.get("stroke") or shape.get("fill") for shape in shapes}
    assert len(edges) == 3
    assert all(contrast(edge, ground) >= 3 for edge in edges for ground in ("#ffffff", "#111111"))
