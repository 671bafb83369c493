"""Run the first notebook for real, tell what came out, and open it where there is a terminal.

The notebook is run as a copy: what is tracked stays as it is.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
NOTEBOOK = ROOT / "notebooks" / "01_first_look.ipynb"
EXECUTED = ROOT / "artifacts" / "01_first_look.ipynb"

# The kernel is this very Python, whatever else the user has installed
OWN_KERNEL = {"JUPYTER_PREFER_ENV_PATH": "1", "JUPYTER_PLATFORM_DIRS": "1"}


def run(notebook: Path, executed: Path) -> nbformat.NotebookNode:
    """Execute every cell in a fresh kernel and write the result beside the other artifacts."""
    node = nbformat.read(notebook, as_version=4)
    client = NotebookClient(
        node,
        timeout=300,
        kernel_name="python3",
        resources={"metadata": {"path": str(ROOT)}},
        extra_arguments=["--IPKernelApp.log_level=ERROR"],  # it warns of its own sockets, which are on this machine
    )
    with tempfile.TemporaryDirectory() as home:
        client.execute(env=os.environ | OWN_KERNEL | {"IPYTHONDIR": home})
    executed.parent.mkdir(exist_ok=True)
    nbformat.write(node, executed)
    return node


def account(node: nbformat.NotebookNode) -> str:
    """Collect what the cells tagged ``account`` printed."""
    cells = [cell for cell in node.cells if "account" in cell.metadata.get("tags", ())]
    return "".join(output.text for cell in cells for output in cell.outputs if output.output_type == "stream")


def open_lab(notebook: Path) -> None:
    """Replace this process by JupyterLab on the notebook; root needs to be allowed by name."""
    root_user = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    os.environ.update(OWN_KERNEL)
    os.execv(sys.executable, [sys.executable, "-m", "jupyterlab", *root_user, str(notebook)])  # noqa: S606


def main() -> None:
    """Run, tell, open."""
    print(f"Running {NOTEBOOK.relative_to(ROOT)} ...", flush=True)
    print(account(run(NOTEBOOK, EXECUTED)))
    print(f"the notebook:        {NOTEBOOK}")
    print(f"as it was just run:  {EXECUTED}")
    print(f"the sample texts:    {ROOT / 'navwidget' / 'samples'}")
    if sys.stdin.isatty() and sys.stdout.isatty():
        print("Opening JupyterLab; Ctrl+C ends it.", flush=True)
        open_lab(NOTEBOOK)
    else:
        print("No terminal here, so JupyterLab was not started; start it with: .venv/bin/jupyter lab notebooks")


if __name__ == "__main__":
    main()
