"""The public names: all there, all said, and cheap to import."""

import subprocess
import sys

import pytest

import navwidget

HEAVY = ("pandas", "anywidget", "ipywidgets", "IPython")


def test_all_names_are_there_and_once():
    assert all(hasattr(navwidget, name) for name in navwidget.__all__)
    assert len(navwidget.__all__) == len(set(navwidget.__all__))


def test_every_name_of_ours_that_can_be_imported_is_in_all():
    ours = {
        name
        for name, value in vars(navwidget).items()
        if not name.startswith("_") and getattr(value, "__module__", "").startswith("navwidget")
    }
    assert ours <= set(navwidget.__all__)


@pytest.mark.parametrize("name", sorted(set(navwidget.__all__) - {"INDEXED_VERSION_KEY", "__version__"}))
def test_every_name_is_described(name):
    assert getattr(navwidget, name).__doc__


def test_a_name_that_is_none_is_an_attribute_error():
    with pytest.raises(AttributeError, match="nonsense"):
        navwidget.nonsense  # noqa: B018
    assert set(navwidget.__all__) <= set(dir(navwidget))


def run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_import_brings_nothing_heavy():
    assert run(f"import navwidget, sys; print([name for name in {HEAVY} if name in sys.modules])") == "[]"


def test_a_store_is_used_without_anything_heavy():
    code = f"""
import sys
from navwidget import ChunkStore, Document, FixedSizeChunker
store = ChunkStore()
store.sync.index_document(Document.from_text("one two three", "a", FixedSizeChunker(4, overlap=0)))
store.sync.read("a", None, None)
print([name for name in {HEAVY} if name in sys.modules])"""
    assert run(code) == "[]"


def test_import_takes_less_than_a_second():
    """Of the processor, and the best of three, since a busy machine says nothing about the code."""
    code = "import time; import navwidget; print(time.process_time())"
    assert min(float(run(code)) for _ in range(3)) < 1.0


def test_what_is_lazy_is_imported_when_asked_for():
    assert run("import navwidget, sys; navwidget.NavWidget; print('anywidget' in sys.modules)") == "True"


@pytest.mark.parametrize("call", ["testing.check_index", "adapters.documents_from_records"])
def test_what_few_need_is_there_after_a_plain_import_without_anything_heavy(call):
    code = f"import navwidget, sys; navwidget.{call}; print([name for name in {HEAVY} if name in sys.modules])"
    assert run(code) == "[]"
