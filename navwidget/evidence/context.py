"""Merged text with where it comes from, and its written forms: nothing in a text or a name can leave its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from navwidget.evidence.pages import Page, pages_in_words

CHARACTERS_PER_TOKEN: Final = 4
"""A rule of thumb for English prose; a tokenizer counts otherwise, for code and other scripts by far."""

_HOLE = "[...]"


@dataclass(frozen=True)
class Piece:
    """Text of one source without a hole in it.

    Parameters
    ----------
    source_id : str
        The source.
    start, end : int or None
        Its span in code points, half-open; None where the chunk has no place.
    chunk_ids : tuple of str
        The chunks that it was made of, in reading order.
    text : str
        What stands there.
    differs : bool
        Whether it is one chunk whose text is not, or is not known to be, what the source has in this span.
    pages : tuple of int or str
        The pages that its chunks stand on, each once, as far as they say so.
    """

    source_id: str
    start: int | None
    end: int | None
    chunk_ids: tuple[str, ...]
    text: str
    differs: bool = False
    pages: tuple[Page, ...] = ()

    @property
    def citation(self) -> str:
        """Where it stands, in words: ``agreement.md:8112-9910``, or ``report.pdf:1832-2338, p. 2``."""
        place = f":{self.start}-{self.end}" if self.start is not None else ", no place"
        remarks = (pages_in_words(self.pages), "text of the chunk" if self.differs else "")
        return ", ".join([f"{self.source_id}{place}", *filter(None, remarks)])


@dataclass(frozen=True)
class Context:
    """Merged text, and where it comes from.

    Parameters
    ----------
    pieces : tuple of Piece
        Source by source, in reading order.
    separator : str
        What stands between pieces in `text`.
    budget : int, optional
        How many tokens it was to have at most, as `tokens` counts.
    left_out : tuple of str
        Ids of the chunks that did not fit.
    """

    pieces: tuple[Piece, ...] = ()
    separator: str = "\n\n"
    budget: int | None = None
    left_out: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The text: each piece after a line that cites it, and ``[...]`` where something of a source is missing."""
        return self.separator.join(self._parts())

    def _parts(self) -> Iterator[str]:
        furthest: tuple[str, int] = ("", 0)
        for piece in self.pieces:
            if piece.source_id == furthest[0] and (piece.start is None or piece.start > furthest[1]):
                yield _HOLE
            yield f"[{piece.citation}]\n{piece.text}"
            reached = furthest[1] if piece.source_id == furthest[0] else 0
            furthest = piece.source_id, max(reached, piece.end or 0)

    @property
    def characters(self) -> int:
        """Length of the text in code points."""
        return len(self.text)

    @property
    def tokens(self) -> int:
        """About how many tokens it is: a quarter of its characters, rounded up."""
        return -(-self.characters // CHARACTERS_PER_TOKEN)

    def to_markdown(self) -> str:
        """Give the pieces as numbered citations with their texts in fenced blocks.

        Nothing in a text or a name can leave its block: each fence is longer than any run of backticks inside it.
        """
        entries = (
            f"**{number}.** {_code(piece.citation)}\n\n{_fenced(piece.text)}\n"
            for number, piece in enumerate(self.pieces, 1)
        )
        return "\n".join(entries)

    def to_json(self) -> str:
        """Give everything as JSON; ``approximate_tokens`` are those of `tokens`."""
        data: dict[str, Any] = {
            "text": self.text,
            "characters": self.characters,
            "approximate_tokens": self.tokens,
            "budget": self.budget,
            "left_out": self.left_out,
            "pieces": [{"citation": piece.citation, **vars(piece)} for piece in self.pieces],
        }
        written = json.dumps(data, ensure_ascii=False, indent=2)
        return re.sub("[\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", written)  # no file could hold them

    def __str__(self) -> str:
        return self.text


def _fence(text: str, least: int) -> str:
    """Give a run of backticks that is longer than any in a text."""
    return "`" * max([least, *(len(run) + 1 for run in re.findall("`+", text))])


def _code(name: str) -> str:
    """Put a name into a code span, on one line."""
    line = " ".join(name.split())
    fence = _fence(line, 1)
    return f"{fence} {line} {fence}"


def _fenced(text: str) -> str:
    fence = _fence(text, 3)
    return f"{fence}text\n{text}\n{fence}"
