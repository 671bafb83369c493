"""What only a new process can tell: how long a first answer takes after opening, how much memory is needed at most.

``python -m benchmarks.fresh PEER DIRECTORY CHUNKS SHAPE ACTION`` does one thing, with the questions that it reads from
standard input, and prints what it measured as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.corpus import Corpus
from benchmarks.peers import Peer, Skipped, peer_type
from navwidget.models import Document

Questions = list[tuple[str, Any]]
"""Names of methods, and the arguments of every call of each."""


def run(peer: str, directory: Path, corpus: Corpus, action: str, questions: Questions | None = None) -> dict[str, Any]:
    """Do one thing in a new process: "build", or "answer" the questions after opening."""
    command = [sys.executable, "-m", "benchmarks.fresh", peer, str(directory), str(corpus.chunks), corpus.shape, action]
    here = Path(__file__).parents[1]
    asked = json.dumps(questions or [])
    done = subprocess.run(command, input=asked, stdout=subprocess.PIPE, text=True, check=False, cwd=here)
    if done.returncode:
        raise Skipped(f"ended with code {done.returncode}")
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    if "skipped" in result:
        raise Skipped(result["skipped"])
    return result


def _build(peer: Peer) -> dict[str, Any]:
    """Index everything, and tell chunks and seconds of every write; making the documents is not counted."""
    if peer.corpus.chunks > peer.most_chunks:
        raise Skipped("takes too long to build")
    making = [0.0]
    writes = []
    start = perf_counter()
    for chunks in peer.build(_noting(peer.corpus.documents(), making)):
        writes.append((chunks, perf_counter() - start - making[0]))
        making[0] = 0.0
        start = perf_counter()
    return {"writes": writes, "rest": perf_counter() - start}


def _noting(documents: Iterable[Document], making: list[float]) -> Iterator[Document]:
    iterator = iter(documents)
    while True:
        start = perf_counter()
        document = next(iterator, None)
        making[0] += perf_counter() - start
        if document is None:
            return
        yield document


def _answer(peer: Peer, questions: Questions) -> dict[str, Any]:
    start = perf_counter()
    peer.open()
    for method, calls in questions:
        if peer.can(method):
            peer.timed(method, calls)
    seconds = perf_counter() - start
    peer.close()
    return {"seconds": seconds}


def _memory(name: str) -> int:
    """Bytes in memory as Linux tells them: now (VmRSS), or at most so far (VmHWM). Elsewhere 0."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0
    line = next(line for line in status.read_text().splitlines() if line.startswith(name))
    return int(line.split()[1]) * 1024


def _main(name: str, directory: str, chunks: str, shape: str, action: str) -> None:
    questions: Questions = json.load(sys.stdin)
    try:
        peer = peer_type(name)(Path(directory), Corpus(int(chunks), shape))
        before = _memory("VmRSS")
        result = _build(peer) if action == "build" else _answer(peer, questions)
    except Skipped as reason:
        print(json.dumps({"skipped": str(reason)}))
    else:
        print(json.dumps({"memory": _memory("VmHWM") - before, **result}))


if __name__ == "__main__":
    _main(*sys.argv[1:])
