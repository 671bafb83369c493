"""The page's side of the explorer, as one JavaScript module."""

from __future__ import annotations

import os
from pathlib import Path

_FILE = Path(__file__).parent / "static" / "widget.js"

_MISSING = """export default { render({ el }) {
  el.textContent = "navwidget/widget/static/widget.js is missing: run 'make js' in the checkout, or install a wheel.";
} };"""


def page_module() -> str | Path:
    """Give the text of the bundle, or its path under ``ANYWIDGET_HMR=1``.

    anywidget watches a path and reloads the page when it changes, but keeps every instance alive for it: good while
    the page is being written, and a leak otherwise.
    """
    if os.environ.get("ANYWIDGET_HMR") == "1":
        return _FILE
    return _FILE.read_text("utf-8") if _FILE.exists() else _MISSING
