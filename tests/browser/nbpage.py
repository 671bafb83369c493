"""Drive a notebook in a page of JupyterLab or Notebook 7; both expose the same command registry."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page

# The current notebook panel, in either app, found without class names
PANEL = """() => { const shell = window.jupyterapp && window.jupyterapp.shell;
  const panel = shell && shell.currentWidget;
  return panel && panel.sessionContext ? panel : null; }"""

READY = f"""() => {{ const panel = ({PANEL})();
  if (!panel || !panel.context.isReady || !panel.sessionContext.isReady) return false;
  const kernel = panel.sessionContext.session && panel.sessionContext.session.kernel;
  return !!kernel && kernel.connectionStatus === 'connected' && kernel.status === 'idle'; }}"""

DONE = f"""() => {{ const panel = ({PANEL})(); const kernel = panel.sessionContext.session.kernel;
  const cells = panel.content.model.cells; let done = true;
  for (let i = 0; i < cells.length; i++) {{ const cell = cells.get(i);
    if (cell.type === 'code' && cell.sharedModel.source.trim() && cell.executionCount == null) done = false; }}
  return done && kernel.status === 'idle'; }}"""

ERRORS = f"""() => {{ const panel = ({PANEL})(); const found = []; const cells = panel.content.model.cells;
  for (let i = 0; i < cells.length; i++) {{ const cell = cells.get(i); if (cell.type !== 'code') continue;
    for (const output of cell.toJSON().outputs) if (output.output_type === 'error')
      found.push(`cell ${{i}}: ${{output.ename}}: ${{output.evalue}}`); }}
  return found; }}"""

EXECUTE = f"""async (code) => {{ const kernel = ({PANEL})().sessionContext.session.kernel;
  const future = kernel.requestExecute({{ code, store_history: false }}); let out = '';
  future.onIOPub = message => {{ if (message.header.msg_type === 'stream') out += message.content.text;
    if (message.header.msg_type === 'error') out += message.content.ename + ': ' + message.content.evalue; }};
  await future.done; return out; }}"""


CELLS = f"""() => {{ const cells = ({PANEL})().content.model.cells; const found = [];
  for (let i = 0; i < cells.length; i++) found.push([cells.get(i).type, cells.get(i).sharedModel.source]);
  return found; }}"""


class NotebookPage:
    """One open notebook with a live kernel."""

    PANEL = PANEL

    def __init__(self, page: Page, root: Path = Path(), timeout: float = 60_000) -> None:
        self.page, self.root, self.timeout = page, root, timeout
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(f"pageerror: {error} {error.stack}"))
        page.on("console", lambda line: line.type == "error" and self.errors.append(f"console: {line.text}"))
        self.fetched: list[str] = []
        page.on("request", lambda request: self.fetched.append(request.url))
        page.set_default_timeout(timeout)

    @property
    def explorer(self) -> Locator:
        """The explorers on the page."""
        return self.page.get_by_test_id("navwidget")

    def widget_errors(self) -> list[str]:
        """Uncaught errors whose stack runs through a widget module, which is imported from a blob: address.

        The applications' own errors do not count: Notebook 7 throws one at every start.
        """
        return [error for error in self.errors if error.startswith("pageerror") and "blob:" in error]

    def foreign_requests(self) -> list[str]:
        """What was asked of anything but this machine."""
        local = ("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:")
        return [url for url in self.fetched if not url.startswith(local)]

    def open(self, url: str) -> None:
        """Open a notebook and wait till its kernel is idle."""
        self.page.goto(url, wait_until="domcontentloaded")
        # A promise is truthy, so an async predicate would hold at once: poll plainly, then await
        self.page.wait_for_function("() => !!window.jupyterapp", timeout=self.timeout)
        self.page.evaluate("() => window.jupyterapp.restored.then(() => null)")
        self.page.wait_for_function(READY, timeout=self.timeout)

    def command(self, name: str, **arguments: object) -> None:
        """Run a command of the application."""
        call = "([name, args]) => window.jupyterapp.commands.execute(name, args).then(() => null)"
        self.page.evaluate(call, [name, arguments])

    def run_all(self) -> None:
        """Run every cell, and wait till the kernel has answered for the last one."""
        self.page.evaluate(
            f"() => {{ const cells = ({PANEL})().content.model.cells; "
            "for (let i = 0; i < cells.length; i++) if (cells.get(i).type === 'code') "
            "cells.get(i).executionCount = null }"
        )
        self.command("notebook:run-all-cells")
        self.page.wait_for_function(DONE, timeout=self.timeout)

    def cell_errors(self) -> list[str]:
        """Tracebacks that stand in the notebook's outputs."""
        return list(self.page.evaluate(ERRORS))

    def cells(self) -> list[list[str]]:
        """Kind and text of every cell."""
        return list(self.page.evaluate(CELLS))

    def clear_output(self, cell: int) -> None:
        """Clear what one cell shows."""
        self.page.evaluate(f"cell => {{ ({PANEL})().content.model.cells.get(cell).outputs.clear() }}", cell)

    def is_dirty(self) -> bool:
        """Whether the notebook holds something that is not saved."""
        return bool(self.page.evaluate(f"() => ({PANEL})().context.model.dirty"))

    def saved(self) -> bytes:
        """Save the notebook with the state of its widgets, and give the bytes of its file."""
        self.page.evaluate(
            """() => window.jupyterapp.commands.execute('@jupyter-widgets/jupyterlab-manager:saveWidgetState')
            .then(() => null)"""
        )
        self.page.evaluate(f"() => ({PANEL})().context.save().then(() => null)")
        name = str(self.page.evaluate(f"() => ({PANEL})().context.path"))
        return (self.root / name).read_bytes()

    def run_cell(self, code: str) -> None:
        """Run code in the last cell, in place of what stands there, and do not wait for it."""
        self.page.evaluate(
            f"""code => {{ const content = ({PANEL})().content; const last = content.widgets.length - 1;
            content.activeCellIndex = last; content.model.cells.get(last).sharedModel.setSource(code); }}""",
            code,
        )
        self.command("notebook:run-cell")

    def execute(self, code: str) -> str:
        """Run code in the notebook's kernel without a cell, and give what it printed."""
        return str(self.page.evaluate(EXECUTE, code))

    def begin(self, code: str) -> None:
        """Start code in the notebook's kernel, and do not wait for it."""
        self.page.evaluate(
            f"code => {{ ({PANEL})().sessionContext.session.kernel.requestExecute({{ code, store_history: false }}) }}",
            code,
        )

    def restart_kernel(self) -> None:
        """Restart the kernel without asking, and wait till it is idle."""
        restart = f"async () => {{ await ({PANEL})().sessionContext.session.kernel.restart(); }}"
        self.page.evaluate(restart)
        self.page.wait_for_function(READY, timeout=self.timeout)

    def shutdown_kernel(self) -> None:
        """End the kernel."""
        self.page.evaluate(f"async () => {{ await ({PANEL})().sessionContext.shutdown(); }}")
