"""Documents as they come: overlaps, nesting, gaps, ties, empty chunks, and letters that break naive code."""

from __future__ import annotations

from hypothesis import strategies as st

from navwidget.models import ChunkType, Document, DocumentChunk, compute_char_locator

LETTERS = [
    *"abk s\n",
    "K",  # Kelvin sign, folds to k and from three bytes to one
    "ß",
    "ẞ",
    "İ",
    "ı",
    "Σ",
    "ς",
    "\N{COMBINING ACUTE ACCENT}",
    "é",
    "\N{ROCKET}",
    "\N{ZERO WIDTH JOINER}",
    "中",
    "\0",
    "%",
    "\\",
    "\ud83d",  # half of a character
    "\ude80",
]

texts = st.text(st.sampled_from(LETTERS), max_size=40)
patterns = st.text(st.sampled_from(LETTERS), max_size=4)
chunk_types = st.sampled_from(ChunkType)
offsets = st.one_of(st.integers(-3, 45), st.sampled_from([-(10**30), 10**30, 2**63, -(2**63)]))
counts = st.one_of(st.integers(1, 6), st.just(10**30))
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(texts, inner, max_size=2),
    max_leaves=4,
)
metadata = st.dictionaries(st.sampled_from(["page", "tag", "document_title", "ß"]), json_values, max_size=3)
vectors = st.tuples(*[st.integers(-2, 2).map(float)] * 3)


@st.composite
def chunks(draw: st.DrawFn, source_id: str, content: str, number: int, *, embedded: bool) -> DocumentChunk:
    """A chunk anywhere in the text: few places, so that ties, nesting and gaps are common."""
    start = draw(st.integers(0, len(content)))
    end = draw(st.integers(start, len(content)))
    exact = draw(st.integers(0, 3)) > 0
    chunk_type = draw(st.sampled_from([ChunkType.CONTENT, ChunkType.CONTENT, ChunkType.SUMMARY]))
    return DocumentChunk(
        source_id=source_id,
        locator=compute_char_locator(start, end, chunk_type) + draw(st.sampled_from(["", f":{number}"])),
        start_offset=start,
        end_offset=end,
        content=content[start:end] if exact else draw(texts),
        id=f"{draw(st.sampled_from('ab'))}{number}@{source_id}",
        chunk_type=chunk_type,
        parent_ref=draw(st.none() | st.just("a parent")),
        metadata=draw(metadata),
        embedding=draw(st.none() | vectors) if embedded else None,
    )


@st.composite
def documents(draw: st.DrawFn, source_id: str = "source", *, embedded: bool = False) -> Document:
    """A document of up to a dozen chunks; its text may be unknown."""
    content = draw(texts)
    size = draw(st.integers(1, 12))
    pieces = tuple(draw(chunks(source_id, content, number, embedded=embedded)) for number in range(size))
    known = draw(st.integers(0, 4)) > 0
    return Document(source_id=source_id, content=content if known else None, chunks=pieces, metadata=draw(metadata))
