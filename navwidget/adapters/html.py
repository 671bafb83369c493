"""The text of an HTML page, with headings as Markdown writes them; nothing of it is run or fetched."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final

_HIDDEN: Final = frozenset({"script", "style", "template", "noscript", "title", "svg", "iframe", "object"})
_BLOCKS: Final = frozenset(
    {"address", "article", "aside", "blockquote", "body", "caption", "dd", "details", "div", "dl", "dt", "fieldset"}
    | {"figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "legend", "li"}
    | {"main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul"}
)
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_CELLS: Final = frozenset({"td", "th"})
_SPACE: Final = re.compile(r"[ \t\n\r\f]+")  # what HTML calls white space; a no-break space stays


def html_text(markup: str) -> str:
    r"""Take the text out of an HTML page.

    Parameters
    ----------
    markup : str
        The page, however broken.

    Returns
    -------
    str
        A line a block, blocks set apart by an empty line; ``#`` before headings, ``-`` before list items, tabs between
        cells. Text in ``pre`` stays as it is.

    Examples
    --------
    >>> html_text("<title>t</title><h2>Notice</h2><p>Thirty&nbsp;days,<br>at\n least.<script>run()</script>")
    '## Notice\n\nThirty\xa0days,\nat least.\n'
    """
    reader = _Reader()
    reader.feed(markup)
    reader.close()
    return reader.text()


class _Reader(HTMLParser):
    """Collects text block by block."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._blocks: list[str] = []
        self._block = ""
        self._mark = ""
        self._hidden: list[str] = []
        self._preformatted = 0

    def text(self) -> str:
        self._end_block()
        return "".join(f"{block}\n\n" for block in self._blocks)[:-1]

    def handle_starttag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        if tag in _HIDDEN:
            self._hidden.append(tag)
        if tag in _BLOCKS:
            self._end_block()
        if tag == "br":
            self._block += "\n"
        elif tag in _CELLS and self._block.strip():
            self._block += "\t"
        elif tag == "li":
            self._mark = "- "
        elif tag in _HEADINGS:
            self._mark = "#" * int(tag[1]) + " "
        self._preformatted += tag == "pre"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _HIDDEN:
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._hidden:
            del self._hidden[self._hidden.index(tag) :]
        if tag in _BLOCKS:
            self._end_block()
        if tag == "li" or tag in _HEADINGS:
            self._mark = ""  # an empty one marks nothing
        if tag == "pre":
            self._preformatted = max(0, self._preformatted - 1)

    def handle_data(self, data: str) -> None:
        if self._hidden:
            return
        text = data if self._preformatted else _SPACE.sub(" ", data)
        at_start = not self._block or self._block[-1] in " \n\t"
        self._block += text.lstrip(" ") if at_start and not self._preformatted else text

    def _end_block(self) -> None:
        lines = self._block.strip("\n") if self._preformatted else re.sub(r"(?m) +$", "", self._block).strip()
        if lines.strip():
            self._blocks.append(self._mark + lines)
            self._mark = ""
        self._block = ""
