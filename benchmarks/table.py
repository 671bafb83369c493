"""The table that is printed: our figures, and how many times as much each peer takes."""

from __future__ import annotations

from dataclasses import dataclass, field

from benchmarks.measure import Measured

_UNITS = {
    "seconds": ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")),
    "bytes": ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")),
}


@dataclass(frozen=True)
class Cells:
    """What was measured for one row: by peer, in one unit; the first is what others are divided by."""

    measured: dict[str, Measured]
    unit: str

    def show(self, name: str, ours: str) -> str:
        value = self.measured.get(name)
        if value is None:
            return ""
        absolute = _amount(value.median, self.unit)
        if name == ours or ours not in self.measured:
            spread = f" ±{value.spread:.0%}" if len(value.values) > 1 else ""
            return absolute + spread
        ratio = value.median / self.measured[ours].median
        return f"{ratio:.{0 if ratio >= 10 else 1 if ratio >= 1 else 2}f} ({absolute})"


@dataclass
class Table:
    """Rows in the order in which they were added, and notes.

    Parameters
    ----------
    title : str
        What was measured.
    """

    title: str
    rows: dict[str, Cells] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add(self, name: str, cells: Cells) -> None:
        if cells.measured:
            self.rows[name] = cells

    def note(self, text: str) -> None:
        self.notes.append(text)

    def markdown(self, order: list[str]) -> str:
        """Lay it out; ratios are times as much as the first column's."""
        names = [name for name in order if any(name in cells.measured for cells in self.rows.values())]
        lines = [f"### {self.title}", "", _line(["", *names]), _line(["---"] + ["---:"] * len(names))]
        lines += [_line([title, *(cells.show(name, order[0]) for name in names)]) for title, cells in self.rows.items()]
        return "\n".join([*lines, "", *(f"- {note}." for note in self.notes), ""])


def _amount(value: float, unit: str) -> str:
    scale, name = next(((s, n) for s, n in _UNITS[unit] if value >= s), _UNITS[unit][-1])
    number = value / scale
    return f"{number:.{0 if number >= 100 else 1 if number >= 10 else 2}f} {name}"


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"
