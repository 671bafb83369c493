"""Chunkers: callables that take a text and give ascending half-open spans of it, in code points.

A span is all that a chunker says, so that every offset is true: the text of a chunk is the slice. Anything that takes a
text and gives spans is a chunker too, and goes into `Document.from_text` as these do.
"""

from navwidget.chunking.fixed import FixedSizeChunker
from navwidget.chunking.markdown import MarkdownChunker, headings
from navwidget.chunking.recursive import RecursiveChunker
from navwidget.chunking.underlined import Heading, is_restructured, underlined_headings

__all__ = [
    "FixedSizeChunker",
    "Heading",
    "MarkdownChunker",
    "RecursiveChunker",
    "headings",
    "is_restructured",
    "underlined_headings",
]
