"""What a widget is made of, checked: each fault is a sentence."""

from __future__ import annotations

import difflib
from enum import Enum
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from navwidget.errors import SearchError, SourceNotFoundError
from navwidget.models.base import plain as python_values
from navwidget.protocols import capabilities
from navwidget.store import ChunkStore
from navwidget.widget.own_span import span_id
from navwidget.widget.problems import MOST_NAMES, sentence, unknown_source

_OPTIONS = (
    *("index", "source_id", "query", "retriever", "top_k", "embedder", "context"),
    *("height", "theme", "scale", "locale"),
)
_LOCALES = ("en", "fr")  # those of js/src/strings.ts


def refuse_unknown(options: dict[str, Any]) -> None:
    """Raise a TypeError that names the option which was meant."""
    for name in options:
        near = difflib.get_close_matches(name, _OPTIONS, n=1)
        hint = f": did you mean {near[0]!r}?" if near else f". It has {', '.join(_OPTIONS)}."
        raise TypeError(f"NavWidget has no option {name!r}{hint}")


def usable(index: Any) -> Any:
    """Take an index as it is, or a toolkit index as one of ours."""
    if any(cls.__module__.startswith("mistralai.") for cls in type(index).__mro__):
        from navwidget.adapters.toolkit import wrap

        index = wrap(index)
    can = capabilities(index)
    if not (can.searchable or can.retrieve or can.navigate or can.read):
        what = f"the class {index.__name__}" if isinstance(index, type) else type(index).__name__
        raise TypeError(f"NavWidget cannot explore {what}: {_advice(index)}")
    return index


def _advice(index: Any) -> str:
    if isinstance(index, type):
        return f"make an object of it first, {index.__name__}()."
    if isinstance(index, str | Path):
        return "a file or a text is shown by navwidget.explore."
    if hasattr(index, "itertuples"):
        return "put a frame of chunks into a store first, with ChunkStore.from_frame."
    return (
        "it neither searches, retrieves nor navigates. Give a ChunkStore, or an object of a class derived from "
        "KeywordStoreIndex, VectorStoreIndex or NavigableIndex."
    )


def checked_locale(locale: str) -> str:
    """Give a language of the page back, with its region if it has one.

    >>> checked_locale("fr-CA")
    'fr-CA'
    """
    if isinstance(locale, str) and (locale == "auto" or locale.partition("-")[0].lower() in _LOCALES):
        return locale
    known = ", ".join(map(repr, _LOCALES))
    raise SearchError(f"locale is {locale!r}, but must be 'auto' or one of {known}, which may have a region: 'fr-CA'.")


def refuse_unknown_source(index: Any, source_id: str | None) -> None:
    """Raise a SourceNotFoundError that names the source which was meant, where the index can tell at once."""
    if source_id is None or not isinstance(index, ChunkStore):
        return
    try:
        index.sync.outline(source_id)
    except SourceNotFoundError:
        known = (source.source_id for source in index.sync.sources(limit=MOST_NAMES))
        raise unknown_source(source_id, known) from None


def chunk_id_of(chunk: Any) -> Any:
    """Give the id of a chunk that is named by its id, or given as a result or a chunk; or that of a span.

    >>> chunk_id_of("c13"), chunk_id_of(("manual.md", 5000, 5200))
    ('c13', 'manual.md[5000:5200]')
    """
    match python_values(chunk):
        case [str(source_id), int(start), int(end)] if 0 <= start <= end:
            return span_id(source_id, start, end)
    chunk = getattr(chunk, "chunk", chunk)
    return getattr(chunk, "id", chunk)


def plain_name(member: Any) -> Any:
    """Give the value of an enum's member: of whatever make, or as a log writes it.

    >>> from navwidget import NavigationDirection
    >>> plain_name("NEXT"), plain_name("GrepMode.TERM"), plain_name(NavigationDirection.PREVIOUS)
    ('next', 'term', 'previous')
    """
    value = member.value if isinstance(member, Enum) else member
    return value.rpartition(".")[2].lower() if isinstance(value, str) else value


def message_of(model: type[Any], **fields: Any) -> Any:
    """Make a message of values from Python, numpy's among them."""
    try:
        return model(**{name: python_values(value) for name, value in fields.items()})
    except ValidationError as error:
        raise SearchError(sentence(error)) from None
