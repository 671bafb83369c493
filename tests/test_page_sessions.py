"""The recorded sessions, which the page without a kernel is held to, are those of today's explorer."""

import json

from tests.page_sessions import FILE, all_recorded


def test_the_recorded_sessions_are_fresh():
    assert json.loads(FILE.read_text("utf-8")) == all_recorded(), "run: python -m tests.page_sessions"
