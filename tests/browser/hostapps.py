"""Start an explorer in marimo or voila, from an environment of their own, on loopback."""

from __future__ import annotations

import os
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
from jserver import free_port

PYTHON = Path(os.environ.get("NAVWIDGET_HOSTS", Path(__file__).parents[2] / ".venv-hosts" / "bin" / "python"))

STORE = """
from navwidget import ChunkStore, Document, NavWidget, samples
from navwidget.chunking import FixedSizeChunker
store = ChunkStore()
chunker = FixedSizeChunker(size=512, overlap=64)
store.sync.index_documents(
    (Document.from_text(samples.read(name), name, chunker) for name in samples.names()), progress=False)
"""

MARIMO = f"""
import marimo
app = marimo.App()

@app.cell
def _():
    import marimo as mo
{STORE.replace(chr(10), chr(10) + "    ")}
    w = mo.ui.anywidget(NavWidget(store))
    w
    return
"""


def _command(host: str, folder: Path, port: int) -> list[str]:
    if host == "marimo":
        (folder / "app.py").write_text(MARIMO)
        return ["marimo", "run", "app.py", "--headless", "--host", "127.0.0.1", "--port", str(port), "--no-token"]
    cells = [nbformat.v4.new_code_cell(source) for source in (STORE, "NavWidget(store)")]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), folder / "app.ipynb")
    return ["voila", "app.ipynb", "--no-browser", f"--port={port}", "--Voila.ip=127.0.0.1"]


@contextmanager
def running(host: str, folder: Path, timeout: float = 60) -> Iterator[str]:
    """Give the address of an application that shows one explorer; it ends with the block."""
    port = free_port()
    homes = {
        name: str(folder / name.lower()) for name in ("HOME", "IPYTHONDIR", "JUPYTER_CONFIG_DIR", "XDG_CONFIG_HOME")
    }
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(
            [str(PYTHON), "-m", *_command(host, folder, port)],
            cwd=folder,
            env={**os.environ, **homes, "JUPYTER_PREFER_ENV_PATH": "1"},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
        try:
            url = f"http://127.0.0.1:{port}/"
            _wait(process, url + ("health" if host == "marimo" else "voila/static/style.css"), folder, timeout)
            yield url
        finally:
            process.terminate()
            process.wait(20)


def _wait(process: subprocess.Popen[bytes], url: str, folder: Path, timeout: float) -> None:
    end = time.monotonic() + timeout
    while True:
        try:
            urllib.request.urlopen(url, timeout=2).close()
            return
        except urllib.error.HTTPError:
            return  # it answers
        except (urllib.error.URLError, OSError):
            if process.poll() is not None or time.monotonic() > end:
                log = (folder / "server.log").read_text(errors="replace")[-3000:]
                raise RuntimeError(f"the server did not start:\n{log}") from None
            time.sleep(0.1)
