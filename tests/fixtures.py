"""Recorded answers: the files in ``tests/data``."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"

Record = dict[str, Any]


@cache
def records(name: str) -> tuple[Record, ...]:
    """Read every line of a recorded file."""
    with (DATA / name).open(encoding="utf-8") as lines:
        return tuple(json.loads(line) for line in lines)


def extra_records(kind: str) -> list[Record]:
    """Records of one kind out of ``extra_fixture.jsonl``."""
    return [record for record in records("extra_fixture.jsonl") if record["kind"] == kind]


def cases(*layers_or_kinds: str) -> list[Record]:
    """Cases out of ``cases_open.jsonl`` that belong to one of the layers or kinds."""
    return [case for case in records("cases_open.jsonl") if {case["layer"], case["kind"]} & set(layers_or_kinds)]
