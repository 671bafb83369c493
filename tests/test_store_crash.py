"""A process that is killed leaves the state before its last change or after it, whole, and nothing beside the file."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from navwidget.store import ChunkStore
from tests.crash import State, held, killed_at_random

ROUNDS = 25


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is for POSIX systems")
def test_killed_process_leaves_the_old_state_or_the_new(tmp_path: Path) -> None:
    kill_and_look(tmp_path, rounds=ROUNDS)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_killed_two_hundred_times(tmp_path: Path) -> None:
    kill_and_look(tmp_path, rounds=200)


def kill_and_look(directory: Path, rounds: int) -> None:
    path = directory / "store.db"
    choose = random.Random(rounds)
    before: State = {}
    undecided = 0
    for seed in range(rounds):
        confirmed, planned = killed_at_random(path, seed, choose.uniform(0, 0.12))
        undecided += planned != confirmed
        with ChunkStore(path, embedder=None) as store:
            assert store.sync.check() == []
            found = held(store)
        assert found in (before if confirmed is None else confirmed, planned), "lost, or half kept"
        assert [each.name for each in directory.iterdir()] == [path.name], "something is left beside the file"
        before = found
    assert undecided > rounds / 3, "too few were killed in the middle of a change"
