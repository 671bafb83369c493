"""What an explorer opens and searches before anything else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from navwidget.widget import protocol as wire
from navwidget.widget.abilities import abilities
from navwidget.widget.reader import Reader


def first_actions(reader: Reader, source_id: str | None, query: str | None) -> list[Callable[[], Awaitable[Any]]]:
    """List what is done at first, each once and each whatever became of the others."""
    reader.query = query or ""
    actions: list[Callable[[], Awaitable[Any]]] = []
    if source_id is not None:
        actions.append(partial(reader.open_source, source_id))
    if query:
        actions.append(partial(_search, reader, query))
    return [*actions, partial(_open_any, reader)]


async def _search(reader: Reader, query: str) -> None:
    if not reader.rankings:  # unless hits were shown before the beginning
        await reader.search(query, reader.retriever, reader.top_k, skip_read=False, this_source=False)


async def _open_any(reader: Reader) -> None:
    if reader.source is None and reader.backend.can.sources:
        for source in await reader.backend.sources("", 1):
            await reader.open_source(source.source_id, chosen=False)


def welcome(reader: Reader, settings: wire.Settings) -> wire.Welcome:
    """Tell a page that has just begun what it can do, and how the explorer was set up."""
    return wire.Welcome(
        protocol_version=wire.PROTOCOL_VERSION,
        settings=settings,
        abilities=abilities(reader.backend, reader.own),
        retriever=reader.retriever,
        own_label=reader.own.label if reader.own else "",
        query=reader.query,
        top_k=reader.top_k,
    )
