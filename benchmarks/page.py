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
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from benchmarks.page_peers import PAINTED, PEERS, SIZE, STEP, TEXT, peer

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))  # the driver of the browser tests

from conftest import ARGUMENTS, CHROMIUM, KERNEL
from jserver import JupyterServer
from nbpage import NotebookPage

SIZES = (1_000, 10_000, 100_000, 1_000_000)
STORE = f"""{TEXT}
import sys
from navwidget import ChunkStore, Document
chunks, path = int(sys.argv[1]), sys.argv[2]
spans = [(start, start + {SIZE}) for start in range(0, chunks * {STEP}, {STEP})]
document = Document.from_text(text_of(chunks), "large.txt", lambda text: spans)
ChunkStore(path, embedder=None).sync.index_document(document)
"""
OPEN = "from navwidget import ChunkStore, NavWidget\nstore = ChunkStore({path!r}, embedder=None)"
MEMORY = "import resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"  # on Linux in kB
RECORD = """() => { const times = []; window.stopFrames = () => { cancelAnimationFrame(id); return times; };
  let id = requestAnimationFrame(function next(now) { times.push(now); id = requestAnimationFrame(next); }); }"""
# From the key or the press to the frame after the call line has changed, on the page's own clock
ANSWER = """root => { let began = 0; window.answer = new Promise(done => {
  for (const type of ["keydown", "pointerdown"])
    root.addEventListener(type, () => { began ||= performance.now(); }, { once: true, capture: true });
  new MutationObserver((_, observer) => { observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - began))); })
    .observe(root.querySelector("[data-testid=call]"), { childList: true, subtree: true }); }); }"""
# The longest time that the page did nothing else, since the last time it was asked
WATCH = """() => { window.longest = 0; new PerformanceObserver(list => { for (const { duration } of list.getEntries())
  window.longest = Math.max(window.longest, duration); }).observe({ type: "longtask" }); }"""
LONGEST = "() => { const { longest } = window; window.longest = 0; return longest; }"


def frames(page: Page, act: Callable[[int], None], steps: int = 40) -> str:
    """Median, 95th percentile and maximum of the frame times while something is done, in milliseconds."""
    page.evaluate(RECORD)
    for step in range(steps):
        act(step)
    times = page.evaluate("() => window.stopFrames()")
    apart = sorted(after - before for before, after in pairwise(times))
    return f"{statistics.median(apart):.1f} / {apart[int(len(apart) * 0.95)]:.1f} / {apart[-1]:.1f}"


def first_view(notebook: NotebookPage, explorer: Locator) -> float:
    """Milliseconds from making the widget over an open file till it is painted."""
    began = time.perf_counter()
    notebook.run_cell("NavWidget(store)")
    explorer.get_by_role("slider").wait_for()
    notebook.page.evaluate(PAINTED)
    return (time.perf_counter() - began) * 1000


def longest(page: Page) -> str:
    """Give the longest task of the page since the last time, in milliseconds; those below 50 do not count."""
    page.wait_for_timeout(300)  # the observer hears of a task a little later
    return f"{page.evaluate(LONGEST):.0f}"


def measure(notebook: NotebookPage, explorer: Locator) -> dict[str, str]:
    """Every number of one size; the cell that shows the explorer has not run yet."""
    page = notebook.page
    page.evaluate(WATCH)
    found = {"first view, ms": f"{first_view(notebook, explorer):.0f}", "longest task meanwhile, ms": longest(page)}
    slider, following = explorer.get_by_role("slider"), explorer.get_by_test_id("next")
    for key in ("Home", "ArrowRight"):
        slider.press(key)
    found["open: key to result, ms"] = f"{answer(explorer, lambda: slider.press('Enter')):.0f}"
    found["next: click to result, ms"] = f"{statistics.median(answer(explorer, following.click) for _ in range(7)):.0f}"
    found |= moving(page, explorer)
    found["find a word that is everywhere, ms"] = find(explorer, "the")
    explorer.get_by_test_id("results").hover()
    found["scroll, ms"] = frames(page, lambda _: page.mouse.wheel(0, 180))
    found["DOM nodes"] = str(explorer.evaluate("root => root.querySelectorAll('*').length"))
    found["find a word that is nowhere, ms"] = find(explorer, "nowhere to be found")
    found["longest task after the first view, ms"] = longest(page)
    found["most memory of the kernel, MB"] = notebook.execute(MEMORY).strip()
    return found


def moving(page: Page, explorer: Locator) -> dict[str, str]:
    """Frame times over the timeline."""
    box, found = explorer.get_by_test_id("timeline").bounding_box(), {}
    assert box is not None
    left, middle, y = box["x"] + 60, box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.6
    found["hover, ms"] = frames(page, lambda step: page.mouse.move(left + step * 15, y))
    page.keyboard.down("Control")
    page.mouse.move(middle, y)
    found["zoom, ms"] = frames(page, lambda step: page.mouse.wheel(0, -60 if step < 25 else 60))
    page.keyboard.up("Control")
    page.mouse.down()
    found["pan, ms"] = frames(page, lambda step: page.mouse.move(middle + 200 - abs(step - 20) * 10, y))
    page.mouse.up()
    return found


def find(explorer: Locator, words: str) -> str:
    """Milliseconds from the key to the result of grep."""
    field = explorer.get_by_test_id("grep")
    field.fill(words)
    return f"{answer(explorer, lambda: field.press('Enter')):.0f}"


def answer(explorer: Locator, act: Callable[[], None]) -> float:
    """Milliseconds from what somebody does till its answer is painted."""
    explorer.evaluate(ANSWER)
    act()
    return float(explorer.evaluate("() => window.answer"))


def navwidget(browser: Browser, server: JupyterServer, chunks: int) -> dict[str, str]:
    """Measure the explorer over one source of so many chunks."""
    name = f"{chunks}.ipynb"
    path = server.root / f"{chunks}.db"
    # In a process of its own, since the kernel's memory is measured
    subprocess.run([sys.executable, "-c", STORE, str(chunks), path], check=True)
    cells = [nbformat.v4.new_code_cell(source) for source in (OPEN.format(path=str(path)), "1")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=KERNEL), server.root / name)
    context = browser.new_context(viewport={"width": 1400, "height": 1000}, locale="en-GB")
    notebook = NotebookPage(context.new_page(), server.root, timeout=120_000)
    notebook.open(server.notebook_url(name))
    notebook.run_all()
    if errors := notebook.cell_errors():
        raise RuntimeError(errors[0])
    try:
        return measure(notebook, notebook.explorer)
    finally:
        notebook.shutdown_kernel()
        context.close()
        path.unlink()


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
