"""A still picture of the explorer for places without a kernel: HTML with the timeline as SVG, all text escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

import numpy as np

from navwidget.models import SearchResult
from navwidget.spans import Span, lanes
from navwidget.widget.reader import Reader
from navwidget.widget.source import OpenSource
from navwidget.widget.still_words import Words, words_of

LARGEST: Final = 64 * 1024
"""Bytes that a picture takes at most."""

_WIDTH = 800
_TOP = 18
_LANE = 14
_MOST_LANES = 6
_MOST_RECTANGLES = 240
_MOST_HITS = 10
_EXCERPT = 400
_NAME = 160

# Legible on light and on dark ground alike, since nobody says which it will be: letters in the colour of the text
# around, edges at least 3:1 against both.
_CHUNK = 'fill="#808893" stroke="#808893" fill-opacity=".4"'
_DENSITY = 'fill="#808893"'
_HIT = 'fill="#c07f00" stroke="#c07f00" fill-opacity=".6"'
_READ = 'fill="#2b87c4"'

# MathJax would take two dollar signs in a text for mathematics
_OPEN = (
    '<div class="navwidget-snapshot tex2jax_ignore mathjax_ignore" lang="{language}" '
    'style="font:13px/1.4 sans-serif;max-width:830px">'
)


def snapshot_html(reader: Reader, locale: str = "en") -> str:
    """Draw where a reader stands: the open source, hits by rank, what was read, and up to ten hits as text.

    The picture is at most `LARGEST` bytes long, whatever the texts are.
    """
    words = words_of(locale)
    parts = [_OPEN.format(language=words.language), *_source_parts(reader, words), *_hit_parts(reader, words), "</div>"]
    return "".join(parts)


def _source_parts(reader: Reader, words: Words) -> Iterator[str]:
    source = reader.source
    if source is None:
        yield f"<p><b>navwidget</b>{words.colon} {words.nothing_open}</p>"
        return
    outline = source.outline
    length, chunks = words.counted(outline.length, words.character), words.counted(len(outline), words.chunk)
    size = f"{length} {words.cut_into} {chunks}" if outline.complete else f"{chunks}; {words.in_part}"
    yield f"<p><b>{_name(source.source_id)}</b>{words.colon} {size}</p>"
    label = f"{words.timeline_of} {text(source.source_id[:_NAME])}"
    yield timeline_svg(source, reader.hits.results, reader.covered.spans(source), label)


def _hit_parts(reader: Reader, words: Words) -> Iterator[str]:
    hits = reader.hits
    if not hits.results:
        return
    shown = f"{_MOST_HITS} {words.of} " if len(hits.results) > _MOST_HITS else ""
    found = words.counted(len(hits.results), words.hit)
    yield f"<p>{shown}{found} {words.found_for} <q>{_name(hits.query)}</q></p><ol>"
    for hit in hits.results[:_MOST_HITS]:
        chunk = hit.chunk
        span = (chunk.start_offset, chunk.end_offset)
        place = "" if None in span else f" [{'–'.join(words.number(offset or 0) for offset in span)})"
        content = chunk.content.strip()
        excerpt = content[:_EXCERPT] + ("…" if len(content) > _EXCERPT else "")
        score = f" {words.score(hit.score)}" if hits.is_scored else ""
        yield (
            f"<li><b>{_name(chunk.source_id)}</b>{place}{score}"
            f'<div dir="auto" style="white-space:pre-wrap;overflow-wrap:anywhere">{text(excerpt)}</div></li>'
        )
    yield "</ol>"


def _name(value: str) -> str:
    """Write a text within a sentence, which it can neither mark up nor turn around."""
    return f"<bdi>{text(value[:_NAME])}</bdi>"


def text(value: str) -> str:
    r"""Escape a text for HTML and SVG; control characters, which are not allowed there, become their pictures.

    Examples
    --------
    >>> text("<b>\x1b[31m")
    '&lt;b&gt;␛[31m'
    """
    return escape("".join(map(_visible, value)))


def _visible(character: str) -> str:
    code = ord(character)
    if code < 0x20 and character not in "\t\n\r":
        return chr(0x2400 + code)
    return "\ufffd" if 0xD800 <= code < 0xE000 or 0x7F <= code < 0xA0 else character


def timeline_svg(source: OpenSource, hits: Sequence[SearchResult], read: Iterable[Span], label: str) -> str:
    """Draw a whole source: chunks in lanes (or how many there are, where they are many), hits with ranks, text read."""
    outline = source.outline
    shown = source.is_shown
    starts, ends = outline.starts[shown], outline.ends[shown]
    scale = _WIDTH / max(outline.length, 1)
    if len(starts) <= _MOST_RECTANGLES:
        spans = list(zip(starts.tolist(), ends.tolist(), strict=True))
        shapes, depth = _chunk_shapes(spans, scale)
    else:
        shapes, depth = _density_shapes(starts, scale), 2
    base = _TOP + depth * _LANE
    shapes += [_rectangle(a * scale, (b - a) * scale, base + 3, 4, _READ) for a, b in list(read)[:100]]
    shapes += _hit_shapes(source, hits, scale, base)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -2 {_WIDTH} {base + 12}" role="img" '
        f'aria-label="{label}" style="width:100%">'
        f"{''.join(shapes)}</svg>"
    )


def _chunk_shapes(spans: list[Span], scale: float) -> tuple[list[str], int]:
    chosen = [min(lane, _MOST_LANES - 1) for lane in lanes(spans)]
    shapes = [
        _rectangle(start * scale, (end - start) * scale, _TOP + lane * _LANE, _LANE - 3, _CHUNK)
        for (start, end), lane in zip(spans, chosen, strict=True)
    ]
    return shapes, max(chosen, default=0) + 1


def _density_shapes(starts: np.ndarray[tuple[int], np.dtype[np.int64]], scale: float) -> list[str]:
    columns = np.clip(starts * scale / 4, 0, _WIDTH // 4 - 1).astype(np.int64)
    counts = np.bincount(columns, minlength=_WIDTH // 4)
    heights = counts / counts.max() * (2 * _LANE - 3)
    return [
        _rectangle(column * 4, 3, _TOP + 2 * _LANE - 3 - height, height, _DENSITY)
        for column, height in enumerate(heights.tolist())
        if height
    ]


def _hit_shapes(source: OpenSource, hits: Sequence[SearchResult], scale: float, base: int) -> list[str]:
    shapes = []
    for rank, hit in enumerate(hits[:100], start=1):
        start, end = hit.chunk.start_offset, hit.chunk.end_offset
        if hit.chunk.source_id == source.source_id and start is not None and end is not None:
            x = start * scale
            shapes.append(_rectangle(x, (end - start) * scale, 16, base - 16, _HIT))
            shapes.append(f'<text x="{x:.1f}" y="11" font-size="11" fill="currentColor">{rank}</text>')
    return shapes


def _rectangle(x: float, width: float, y: float, height: float, attributes: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 1):.1f}" height="{height:.1f}" {attributes}/>'
