"""How much of an answer is reached from its best chunk: ``python -m benchmarks.reach [DIRECTORY]``.

The hit is the chunk that holds most of a question's evidence, as if retrieval were perfect. Counted are the questions
whose whole evidence stands in the hit alone, with two chunks to either side by `navigate`, and by `neighbours`.

Without a directory the questions of the samples are asked. A directory holds ``documents.jsonl`` with ``source_id`` and
``content``, and ``questions.jsonl`` with ``source_id`` and ``spans``, a list of [start, end) in code points.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from navwidget import ChunkStore, Document, FixedSizeChunker, NavigationDirection, SearchResult, samples

Span = tuple[int, int]
Question = tuple[str, list[Span]]

CHUNKINGS = ((512, 64), (400, 100), (400, 200))
AROUND = 2
_ALL = 1_000_000


def asked_of_samples() -> tuple[dict[str, str], list[Question]]:
    """Give the texts of the samples, and the evidence of their questions."""
    texts = {name: samples.read(name) for name in samples.names()}
    return texts, [
        (item["source_id"], _places(texts[item["source_id"]], item["evidence"])) for item in samples.questions()
    ]


def _places(text: str, said: Iterable[str]) -> list[Span]:
    return [(text.index(words), text.index(words) + len(words)) for words in said]


def asked_of(directory: Path) -> tuple[dict[str, str], list[Question]]:
    """Give the texts of a directory, and the evidence of its questions."""
    texts = {item["source_id"]: item["content"] for item in _lines(directory / "documents.jsonl")}
    questions = _lines(directory / "questions.jsonl")
    return texts, [(item["source_id"], [(start, end) for start, end in item["spans"]]) for item in questions]


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def reached(texts: dict[str, str], questions: Iterable[Question], size: int, overlap: int) -> Counter[str]:
    """Count the questions whose whole evidence is reached in each way."""
    store = ChunkStore(embedder=None).sync
    chunker = FixedSizeChunker(size, overlap=overlap)
    store.index_documents((Document.from_text(text, name, chunker) for name, text in texts.items()), progress=False)
    count: Counter[str] = Counter()
    for source, evidence in questions:
        hit = max(store.read(source, None, None, top_k=_ALL), key=lambda result: _shared(_span(result), evidence))
        start, end = _span(hit)
        sides = [
            *store.navigate(source, start, end, NavigationDirection.PREVIOUS, top_k=AROUND),
            *store.navigate(source, start, end, NavigationDirection.NEXT, top_k=AROUND),
        ]
        around = store.neighbours(hit.chunk.id, before=AROUND, after=AROUND)
        for way, more in (("alone", []), ("navigate", sides), ("neighbours", around)):
            count[way] += _holds([hit, *more], evidence)
    return count


def _span(result: SearchResult) -> Span:
    return result.chunk.start_offset or 0, result.chunk.end_offset or 0


def _shared(span: Span, evidence: Iterable[Span]) -> int:
    return sum(max(0, min(span[1], end) - max(span[0], start)) for start, end in evidence)


def _holds(results: Iterable[SearchResult], evidence: Iterable[Span]) -> bool:
    """Whether all characters of the evidence are in the results."""
    spans = sorted(map(_span, results))
    starts = [spans[0][0], *(after[0] for before, after in pairwise(spans) if after[0] > before[1])]
    ends = [*(before[1] for before, after in pairwise(spans) if after[0] > before[1]), spans[-1][1]]
    return all(any(a <= start and end <= b for a, b in zip(starts, ends, strict=True)) for start, end in evidence)


def main() -> None:
    """Print a row for each chunking."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("directory", type=Path, nargs="?")
    directory = parser.parse_args().directory
    texts, questions = asked_of(directory) if directory else asked_of_samples()
    print(f"{len(questions)} questions; two chunks to either side of the hit")
    print("| size/overlap | the hit alone | navigate | neighbours |\n| --- | ---: | ---: | ---: |")
    for size, overlap in CHUNKINGS:
        count = reached(texts, questions, size, overlap)
        shares = (f"{count[way] / len(questions):.0%}" for way in ("alone", "navigate", "neighbours"))
        print(f"| {size}/{overlap} | {' | '.join(shares)} |", flush=True)


if __name__ == "__main__":
    main()
