"""The open source: rows of chunks, found one by one or many at once."""

import pytest

from navwidget.widget import source as module
from navwidget.widget.outlines import outline_of
from navwidget.widget.source import OpenSource
from tests.explorer import store


@pytest.mark.parametrize("many", [1, 10_000])
def test_many_rows_are_those_found_one_by_one(monkeypatch, many):
    monkeypatch.setattr(module, "_MANY", many)
    with store() as index:
        source = OpenSource(index.sync.outline("a"))
        chunks = [index.sync.get_chunk(chunk_id).chunk for chunk_id in ("a3", "b1", "a13", "a0")]
        elsewhere = chunks[0].model_copy(update={"end_offset": 99})
        assert source.rows([*chunks, elsewhere]) == [3, None, 13, 0, None]
        assert OpenSource(outline_of("a", chunks[:1])).rows(chunks) == [0, None, None, None]
