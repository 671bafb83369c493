"""Cases that others reported against their own tools: offsets that were lost or wrong, and chunkers that hung."""

import json
from pathlib import Path

import pandas as pd
import pytest

from navwidget import spans
from navwidget.adapters.frame import records_from_frame
from navwidget.alignment import align, repair
from navwidget.chunking import FixedSizeChunker
from navwidget.text import span_from_utf8, utf16_span

DATA = Path(__file__).parent / "data"
CASES = [json.loads(line) for line in (DATA / "cases_open.jsonl").read_text(encoding="utf-8").splitlines()]


def refusal(make):
    with pytest.raises(Exception) as caught:
        make()
    return caught.type.__name__


OPERATIONS = {
    "align": align,
    "repair": lambda content, rows: [placement.span for placement in repair(content, rows)],
    "from_bytes": span_from_utf8,
    "from_dataframe": lambda frame: [(row.start, row.end, row.id, row.text) for row in records_from_frame(frame)],
    "gaps": spans.gaps,
    "merge": lambda _content, found: spans.merge_spans(found),
    "segments": spans.segments,
    "lanes": lambda found: dict(enumerate(spans.lanes(found))),
    "chunk_fixed": lambda content, size, overlap=0: FixedSizeChunker(size, overlap)(content),
    "utf16_span": utf16_span,
    "pd": pd,
}
IDS = {"NW-121", "NW-123", "NW-125", "NW-127"}
MINE = [
    case for case in CASES if case["layer"] in {"align", "import"} or case["kind"] == "chunkers" or case["id"] in IDS
]


@pytest.mark.parametrize("case", MINE, ids=lambda case: case["id"])
def test_case(case):
    names = dict(OPERATIONS)
    exec(case["input"], names)
    if "_raises" in case["op"]:
        assert refusal(names["mk"]) == case["expected"].strip("'")
    else:
        assert eval(case["op"], names) == eval(case["expected"])
