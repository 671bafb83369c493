"""Every recorded bug report of other tools has a test: `cases.md` names it, and it is there."""

from __future__ import annotations

import json
import re
from pathlib import Path

TESTS = Path(__file__).parent
ROW = re.compile(r"^\| (NW-\d+) \| .+ \| `(.+\.py)::(test_\w+)` \|$", re.MULTILINE)


def test_every_case_names_a_test_that_exists() -> None:
    recorded = [json.loads(line)["id"] for line in (TESTS / "data/cases_open.jsonl").read_text("utf-8").splitlines()]
    rows = ROW.findall((TESTS / "cases.md").read_text("utf-8"))
    assert [case for case, _, _ in rows] == recorded
    missing = [
        (case, name) for case, file, name in rows if not re.search(rf"def {name}\b", (TESTS / file).read_text("utf-8"))
    ]
    assert missing == []
