"""Start and stop one isolated Jupyter server on loopback: JupyterLab or Notebook 7."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Self

APPS = {"lab": "jupyterlab", "notebook": "notebook"}

# No news prompt, no update check, no autosave: nothing that would ask the network or move the page
QUIET = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
}


def free_port() -> int:
    """Find a port on loopback that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class JupyterServer:
    """``with JupyterServer(root, "lab") as server``; nothing of the user's own Jupyter settings is read or written."""

    def __init__(self, root: Path, app: str = "lab", timeout: float = 90.0) -> None:
        self.root, self.app, self.timeout = root, app, timeout
        self.token = secrets.token_hex(8)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.home = Path(tempfile.mkdtemp(prefix="jserver-"))
        self.log = (self.home / "server.log").open("wb")

    def __enter__(self) -> Self:
        settings = self.home / "settings"
        settings.mkdir()
        (settings / "overrides.json").write_text(json.dumps(QUIET))
        self.process = subprocess.Popen(
            self._command(settings),
            env=self._environment(),
            stdout=self.log,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            self._wait()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def _environment(self) -> dict[str, str]:
        own = {f"JUPYTER_{name}_DIR": str(self.home / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
        for folder in own.values():
            Path(folder).mkdir()
        return {
            **os.environ,
            **own,
            "IPYTHONDIR": str(self.home / "ipython"),
            "JUPYTER_PREFER_ENV_PATH": "1",
            "JUPYTER_PLATFORM_DIRS": "1",
        }

    def _command(self, settings: Path) -> list[str]:
        root_user = ["--allow-root"] if os.geteuid() == 0 else []
        return [
            *(sys.executable, "-m", APPS[self.app], "--no-browser", "--expose-app-in-browser", *root_user),
            *("--ServerApp.ip=127.0.0.1", f"--ServerApp.port={self.port}", "--ServerApp.port_retries=0"),
            *(f"--IdentityProvider.token={self.token}", f"--ServerApp.root_dir={self.root}"),
            *(f"--LabServerApp.app_settings_dir={settings}", f"--LabApp.app_settings_dir={settings}"),
            *(f"--LabApp.user_settings_dir={self.home / 'us'}", f"--LabApp.workspaces_dir={self.home / 'ws'}"),
            "--ServerApp.terminals_enabled=False",
        ]

    def _wait(self) -> None:
        end = time.monotonic() + self.timeout
        while not self._answers():
            if self.process.poll() is not None:
                raise RuntimeError(f"server ended early:\n{self.tail()}")
            if time.monotonic() > end:
                raise TimeoutError(f"server not up in {self.timeout} s:\n{self.tail()}")
            time.sleep(0.1)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}api/status?token={self.token}", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def tail(self, length: int = 4000) -> str:
        """Give the last bytes of the server's log."""
        return (self.home / "server.log").read_bytes()[-length:].decode(errors="replace")

    def notebook_url(self, name: str) -> str:
        """Give the address of a notebook below the root."""
        path = "lab/tree/" if self.app == "lab" else "notebooks/"
        return f"{self.url}{path}{name}?token={self.token}&reset"

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            # SIGTERM makes the server shut its kernels down; its process group is the fallback
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        self.log.close()
        shutil.rmtree(self.home, ignore_errors=True)
