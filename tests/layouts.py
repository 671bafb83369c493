"""The same index laid out in many ways: whatever was added, replaced, deleted, merged and stored on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from hypothesis import strategies as st

from navwidget.store.blocks import Block, Layers, Live, due

NAMES = "abcdef"


@dataclass
class Lived:
    """An index with a past.

    Parameters
    ----------
    layers : Layers
        The index.
    build : callable
        Makes a block of pairs of a key and the rows of a source.
    """

    layers: Layers[Any]
    build: Callable[[list[tuple[int, Any]]], Block]
    sources: dict[str, Any] = field(default_factory=dict)
    keys: dict[str, int] = field(default_factory=dict)
    used: int = 0

    def put(self, sources: dict[str, Any]) -> None:
        """Add or replace sources in one block."""
        for name in sources:
            self.used += 1
            self.keys[name] = self.used
        block = self.build([(self.keys[name], rows) for name, rows in sources.items()])
        self.sources |= sources
        self.layers = type(self.layers)((*self.layers.parts, Live(block)))
        self._reopen()

    def delete(self, name: str) -> None:
        """Delete a source, where it is there."""
        if self.sources.pop(name, None) is not None:
            del self.keys[name]
            self._reopen()

    def _reopen(self) -> None:
        self.layers = type(self.layers).load([part.block for part in self.layers.parts], self.keys.values())

    def _replace(self, chosen: set[int]) -> None:
        """Put one merged block in place of the chosen ones."""
        parts = self.layers.parts
        living = [parts[place] for place in sorted(chosen) if parts[place].rows]
        kept = tuple(part for place, part in enumerate(parts) if place not in chosen)
        merged = (Live(type(living[0].block).merge(living)),) if living else ()
        self.layers = type(self.layers)((*kept, *merged))

    def merge(self, places: Sequence[int]) -> None:
        """Merge any blocks, next to each other or not."""
        count = len(self.layers.parts)
        self._replace({place % count for place in places} if count else set())

    def compact(self, _: None = None) -> None:
        """Merge what is due."""
        self._replace(due([(part.rows, part.block.rows) for part in self.layers.parts], max_rows=20))

    def store(self, _: None = None) -> None:
        """Store the blocks and read them again."""
        blocks = [type(part.block).from_blobs(part.block.to_blobs()) for part in self.layers.parts]
        self.layers = type(self.layers).load(blocks, self.keys.values())

    def source_rank(self, keys: Any) -> Any:
        """Order sources by name."""
        names = {key: name for name, key in self.keys.items()}
        return np.array([ord(names[key]) for key in keys.tolist()], np.int64)

    def named(self, ranked: Sequence[Any]) -> list[tuple[str, int, float]]:
        """Say names for keys, which tell the age of a source."""
        names = {key: name for name, key in self.keys.items()}
        return [(names[hit.key], hit.row, hit.score) for hit in ranked]


def steps(rows: st.SearchStrategy[Any]) -> st.SearchStrategy[list[tuple[str, Any]]]:
    """Make a past: names of the methods of `Lived` with their arguments."""
    batch = st.dictionaries(st.sampled_from(NAMES), rows, min_size=1, max_size=3)
    return st.lists(
        st.tuples(st.just("put"), batch)
        | st.tuples(st.just("put"), batch)
        | st.tuples(st.just("delete"), st.sampled_from(NAMES))
        | st.tuples(st.just("merge"), st.lists(st.integers(0, 7), min_size=1, max_size=4))
        | st.tuples(st.sampled_from(["store", "compact"]), st.none()),
        max_size=14,
    )


def lived(past: list[tuple[str, Any]], layers: Layers[Any], build: Callable[..., Block]) -> tuple[Lived, Lived]:
    """Live through a past; gives that index, and one built afresh of what is left, in order of names."""
    old, fresh = Lived(layers, build), Lived(layers, build)
    for method, argument in past:
        getattr(old, method)(argument)
    if old.sources:
        fresh.put(dict(sorted(old.sources.items())))
    return old, fresh
