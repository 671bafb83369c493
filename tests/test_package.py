"""What is built installs and works in an empty environment, with the page's bundle and the samples inside."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("build", reason="make test installs what builds the package")

ROOT = Path(__file__).parents[1]

USE = """
import navwidget
from navwidget import ChunkStore, Document, FixedSizeChunker, NavWidget, samples
assert "site-packages" in navwidget.__file__, navwidget.__file__
store = ChunkStore()
store.sync.index_document(Document.from_text(samples.read("agreement.md"), "agreement.md", FixedSizeChunker(512, 64)))
assert store.sync.grep("agreement.md", "Peak Season")
assert len(NavWidget(store, query="notice")._esm) > 10_000
print("works", navwidget.__version__)
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Build the sdist, and the wheel out of the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return {"wheel": next(folder.glob("*.whl")), "sdist": next(folder.glob("*.tar.gz"))}


def test_the_wheel_carries_what_the_package_reads(built):
    names = set(zipfile.ZipFile(built["wheel"]).namelist())
    for path in ("widget/static/widget.js", "samples/agreement.md", "samples/NOTICE.md", "samples/questions.json"):
        assert f"navwidget/{path}" in names
    assert not [name for name in names if name.startswith(("js/", "tests/"))]


def test_the_sdist_carries_what_the_tests_and_the_bundle_need(built):
    with tarfile.open(built["sdist"]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {
        "Makefile",
        "js/src/widget.ts",
        "tests/data/contract_fixture.jsonl",
        "notebooks/01_first_look.ipynb",
    } <= names
    assert not [name for name in names if "node_modules" in name]


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_it_works_in_an_empty_environment(built, kind, tmp_path):
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], check=True)
    python = tmp_path / "env" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    install = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", built[kind]]
    subprocess.run(install, check=True, capture_output=True)
    outcome = subprocess.run([python, "-c", USE], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert outcome.stdout.startswith("works"), outcome.stderr
