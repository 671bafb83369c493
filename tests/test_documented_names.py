"""Every dotted name in README and the reference is there for somebody who has imported navwidget and no more."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/reference.md")
PACKAGES = ("navwidget", "adapters", "testing", "samples")
DOTTED = re.compile(rf"(?<![\w./-])(?:{'|'.join(PACKAGES)})(?:\.[A-Za-z_]\w*)+(?![\w/-])")


def documented() -> list[str]:
    found = {name for page in PAGES for name in DOTTED.findall((ROOT / page).read_text("utf-8"))}
    return sorted(name.removeprefix("navwidget.") for name in found)


def test_names_are_found_in_the_pages():
    assert {"adapters.toolkit.wrap", "testing.check_index", "explore"} <= set(documented())


@pytest.mark.parametrize("name", documented())
def test_a_documented_name_is_there_in_a_fresh_interpreter(name):
    subprocess.run([sys.executable, "-c", f"import navwidget; navwidget.{name}"], check=True)
