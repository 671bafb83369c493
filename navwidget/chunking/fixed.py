"""Chunks of one size, in characters or in tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise

from navwidget.chunking.sizes import checked_overlap, checked_size
from navwidget.models.base import span_list
from navwidget.spans import Span


@dataclass(frozen=True)
class FixedSizeChunker:
    r"""Cut a text every so many characters or tokens.

    Parameters
    ----------
    size : int, default 512
        Length of a chunk, in code points or tokens.
    overlap : int, optional
        How much of the end of a chunk the next one repeats; smaller than `size`, by default an eighth of it.
    tokenizer : callable, optional
        Takes a text and gives the ``(start, end)`` span of each token in code points, in order and without special
        tokens. With Hugging Face's tokenizers: ``lambda text: model.encode(text, add_special_tokens=False).offsets``.

    Raises
    ------
    ValueError
        If a size is no whole number, or `overlap` is not smaller than `size`.

    Notes
    -----
    The chunks cover the whole text, and the last one may be shorter. A chunk of tokens goes on to where the next
    token starts, so that what is between tokens is not lost; characters that several tokens share are not split.

    Examples
    --------
    >>> FixedSizeChunker(size=4, overlap=1)("0123456789")
    [(0, 4), (3, 7), (6, 10)]
    >>> import re
    >>> words = lambda text: [match.span() for match in re.finditer(r"\w+", text)]
    >>> FixedSizeChunker(size=2, overlap=0, tokenizer=words)("one two three")
    [(0, 8), (8, 13)]
    """

    size: int = 512
    overlap: int | None = None
    tokenizer: Callable[[str], Iterable[Span]] | None = None

    def __post_init__(self) -> None:
        size = checked_size("size", self.size)  # the spans are to be Python's own ints
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "overlap", size // 8 if self.overlap is None else checked_overlap(self.overlap, size))

    def __call__(self, text: str) -> list[Span]:
        """Give the spans of the chunks of `text`."""
        if not text:
            return []
        if self.tokenizer is None:
            return self._windows(len(text))
        borders = _token_borders(text, self.tokenizer)
        spans = [(borders[first], borders[last]) for first, last in self._windows(len(borders) - 1)]
        return [span for span, after in pairwise([*spans, (len(text), len(text))]) if span[0] < min(span[1], after[0])]

    def _windows(self, length: int) -> list[Span]:
        step = self.size - (self.overlap or 0)
        count = 1 + max(0, -(-(length - self.size) // step))
        return [(start, min(start + self.size, length)) for start in range(0, count * step, step)]


def _token_borders(text: str, tokenizer: Callable[[str], Iterable[Span]]) -> list[int]:
    """List where tokens start, the first at 0, and the end of the text."""
    spans = span_list(tokenizer(text), "The tokenizer")
    borders = [0, *(start for start, _ in spans[1:]), len(text)]
    for position, (before, after) in enumerate(pairwise(borders)):
        if before > after:
            raise ValueError(
                f"The tokenizer's span {position + 1} starts at {after}, before {before}: give spans in order, in code "
                "points of the text, without special tokens."
            )
    return borders
