"""Whether two peers give the same answer, before either is timed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.peers import Peer
from benchmarks.rows import Calls, Row

_TOLERANCE = 1e-4


class DifferentError(Exception):
    """Two peers that follow the same rule disagree; the message shows where."""


def compare(row: Row, method: str, calls: Calls, ours: Peer, peer: Peer) -> str:
    """Hold a peer's answers to ours.

    Returns
    -------
    str
        How far they agree, where the peer follows another rule; else empty.
    """
    if peer is ours or row.compared == "none" or peer.name == "one pass":
        return ""
    expected, given = ours.answers(row.methods[-1], calls), peer.answers(method, calls)
    if method in peer.differs:
        return _shared(row, expected, given, peer.differs[method])
    for call, wanted, found in zip(calls, expected, given, strict=True):
        if wanted != found and not (row.compared == "ranks" and _ties(ours, row.methods[-1], call, wanted, found)):
            raise DifferentError(f"{row.name}{call!r:.200}: {ours.name} says {wanted}, {peer.name} says {found}")
    return ""


def _shared(row: Row, expected: Sequence[list[str]], given: Sequence[list[str]], rule: str) -> str:
    shared = sum(len(set(wanted) & set(found)) for wanted, found in zip(expected, given, strict=True))
    wanted = sum(map(len, expected))
    if 2 * shared < wanted:
        raise DifferentError(f"{row.name}: only {shared} of {wanted} hits are the same, which {rule} does not explain")
    return f"{row.name}: {shared} of {wanted} hits the same; the rule has {rule}"


def _ties(ours: Peer, method: str, call: tuple[Any, ...], wanted: list[str], found: list[str]) -> bool:
    """Whether answers differ only in the order of scores that single precision cannot tell apart."""
    *asked, k = call
    answer = getattr(ours, method)(*asked, k * 2)
    scores = dict(zip(ours.ids(answer), ours.scores(answer), strict=True))
    pairs = zip(wanted, found, strict=True)
    return all(abs(scores[a] - scores.get(b, -1.0)) <= _TOLERANCE * abs(scores[a]) for a, b in pairs)
