"""How the page feels with more and more chunks: ``python -m benchmarks.page``.

A real JupyterLab in a real Chromium, with real input of mouse and keys. Frame times are the distances between two
animation frames while somebody zooms, pans, hovers or scrolls; 16.7 ms is every frame of a screen of 60 Hz.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import nbformat
from playwright.sync_api import Browser, Error, Locator, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))  # the driver of the browser tests

from conftest import ARGUMENTS, CHROMIUM, KERNEL
from jserver import JupyterServer
from nbpage import NotebookPage

SIZES = (1_000, 10_000, 100_000, 1_000_000)
SIZE, STEP = 512, 448  # code points: 64 overlap
TEXT = f"""
from navwidget import ChunkStore, Document, NavWidget, samples
words = "\\n".join(samples.read(name) for name in samples.names())
def text_of(chunks):
    length = (chunks - 1) * {STEP} + {SIZE}
    return (words * (length // len(words) + 1))[:length]
"""
STORE = f"""
text = text_of(%d)
store = ChunkStore()
spans = [(start, start + {SIZE}) for start in range(0, %d * {STEP}, {STEP})]
store.sync.index_document(Document.from_text(text, "large.txt", lambda text: spans))
w = NavWidget(store)
"""
RECORD = """() => { const times = []; window.stopFrames = () => { cancelAnimationFrame(id); return times; };
  let id = requestAnimationFrame(function next(now) { times.push(now); id = requestAnimationFrame(next); }); }"""
# From the key or the press to the frame after the call line has changed, on the page's own clock
ANSWER = """root => { let began = 0; window.answer = new Promise(done => {
  for (const type of ["keydown", "pointerdown"])
    root.addEventListener(type, () => { began ||= performance.now(); }, { once: true, capture: true });
  new MutationObserver((_, observer) => { observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - began))); })
    .observe(root.querySelector("[data-testid=call]"), { childList: true, subtree: true }); }); }"""
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"

# What others make of the same chunks, as one page
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


def frames(page: Page, act: Callable[[int], None], steps: int = 40) -> str:
    """Median, 95th percentile and maximum of the frame times while something is done, in milliseconds."""
    page.evaluate(RECORD)
    for step in range(steps):
        act(step)
    times = page.evaluate("() => window.stopFrames()")
    apart = sorted(after - before for before, after in pairwise(times))
    return f"{statistics.median(apart):.1f} / {apart[int(len(apart) * 0.95)]:.1f} / {apart[-1]:.1f}"


def seconds(act: Callable[[], None], page: Page) -> float:
    """How long something takes till what it changed is painted, in milliseconds."""
    began = time.perf_counter()
    act()
    page.evaluate(PAINTED)
    return (time.perf_counter() - began) * 1000


def measure(notebook: NotebookPage, explorer: Locator) -> dict[str, str]:
    """Every number of one size; the cell that shows the explorer has not run yet."""
    page, found = notebook.page, {}

    def show() -> None:
        notebook.run_cell("w")
        explorer.get_by_role("slider").wait_for()

    found["first view, ms"] = f"{seconds(show, page):.0f}"
    box = explorer.get_by_test_id("timeline").bounding_box()
    assert box is not None
    left, middle, y = box["x"] + 60, box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.6
    for key in ("Home", "ArrowRight"):
        explorer.get_by_role("slider").press(key)
    slider, following = explorer.get_by_role("slider"), explorer.get_by_test_id("next")
    found["open: key to result, ms"] = f"{answer(explorer, lambda: slider.press('Enter')):.0f}"
    found["next: click to result, ms"] = f"{statistics.median(answer(explorer, following.click) for _ in range(7)):.0f}"
    found["hover, ms"] = frames(page, lambda step: page.mouse.move(left + step * 15, y))
    page.keyboard.down("Control")
    page.mouse.move(middle, y)
    found["zoom, ms"] = frames(page, lambda step: page.mouse.wheel(0, -60 if step < 25 else 60))
    page.keyboard.up("Control")
    page.mouse.down()
    found["pan, ms"] = frames(page, lambda step: page.mouse.move(middle + 200 - abs(step - 20) * 10, y))
    page.mouse.up()
    grep = explorer.get_by_test_id("grep")
    grep.fill("the")
    found["find: key to result, ms"] = f"{answer(explorer, lambda: grep.press('Enter')):.0f}"
    explorer.get_by_test_id("results").hover()
    found["scroll, ms"] = frames(page, lambda _: page.mouse.wheel(0, 180))
    found["DOM nodes"] = str(explorer.evaluate("root => root.querySelectorAll('*').length"))
    return found


def answer(explorer: Locator, act: Callable[[], None]) -> float:
    """Milliseconds from what somebody does till its answer is painted."""
    explorer.evaluate(ANSWER)
    act()
    return float(explorer.evaluate("() => window.answer"))


def navwidget(browser: Browser, server: JupyterServer, chunks: int) -> dict[str, str]:
    """Measure the explorer over one source of so many chunks."""
    name = f"{chunks}.ipynb"
    cells = [nbformat.v4.new_code_cell(source) for source in (TEXT, STORE % (chunks, chunks), "1")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=KERNEL), server.root / name)
    context = browser.new_context(viewport={"width": 1400, "height": 1000}, locale="en-GB")
    notebook = NotebookPage(context.new_page(), server.root, timeout=300_000)
    notebook.open(server.notebook_url(name))
    notebook.run_all()
    if errors := notebook.cell_errors():
        raise RuntimeError(errors[0])
    try:
        return measure(notebook, notebook.explorer)
    finally:
        notebook.shutdown_kernel()
        context.close()


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
    text = TEXT.replace("ChunkStore, Document, NavWidget, ", "")
    spans = f"text = text_of({chunks})\nspans = [(a, a + {SIZE}) for a in range(0, {chunks} * {STEP}, {STEP})]"
    return f"{text}\n{spans}\nout = {str(out)!r}\n{PEERS[name]}"


def _painted(browser: Browser, out: Path, bound: float) -> str:
    page = browser.new_page()
    page.set_default_timeout(bound * 1000)
    try:
        return f"painted {seconds(lambda: _go(page, out), page):.0f}"
    except Error as error:  # a page that crashes its tab is a result
        return f"not painted: {str(error).splitlines()[0][:60]}"
    finally:
        page.close()


def _go(page: Page, out: Path) -> None:
    page.goto(out.as_uri())


def table(rows: dict[str, dict[str, str]], sizes: list[int]) -> str:
    """A Markdown table: a row for each measure, a column for each size."""
    lines = ["| | " + " | ".join(f"{size:,}" for size in sizes) + " |", "| --- |" + " ---: |" * len(sizes)]
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    lines += [f"| {name} | " + " | ".join(rows[str(size)].get(name, "-") for size in sizes) + " |" for name in names]
    return "\n".join(lines)


def main() -> None:
    """Measure, and print the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--chunks", type=int, nargs="+", default=list(SIZES))
    options.add_argument("--peers", metavar="PYTHON", help="an interpreter that has navwidget, chonkie and spacy")
    options.add_argument("--bound", type=float, default=60, help="seconds that a peer may take (60)")
    asked = options.parse_args()
    rows: dict[str, dict[str, str]] = {}
    with tempfile.TemporaryDirectory() as root, sync_playwright() as driver, JupyterServer(Path(root)) as server:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for chunks in asked.chunks:
            print(f"{chunks:,} chunks", file=sys.stderr)
            rows[str(chunks)] = navwidget(browser, server, chunks)
            for name in PEERS if asked.peers else ():
                rows[str(chunks)][name] = peer(browser, asked.peers, name, chunks, asked.bound)
            print(rows[str(chunks)], file=sys.stderr)  # what is known stays known if a later size is too large
        version = browser.version
        browser.close()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    print(table(rows, asked.chunks))
    print(f"\nPython {platform.python_version()}, Chromium {version}, {os.cpu_count()} cores, {memory:.0f} GiB")


if __name__ == "__main__":
    main()
