"""Saving the explorer as one file that is read offline, without a kernel."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import Any, Final

from navwidget.errors import StorageError
from navwidget.widget import protocol as wire
from navwidget.widget.packing import plain
from navwidget.widget.page_data import page_data
from navwidget.widget.reader import Reader
from navwidget.widget.snapshot import text
from navwidget.widget.still_words import words_of

LARGEST: Final = 20 * 1024 * 1024
"""Bytes that a page takes at most: larger ones open slowly, and mail and code hosts refuse them."""

_MEGABYTE: Final = 1024 * 1024

_SCRIPT: Final = Path(__file__).parent / "static" / "page.js"

# What could end a script element or a line of one, and what HTML takes for a fault.
_UNSAFE: Final = re.compile(r"[<>&\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")

# A title is text alone: nothing there could keep these from turning the words of a browser around.
_TURNING: Final = re.compile(r"[\u202a-\u202e\u2066-\u2069]")

# Whatever the texts are, nothing is fetched and nothing but the page's own script runs. Styles may stand inline, since
# they can load nothing either.
_PAGE: Final = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-{digest}'; \
style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
</head>
<body class="tex2jax_ignore mathjax_ignore">
<noscript>{needs_script}</noscript>
<script type="application/json" id="navwidget-page">{data}</script>
<script>{script}</script>
</body>
</html>
"""


async def save_page(reader: Reader, settings: wire.Settings, path: str | PathLike[str]) -> None:
    """Write what a reader has open as one HTML file; a file that is there is replaced.

    Raises
    ------
    SearchError
        No source is open.
    StorageError
        The page would be larger than `LARGEST`, or the file cannot be written.
    """
    file = Path(path)
    source = reader.here
    if source.outline.length > LARGEST:  # a character takes a byte at least
        raise _too_large(file, source.source_id, source.outline.length)
    data = await page_data(reader, settings)
    page = page_html(data, source.source_id, settings.locale).encode()
    if len(page) > LARGEST:
        raise _too_large(file, source.source_id, len(page), len(embedded(data["kept"]).encode()))
    _write(file, page)


def page_html(data: Any, title: str, locale: str = "en") -> str:
    """Put data, and the script that shows them, into a page that allows no request."""
    script = _SCRIPT.read_text("utf-8")
    digest = b64encode(sha256(script.encode()).digest()).decode("ascii")
    words, name = words_of(locale), text(" ".join(_TURNING.sub("", title).split()))
    spoken = {"language": words.language, "needs_script": words.needs_script}
    return _PAGE.format(**spoken, title=name, digest=digest, data=embedded(data), script=script)


def embedded(data: Any) -> str:
    r"""Write data as JSON that no text in it can end, wherever it stands in a page.

    Examples
    --------
    >>> embedded({"text": "</script><!-- & \u2028"})
    '{"text":"\\u003c/script\\u003e\\u003c!-- \\u0026 \\u2028"}'
    """
    written = json.dumps(plain(data), allow_nan=False, ensure_ascii=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def _write(file: Path, page: bytes) -> None:
    try:
        file.write_bytes(page)
    except OSError as error:
        raise StorageError(str(file), f"the page cannot be written: {error.strerror or error}") from error


def _too_large(file: Path, source_id: str, size: int, evidence: int = 0) -> StorageError:
    """Say what would be too large, in bytes: mostly the source, or else the evidence whose text is not the source's."""
    is_mostly_evidence = evidence > size / 2
    kept = f", {_megabytes(evidence)} of it for evidence of other sources or texts" if is_mostly_evidence else ""
    remedy = "remove some of the evidence" if is_mostly_evidence else "open a smaller source, or split this one"
    return StorageError(
        str(file),
        f"a page of {source_id!r} would take at least {_megabytes(size)}{kept}, but may take "
        f"{LARGEST / _MEGABYTE:.0f}: {remedy}.",
    )


def _megabytes(size: int) -> str:
    return f"{size / _MEGABYTE:.1f} MB"
