"""Chunks whose text is not in the document: they keep their declared span, and are told of."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from navwidget.adapters.corrections import Declared
from navwidget.spans import Span
from navwidget.text import tokens
from navwidget.wording import counted, enumerated, listed

_LOOKED_THROUGH = 4_000_000_000  # characters, about two seconds
_SHARE = 0.5  # of the words of a span that its chunk must have: what was stripped or spelt otherwise leaves more


def may_occur(content: str, texts: Collection[str]) -> bool:
    """Tell whether any of some texts stands in a document, white space not counted; a blank one stands anywhere.

    Where there is too much to look through, some may.
    """
    if len(texts) * len(content) > _LOOKED_THROUGH:
        return True
    dense = "".join(content.split())
    return any("".join(text.split()) in dense for text in texts)


def usable(content: str, declared: Declared) -> Span | None:
    """Give a declared span that has any text of the document, or None."""
    start, end = declared
    return (start, end) if start is not None and end is not None and 0 <= start < end <= len(content) else None


def told(content: str, kept: Collection[tuple[str, str, Span]], among: int) -> str:
    """Say how many chunks of a source keep another text than stands at their span; nothing if none does.

    Parameters
    ----------
    content : str
        The whole text.
    kept : collection of (str, str, tuple of int)
        Their names, texts and spans.
    among : int
        How many chunks the source has.

    Examples
    --------
    >>> told("Thirty days. Sixty days.", [("'a'", "Notice: Thirty days.", (0, 12)), ("'b'", "Fee", (13, 24))], 2)
    "2 of 2 chunks: 'a' and 1 more; few words of the span are in 1, whose offsets may be wrong: 'b'"
    """
    if not kept:
        return ""
    names = [name for name, _, _ in kept]
    strange = [name for name, text, (start, end) in kept if not _alike(text, content[start:end])]
    doubt = f"; few words of the span are in {len(strange):,}, whose offsets may be wrong: {enumerated(strange, 1)}"
    return f"{len(kept):,} of {counted(among, 'chunk')}: {enumerated(names, 1)}{doubt if strange else ''}"


def _alike(text: str, there: str) -> bool:
    words = set(tokens(there))
    return len(words & set(tokens(text))) >= _SHARE * len(words)


def notice(differing: Mapping[str, str]) -> str:
    """Say in one warning which sources have chunks with another text than stands at their span."""
    head = (
        "The texts of some chunks are not in their document; they keep them, with the span that they declare, and "
        "to_frame() marks them in `differs`:"
    )
    return listed(head, [f"{source!r}: {which}" for source, which in differing.items()])
