"""Take the pictures of docs/images in real JupyterLab: ``make shots``.

Each picture is a state of the explorer in a notebook that really ran, in light and dark. It drives the page with the
pieces of the browser tests, so ``tests/browser`` has to be on the path.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import nbformat
from conftest import ARGUMENTS, CHROMIUM, KERNEL
from jserver import JupyterServer
from nbpage import NotebookPage
from playwright.sync_api import Browser, Locator, sync_playwright

IMAGES = Path(__file__).parents[1] / "docs" / "images"

STORE = """from navwidget import ChunkStore, Document, FixedSizeChunker, NavWidget, samples
store = ChunkStore()
chunker = FixedSizeChunker(size=512, overlap=64)
await store.index_documents(
    (Document.from_text(samples.read(name), name, chunker) for name in samples.names()), progress=False)"""

Act = Callable[[NotebookPage, Locator], None]


def _search(_notebook: NotebookPage, explorer: Locator) -> None:
    explorer.get_by_test_id("hit").first.click()
    explorer.get_by_test_id("card").first.wait_for()
    explorer.get_by_test_id("next").click()
    explorer.get_by_test_id("call").get_by_text("NavigationDirection.NEXT").wait_for()


def _grep(_notebook: NotebookPage, explorer: Locator) -> None:
    _grep_for(explorer, "calibration")


def _grep_for(explorer: Locator, pattern: str) -> None:
    explorer.get_by_test_id("grep").fill(pattern)
    explorer.get_by_test_id("grep").press("Enter")
    explorer.get_by_test_id("match-status").get_by_text("of").first.wait_for()
    explorer.get_by_test_id("grep").press("Enter")


def _evidence(notebook: NotebookPage, explorer: Locator) -> None:
    _search(notebook, explorer)
    explorer.get_by_test_id("star").first.click()
    explorer.get_by_test_id("star").nth(1).click()
    explorer.locator(".hit:has(.other)").first.click()
    explorer.get_by_test_id("source-picker").get_by_text("agreement.md").wait_for(state="hidden")
    explorer.get_by_test_id("star").first.click()
    explorer.get_by_test_id("evidence").get_by_text("3").wait_for()
    explorer.get_by_test_id("evidence").click()
    explorer.get_by_test_id("budget").fill("600")
    explorer.get_by_test_id("budget").press("Enter")


def _history(notebook: NotebookPage, explorer: Locator) -> None:
    _search(notebook, explorer)
    _grep_for(explorer, "notice")
    explorer.get_by_test_id("history").click()


def _nothing(_notebook: NotebookPage, _explorer: Locator) -> None:
    pass


STATES: dict[str, tuple[str, int, Act]] = {
    "search": ('NavWidget(store, query="notice period to terminate for convenience")', 1240, _search),
    "grep": (
        'NavWidget(store, source_id="hx4-manual.md", query="calibration after a new sensor", retriever="keyword")',
        1240,
        _grep,
    ),
    "narrow": ('NavWidget(store, query="notice period to terminate for convenience")', 760, _search),
    "evidence": ('NavWidget(store, query="notice period to terminate for convenience")', 1240, _evidence),
    "history": ('NavWidget(store, query="notice period to terminate for convenience")', 1240, _history),
    "empty": ("NavWidget(store)", 1240, _nothing),
    "nohit": ('NavWidget(store, query="xylophone", retriever="keyword")', 1240, _nothing),
}


def take(browser: Browser, server: JupyterServer, state: str, theme: str) -> None:
    """Run one notebook, bring its explorer into the state, and take its picture."""
    cell, width, act = STATES[state]
    name = f"{state}-{theme}.ipynb"
    cells = [nbformat.v4.new_code_cell(source) for source in (STORE, cell)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=KERNEL), server.root / name)
    context = browser.new_context(
        viewport={"width": width + 160, "height": 1000},
        color_scheme=theme,
        reduced_motion="reduce",
        device_scale_factor=2,
        locale="en-GB",
    )
    notebook = NotebookPage(context.new_page())
    notebook.open(server.notebook_url(name))
    notebook.command("apputils:change-theme", theme=f"JupyterLab {theme.capitalize()}")
    notebook.command("application:toggle-left-area")
    notebook.run_all()
    explorer = notebook.explorer

    explorer.get_by_test_id("timeline").wait_for()
    act(notebook, explorer)
    notebook.page.mouse.move(0, 0)
    notebook.page.wait_for_timeout(600)
    explorer.screenshot(path=IMAGES / f"{state}-{theme}.png", animations="disabled")
    notebook.shutdown_kernel()
    context.close()


def main() -> None:
    """Take every picture, or those that are named on the command line."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:] or list(STATES)
    with tempfile.TemporaryDirectory() as root, sync_playwright() as driver, JupyterServer(Path(root)) as server:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for state in wanted:
            for theme in ("light", "dark"):
                take(browser, server, state, theme)
                print(f"docs/images/{state}-{theme}.png")
        browser.close()


if __name__ == "__main__":
    main()
