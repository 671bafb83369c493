"""What others make of the same chunks, as one page, and how long a browser takes to paint it."""

from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Error, Page

SIZE, STEP = 512, 448  # code points of a chunk, and from one to the next: 64 overlap
TEXT = f"""
from navwidget import samples
words = "\\n".join(samples.read(name) for name in samples.names())
def text_of(chunks):
    length = (chunks - 1) * {STEP} + {SIZE}
    return (words * (length // len(words) + 1))[:length]
"""
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"

PEERS = {
    "chonkie": "from chonkie import Visualizer; from chonkie.types import Chunk\n"
    "chunks = [Chunk(text=text[a:b], start_index=a, end_index=b, token_count=1) for a, b in spans]\n"
    "Visualizer().save(out, chunks, text)",
    "displaCy": "from spacy import displacy\n"
    "spans = [{'start_token': i, 'end_token': i + 1, 'label': str(i)} for i in range(len(spans))]\n"
    "tokens = [text[i * 448:(i + 1) * 448] for i in range(len(spans))]\n"
    "page = displacy.render({'text': text, 'spans': spans, 'tokens': tokens}, 'span', manual=True, page=True,"
    " jupyter=False)\nopen(out, 'w').write(page)",
}


def peer(browser: Browser, python: str, name: str, chunks: int, bound: float) -> str:
    """Milliseconds to make and to paint another tool's page, or why there is none."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "page.html"
        began = time.perf_counter()
        try:
            code = _peer_code(name, chunks, out)
            ran = subprocess.run([python, "-c", code], timeout=bound, capture_output=True, text=True, check=False)
        except subprocess.TimeoutExpired:
            return f"not made in {bound:.0f} s"
        if not out.exists():
            return "skipped: " + (ran.stderr.strip().splitlines() or ["no page"])[-1][:80]
        made = f"made {(time.perf_counter() - began) * 1000:.0f}"
        return f"{made}, {_painted(browser, out, bound)} ({out.stat().st_size / 1e6:.1f} MB)"


def _peer_code(name: str, chunks: int, out: Path) -> str:
    """Give a script that makes a page of the same text and chunks, and imports no widget."""
    spans = f"text = text_of({chunks})\nspans = [(a, a + {SIZE}) for a in range(0, {chunks} * {STEP}, {STEP})]"
    return f"{TEXT}\n{spans}\nout = {str(out)!r}\n{PEERS[name]}"


def _painted(browser: Browser, out: Path, bound: float) -> str:
    page = browser.new_page()
    page.set_default_timeout(bound * 1000)
    try:
        return f"painted {_milliseconds(page, out):.0f}"
    except Error as error:  # a page that crashes its tab is a result
        return f"not painted: {str(error).splitlines()[0][:60]}"
    finally:
        page.close()


def _milliseconds(page: Page, out: Path) -> float:
    began = time.perf_counter()
    page.goto(out.as_uri())
    page.evaluate(PAINTED)
    return (time.perf_counter() - began) * 1000
