"""The command ``python -m benchmarks``."""

from __future__ import annotations

import argparse
import os
import platform
import sqlite3
from pathlib import Path

import numpy as np

from benchmarks.bench import Bench
from benchmarks.corpus import SHAPES, Corpus
from benchmarks.peers import PEERS

_SIZES = [10_000, 100_000]


def main() -> None:
    """Print a table for every size and shape."""
    options = _options()
    sizes = options.chunks or _SIZES + [1_000_000] * options.million
    shapes = ("few", "many") if options.shape == "both" else (options.shape,)
    print(f"{_machine()}\n\nEvery figure but the first column's is a ratio to it: more than 1 is slower, or larger.\n")
    for chunks in sizes:
        for shape in shapes:
            table = Bench(Corpus(chunks, shape), options.peers.split(";"), options.only).run()
            print(table.markdown(list(PEERS)), flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--chunks", type=int, action="append", help="a size; may be repeated (default: 10000 and 100000)"
    )
    parser.add_argument("--million", action="store_true", help="measure 1,000,000 chunks as well")
    parser.add_argument("--shape", choices=["both", *SHAPES], default="both")
    parser.add_argument("--only", default="", help="only rows whose name holds this")
    parser.add_argument("--peers", default=";".join(PEERS), help=f"some, apart by semicolons, of {', '.join(PEERS)}")
    return parser.parse_args()


def _machine() -> str:
    memory = Path("/proc/meminfo")
    size = f"{int(memory.read_text().split()[1]) / 2**20:.0f} GB of memory, " if memory.exists() else ""
    versions = f"Python {platform.python_version()}, numpy {np.__version__}, SQLite {sqlite3.sqlite_version}"
    return f"{os.cpu_count()} cores, {size}{platform.system()} on {platform.machine()}, {versions}"


if __name__ == "__main__":
    main()
