"""Real Jupyter servers, a real browser: each test writes a notebook, runs it, and looks at the page and at Python."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import nbformat
import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: make test installs it")

from jserver import APPS, JupyterServer  # noqa: E402
from nbpage import NotebookPage  # noqa: E402

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
    *("--force-color-profile=srgb", "--font-render-hinting=none"),
]
KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
ARTIFACTS = Path(os.environ.get("NAVWIDGET_ARTIFACTS", Path(__file__).parents[2] / "artifacts"))


@pytest.hookimpl(tryfirst=True)  # before they are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests of one module in one application on one worker, so that few servers are started."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")
            app = getattr(item, "callspec", None) and item.callspec.params.get("app")
            item.add_marker(pytest.mark.xdist_group(f"browser-{app or 'lab'}-{item.path.stem}"))


@pytest.fixture(scope="session")
def browser() -> Iterator[playwright.Browser]:
    if CHROMIUM is None:
        pytest.fail("no Chromium: make test installs it, or set CHROMIUM to its path")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], JupyterServer]]:
    running: dict[str, JupyterServer] = {}

    def server(app: str) -> JupyterServer:
        if app not in running:
            running[app] = JupyterServer(tmp_path_factory.mktemp(app), app).__enter__()
        return running[app]

    yield server
    for one in running.values():
        one.__exit__(None, None, None)


@pytest.fixture(params=list(APPS))
def app(request: pytest.FixtureRequest) -> str:
    """Name the application that a test runs in: once in each, unless the test says otherwise."""
    return str(request.param)


_count = itertools.count()


@pytest.fixture
def open_notebook(app, browser, servers, request) -> Iterator[Callable[..., NotebookPage]]:
    """Give ``open_notebook(*cells, theme=, ...)``: a page on which the cells have run without an error.

    ``before`` is called with the page before anything loads; what else is named goes to the browser's context.
    """
    opened: list[NotebookPage] = []

    def start(*cells: str, theme: str = "light", width=1280, height=1000, strict=True, before=None, **looks: str):
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells], metadata=KERNEL)
        server = servers(app)
        name = f"test-{next(_count)}.ipynb"
        nbformat.write(notebook, server.root / name)
        looks = {"color_scheme": theme, "reduced_motion": "reduce", "locale": "en-GB", **looks}
        context = browser.new_context(viewport={"width": width, "height": height}, **looks)
        page = NotebookPage(context.new_page(), server.root)
        page.strict = strict
        if before:
            before(page.page)
        opened.append(page)
        page.open(server.notebook_url(name))
        page.command("apputils:change-theme", theme=f"JupyterLab {theme.capitalize()}")
        page.run_all()
        assert page.cell_errors() == []
        return page

    yield start
    for page in opened:
        ARTIFACTS.mkdir(exist_ok=True)
        safe = "".join(c if c.isalnum() or c in "-_" else "-" for c in request.node.name)
        page.page.screenshot(path=ARTIFACTS / f"{safe}.png")
        errors = page.widget_errors() if page.strict else []
        page.shutdown_kernel()
        page.page.context.close()
        assert errors == []
        assert page.foreign_requests() == [], "nothing is fetched from the network"
