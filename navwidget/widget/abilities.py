"""What the explorer can do with an index, and how it ranks with it at first."""

from __future__ import annotations

from typing import Any

from navwidget.errors import SearchError
from navwidget.widget.backend import Backend
from navwidget.widget.own import Own
from navwidget.widget.protocol import Ability, RetrieverName


def abilities(backend: Backend, own: Own | None) -> list[Ability]:
    """Tell what the explorer can do with an index, each with the reason where it cannot."""
    can = backend.can
    embeds = "" if backend.embeds else f"{backend.name} needs vectors: give embedder= to NavWidget"
    reasons = {
        "keyword": "" if can.keyword else _lacks(backend, "retrieve, nor search by words"),
        "vector": embeds if can.vector else _lacks(backend, "retrieve, nor search by vector"),
        "hybrid": embeds if can.retrieve else _lacks(backend, "retrieve"),
        "own": "" if own else "give retriever= a callable (query, top_k, exclude_ids)",
        "open": "" if can.neighbours or can.navigate else _lacks(backend, "navigate"),
        **{
            name: "" if getattr(can, name) else _lacks(backend, name)
            for name in ("navigate", "read", "grep", "get_chunk", "sources", "explain", "neighbours")
        },
    }
    return [Ability(name=name, able=not reason, reason=reason) for name, reason in reasons.items()]


def _lacks(backend: Backend, method: str) -> str:
    return f"{backend.name} has no {method}"


def default_retriever(backend: Backend, own: Own | None, asked: RetrieverName) -> RetrieverName:
    """Choose how to rank at first: as asked, else in the best way that there is."""
    if own:
        return "own"
    able = {ability.name for ability in abilities(backend, own) if ability.able}
    order: list[RetrieverName] = [asked, "hybrid", "keyword", "vector"]
    nearest: RetrieverName = "vector" if backend.can.vector and not backend.can.retrieve else asked
    return next((name for name in order if name in able), nearest)  # what cannot be done says what it lacks


def refuse_unable(backend: Backend, asked: Any) -> None:
    """Refuse a way to rank that was asked for by name and cannot be; "hybrid" is also the best of those that can."""
    lacks = {ability.name: ability.reason for ability in abilities(backend, None)}
    if isinstance(asked, str) and asked in ("keyword", "vector") and lacks[asked]:
        others = " or ".join(repr(name) for name in ("hybrid", "keyword", "vector") if not lacks[name])
        instead = f"; it can rank by {others}" if others else ""
        raise SearchError(f"retriever is {asked!r}, but {lacks[asked]}{instead}.")
