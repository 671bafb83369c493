"""One table: everything that is measured for one size and shape."""

from __future__ import annotations

import sys
from collections.abc import Collection
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks import fresh
from benchmarks.compare import compare
from benchmarks.corpus import Corpus
from benchmarks.measure import Measured, in_turns
from benchmarks.peers import PEERS, Peer, Skipped, peer_type
from benchmarks.rows import ROWS, Row
from benchmarks.table import Cells, Table

_FIRST = {
    "first navigate after opening": "next",
    "first grep after opening": "grep",
    "first keyword search after opening": "keyword",
    "first vector search after opening": "vector",
}
_NO_PROCESS = {"SQLite, results", "Postgres", "one pass"}
"""What another column tells already, a server that is not opened, and what is no index."""


class Bench:
    """All measurements of one corpus.

    Parameters
    ----------
    corpus : Corpus
        What is indexed.
    names : collection of str
        The peers that are asked; those that cannot are left out, with the reason under the table.
    only : str
        Only rows whose name holds this.
    """

    def __init__(self, corpus: Corpus, names: Collection[str], only: str) -> None:
        self.corpus = corpus
        self.only = only
        self.table = Table(f"{corpus.chunks:,} chunks in {_counted(len(corpus.sizes))}")
        self.names = [name for name in PEERS if name in names]
        if self.names[:1] != list(PEERS)[:1]:
            raise ValueError(f"Peers are {', '.join(names)}, but {next(iter(PEERS))} must be among them.")

    def run(self) -> Table:
        """Build every peer in a process of its own, compare, measure."""
        with TemporaryDirectory(prefix="navwidget-bench-") as home:
            directories = {name: Path(home, name.replace(" ", "-")) for name in self.names}
            built = {name: result for name in self.names if (result := self._built(name, directories[name]))}
            self._note_building(built, directories)
            self._fresh(directories, list(built))
            peers = self._opened(directories, list(built))
            for row in ROWS:
                if self.only in row.name:
                    self._measure(row, peers)
            for peer in peers:
                peer.close()
        return self.table

    def _built(self, name: str, directory: Path) -> dict[str, Any] | None:
        _say(f"{self.table.title}: building {name}")
        directory.mkdir()
        try:
            return fresh.run(name, directory, self.corpus, "build")
        except Skipped as reason:
            self.table.note(f"{name}: left out, since it {reason}")
            return None

    def _note_building(self, built: dict[str, dict[str, Any]], directories: dict[str, Path]) -> None:
        shown = {name: result for name, result in built.items() if name not in _NO_PROCESS}
        per_chunk = {
            name: (sum(seconds for _, seconds in r["writes"]) + r["rest"]) / self.corpus.chunks
            for name, r in shown.items()
        }
        self._add("index, per chunk", {name: Measured((value,)) for name, value in per_chunk.items()})
        sizes = {name: _size(directories[name]) for name in shown}
        self._add("file size", {name: Measured((size,)) for name, size in sizes.items()}, "bytes")
        memory = {name: Measured((result["memory"],)) for name, result in shown.items() if result["memory"]}
        self._add("peak memory, indexing", memory, "bytes")
        ours, (*writes, _) = self.names[0], built[self.names[0]]["writes"]
        tenth = len(writes) // 10
        if tenth:
            first, last = (_rate(part) for part in (writes[:tenth], writes[-tenth:]))
            self.table.note(f"{ours}: indexes a chunk in {first:.0f} µs in the first tenth, in {last:.0f} in the last")

    def _fresh(self, directories: dict[str, Path], names: list[str]) -> None:
        names = [name for name in names if name not in _NO_PROCESS]
        for title, method in _FIRST.items():
            if self.only not in title:
                continue
            row = next(row for row in ROWS if row.methods[-1] == method)
            questions = [(method, row.calls(self.corpus, 0)[:1])]
            able = [name for name in names if self._peer(name, directories).can(method)]
            timed = {name: partial(self._seconds, name, directories[name], questions) for name in able}
            self._add(title, in_turns(timed, rounds=5))
        if self.only in "peak memory, answering":
            asked = [(row.methods[-1], row.calls(self.corpus, 0)) for row in ROWS if row.methods[-1] != "replace"]
            memory = {
                name: fresh.run(name, directories[name], self.corpus, "answer", asked)["memory"] for name in names
            }
            self._add("peak memory, answering", {name: Measured((m,)) for name, m in memory.items() if m}, "bytes")

    def _peer(self, name: str, directories: dict[str, Path]) -> Peer:
        return peer_type(name)(directories[name], self.corpus)

    def _seconds(self, name: str, directory: Path, questions: fresh.Questions, _: int) -> float:
        return float(fresh.run(name, directory, self.corpus, "answer", questions)["seconds"])

    def _opened(self, directories: dict[str, Path], names: list[str]) -> list[Peer]:
        peers = [self._peer(name, directories) for name in names]
        for peer in peers:
            _say(f"{self.table.title}: opening {peer.name}")
            peer.open()
        return peers

    def _measure(self, row: Row, peers: list[Peer]) -> None:
        able = {peer: method for peer in peers if (method := next(filter(peer.can, row.methods), None))}
        _say(f"{self.table.title}: {row.name}")
        calls = row.calls(self.corpus, 0)
        for peer, method in able.items():
            note = compare(row, method, calls, peers[0], peer)
            if note:
                self.table.note(f"{peer.name}: {note}")

        def once(peer: Peer, number: int) -> float:
            asked = row.calls(self.corpus, number)
            return peer.timed(able[peer], asked) / len(asked)

        self._add(row.name, in_turns({peer.name: partial(once, peer) for peer in able}))

    def _add(self, title: str, measured: dict[str, Measured], unit: str = "seconds") -> None:
        self.table.add(title, Cells(measured, unit))


def _rate(writes: list[list[float]]) -> float:
    """Microseconds a chunk."""
    return sum(seconds for _, seconds in writes) / sum(chunks for chunks, _ in writes) * 1e6


def _size(directory: Path) -> int:
    return sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())


def _counted(sources: int) -> str:
    return f"{sources:,} source{'' if sources == 1 else 's'}, and one source of 1,000 that is replaced"


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)
