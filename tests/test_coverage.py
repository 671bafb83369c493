"""What was read, as numbers: the characters of every list so far, counted one by one."""

from __future__ import annotations

import asyncio

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from navwidget import ChunkStore, ChunkType
from navwidget.widget.frames import coverage_frame
from navwidget.widget.navwidget import NavWidget
from navwidget.widget.session import Session
from tests import strategies
from tests.explorer import OVERLAPPING, ask, document, store
from tests.foreign import Words

spots = st.integers(0, 40)
moves = st.one_of(
    st.builds(lambda start, end: ("read", {"start": start, "end": end, "top_k": 5}), spots | st.none(), spots),
    st.builds(lambda top_k: ("navigate", {"direction": "next", "top_k": top_k}), st.integers(1, 3)),
    st.builds(lambda pattern: ("grep", {"pattern": pattern, "mode": "phrase", "top_k": 3}), strategies.patterns),
    st.builds(lambda name: ("open_source", {"source_id": name}), st.sampled_from(["one", "other"])),
)


@given(strategies.documents("one"), strategies.documents("other"), st.lists(moves, max_size=6))
def test_is_every_character_that_was_listed(one, other, asked):
    """And the same spans as the map is told."""
    with ChunkStore(embedder=None) as index:
        index.sync.index_documents([one, other], progress=False)
        session = Session(index, source_id="one")
        seen: dict[str, set[int]] = {"one": set(), "other": set()}
        for kind, fields in asked:
            reply = ask(session, kind, **fields)
            for result in reply.answer:
                seen[result.chunk.source_id].update(range(result.chunk.start_offset, result.chunk.end_offset))
            if reply.update.results:
                covered = {place for span in reply.update.results.covered for place in range(*span)}
                assert covered == seen[session.reader.source.source_id]
        lengths = {name: index.sync.outline(name).length for name in seen}
    frame = coverage_frame(session.reader.covered.sources()).set_index("source_id")
    assert set(frame.index) == {name for name, places in seen.items() if places}
    for name, row in frame.iterrows():
        length = lengths[name]
        unread = [place for span in row["unread"] for place in range(*span)]
        assert (row["characters"], row["read"], row["share"]) == (length, len(seen[name]), len(seen[name]) / length)
        assert unread == sorted(set(range(length)) - seen[name])


def test_is_a_row_a_source_with_what_is_left():
    with store() as index:
        widget = NavWidget(index, source_id="b")
        asyncio.run(widget.read(0, 30))
        [row] = widget.coverage.to_dict("records")
    assert row == {
        "source_id": "b",
        "chunk_type": ChunkType.CONTENT.value,
        "characters": 120,
        "read": 16,
        "share": pytest.approx(16 / 120),
        "unread": [(8, 20), (28, 120)],
    }


async def test_of_a_source_that_is_not_known_whole_only_what_lies_between_is_unread():
    widget = NavWidget(Words([document("a", OVERLAPPING)]), retriever="keyword")
    for query in ("w00", "w12"):
        await widget.search(query)
        await widget.open_hit(1)
    row = widget.coverage.iloc[0]
    assert (row["source_id"], row["read"]) == ("a", 32)
    assert pd.isna(row["characters"])
    assert pd.isna(row["share"])
    assert row["unread"] == [(16, 40)]
