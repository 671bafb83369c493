"""The page's message types are those of Python."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EMITTER = ROOT / "tools" / "protocol.py"


def test_protocol_ts_is_what_the_models_say():
    tool = runpy.run_path(str(EMITTER))
    assert tool["TARGET"].read_text(encoding="utf-8") == tool["emit"](), "run tools/protocol.py"


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        (int | None, "number | null"),
        (list[str], "readonly string[]"),
        (list[int | None], "readonly (number | null)[]"),
        (tuple[str, int], "readonly [string, number]"),
        (dict[int, float], "{ readonly [key in number]?: number }"),
    ],
)
def test_annotations_keep_their_meaning(annotation, expected):
    assert runpy.run_path(str(EMITTER))["ts"](annotation) == expected
