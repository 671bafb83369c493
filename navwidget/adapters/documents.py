"""Documents out of chunks that other tools cut, with offsets that are checked and where needed found anew."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from navwidget.adapters import corrections, differing
from navwidget.adapters.frame import records_from_frame
from navwidget.adapters.offsets import OffsetUnit, PagePlaces
from navwidget.adapters.placing import Placed, called, placed, what_differs, what_was_wrong
from navwidget.adapters.records import Record, read_records
from navwidget.errors import IndexingError
from navwidget.models import ChunkType, Document, DocumentChunk, compute_char_locator, compute_page_locator
from navwidget.wording import enumerated


def document_from_records(
    records: Iterable[Any],
    content: str | None = None,
    source_id: str | None = None,
    *,
    pages: Sequence[str] | None = None,
    joiner: str = "\n",
    first_page: int = 1,
    unit: OffsetUnit | str = OffsetUnit.CODE_POINTS,
    metadata: Mapping[str, Any] | None = None,
) -> Document:
    """Make a document of chunks that another tool cut from one source.

    Parameters
    ----------
    records : iterable or DataFrame
        The chunks, or a frame with one row a chunk, with the names that `documents_from_records` lists. In reading
        order, unless all declared offsets are right, or wrong in one way (see there).
    content : str, optional
        The whole text. With it every offset is checked, and found anew where it is missing or wrong, and a record
        without a text gets that of its span; without it the declared offsets must do, and an end that is missing is
        the start plus the length of the text.
    source_id : str, optional
        By default the one that the records name.
    pages : sequence of str, optional
        The texts of the pages, instead of `content`, which is then the pages with `joiner` between them; declared
        offsets count from the start of a record's page.
    joiner : str, default a line feed
        What stands between two pages.
    first_page : int, default 1
        The number that the records give the first page: 0 for some loaders.
    unit : OffsetUnit or str, default "code_points"
        What declared offsets count; another unit than code points can only be converted with the text.
    metadata : mapping, optional
        Metadata of the document.

    Warns
    -----
    UserWarning
        If declared offsets were wrong and have been corrected: how many, by how much, and in what unit they count, if
        that is it. If chunks keep a text that is not in the whole one, at their declared span: how many, and of how
        many that span has other words.

    Raises
    ------
    IndexingError
        If a record cannot be read or placed, or the source is not clear; ``faults`` names all such records.

    Examples
    --------
    >>> nodes = [{"text": "Rule one."}, {"text": "Rule two."}]
    >>> document = document_from_records(nodes, "Rule one. Rule two.", "rules.txt")
    >>> [(chunk.start_offset, chunk.end_offset) for chunk in document.chunks]
    [(0, 9), (10, 19)]
    """
    rows = _read(records)
    source = source_id or _only_source(rows)
    places = PagePlaces(content, pages, joiner, first_page, OffsetUnit(unit))
    made = _made(source, rows, places, metadata)
    _warn({source: made})
    return made.document


def documents_from_records(
    records: Iterable[Any],
    contents: Mapping[str, str] | None = None,
    *,
    unit: OffsetUnit | str = OffsetUnit.CODE_POINTS,
) -> list[Document]:
    """Make the documents of chunks from several sources, one for each source that the records name.

    Parameters
    ----------
    records : iterable or DataFrame
        The chunks, or a frame with one row a chunk; those of one source need not stand together.
    contents : mapping of str to str, optional
        Whole texts by source_id, as far as they are known. With its text every offset of a source is checked, and found
        anew where it is missing or wrong, and records without a text get that of their span; without it the declared
        offsets must do.
    unit : OffsetUnit or str, default "code_points"
        What declared offsets count.

    Warns
    -----
    UserWarning
        If declared offsets were wrong and have been corrected: in which sources, how many, by how much, and in what
        unit they count, if that is it. If chunks keep a text that is not in the whole one, at their declared span: of
        which sources, how many, and of how many that span has other words. If some sources have no text and some of
        `contents` belongs to no source.

    Raises
    ------
    IndexingError
        If a record cannot be read or placed, or names no source; ``faults`` names all such records.
    TypeError
        If `contents` is no mapping of texts.

    Notes
    -----
    A record is a text, a mapping, or any object, such as documents of LangChain or Haystack, nodes of LlamaIndex, or
    chunks of chonkie. It has its fields by these names, all but text and vector also in its ``metadata`` or ``meta``:

    ==========  ========================================================================================
    text        ``text``, ``content``, ``page_content``, ``chunk_text``
    start       ``start``, ``start_offset``, ``start_index``, ``start_char_idx``, ``split_idx_start``, ``start_char``
    end         ``end``, ``end_offset``, ``end_index``, ``end_char_idx``, ``split_idx_end``, ``end_char``
    id          ``id``, ``chunk_id``, ``node_id``, ``id_``
    source_id   ``source_id``, ``source``, ``ref_doc_id``, ``document_id``, ``doc_id``, ``file_path``, ``file_name``,
                ``filename``
    page        ``page``, ``page_number``, ``page_label``
    embedding   ``embedding``, ``vector``
    chunk_type  ``chunk_type``
    ==========  ========================================================================================

    What else a mapping or the metadata hold becomes metadata of the chunk. A text is needed, or a start and an end.

    Starts that are all wrong by the same amount, or right in another unit, need no search. Else of the places where a
    text stands the one nearest to its declared start is taken, in the order of the records. A text that stands nowhere,
    such as one with a heading before it, or without its markup, is kept as it is at the span that its record declares;
    without a start and an end within the whole text the record is refused.

    Examples
    --------
    >>> rows = [{"text": "ab", "start": 0, "source": source} for source in ("a.txt", "b.txt")]
    >>> [document.source_id for document in documents_from_records(rows, {"a.txt": "abc"})]
    ['a.txt', 'b.txt']
    """
    known = _texts(contents)
    groups = _by_source(_read(records))
    _tell_unused(known, groups)
    made = {source: _made(source, rows, _places(known.get(source), unit)) for source, rows in groups.items()}
    _warn(made)
    return [one.document for one in made.values()]


def _texts(contents: Any) -> Mapping[str, str]:
    if not isinstance(contents, Mapping | None):
        raise TypeError(f"contents is {type(contents).__name__}, but must map each source_id to its whole text.")
    for source, text in (contents or {}).items():
        if not isinstance(text, str):
            raise TypeError(f"contents[{source!r}] is {type(text).__name__}, but must be the whole text, a string.")
    return contents or {}


def _by_source(rows: Sequence[Record]) -> dict[str, list[Record]]:
    faults = [f"{called(position, row)}: no source" for position, row in enumerate(rows) if not row.source_id]
    if faults:
        advice = "name it as source_id, or use document_from_records, which takes one source_id for all"
        raise IndexingError(f"These records name no source: {advice}.", faults)
    groups: dict[str, list[Record]] = {}
    for row in rows:
        groups.setdefault(str(row.source_id), []).append(row)
    return groups


def _tell_unused(known: Mapping[str, str], groups: Mapping[str, Any]) -> None:
    """Warn of texts under a name that no record has, if a source is without a text: one of the two may be misspelt."""
    unused, without = known.keys() - groups.keys(), groups.keys() - known.keys()
    if unused and without:
        warnings.warn(
            f"contents has {_some(unused)}, which no record names as its source; the records of {_some(without)} are "
            "without a text, so that their offsets are taken as declared.",
            stacklevel=3,
        )


def _some(names: Collection[str]) -> str:
    return enumerated([repr(name) for name in sorted(names)])


def _places(content: str | None, unit: OffsetUnit | str) -> PagePlaces:
    return PagePlaces(content, None, "", 0, OffsetUnit(unit))


def _read(records: Any) -> list[Record]:
    return records_from_frame(records) if hasattr(records, "itertuples") else read_records(records)


def _only_source(rows: Sequence[Record]) -> str:
    named = sorted({row.source_id or "" for row in rows})
    if len(named) != 1 or not named[0]:
        listed = _some([name for name in named if name]) or "none"
        raise IndexingError(f"One source is needed, but the records name {listed}: pass source_id.")
    return named[0]


class _Made(NamedTuple):
    """A document, what was wrong with the declared offsets of its chunks, and whose texts are not in it."""

    document: Document
    wrong: str = ""
    differs: str = ""


def _made(source: str, rows: Sequence[Record], places: PagePlaces, metadata: Mapping[str, Any] | None = None) -> _Made:
    found, content = placed(source, rows, places), places.content
    chunks = tuple(_chunk(source, one, paged=places.paged) for one in found)
    document = Document(source_id=source, content=content, chunks=chunks, metadata=dict(metadata or {}))
    if content is None:
        return _Made(document)
    return _Made(document, what_was_wrong(content, found), what_differs(content, found))


def _warn(made: Mapping[str, _Made]) -> None:
    """Warn once of all offsets that were corrected, and once of all texts that are not in their document."""
    if wrong := {source: one.wrong for source, one in made.items() if one.wrong}:
        warnings.warn(corrections.notice(wrong), stacklevel=3)
    if differs := {source: one.differs for source, one in made.items() if one.differs}:
        warnings.warn(differing.notice(differs), stacklevel=3)


def _chunk(source: str, one: Placed, *, paged: bool) -> DocumentChunk:
    row, (start, end) = one.row, one.span
    chunk_type = ChunkType(row.chunk_type or ChunkType.CONTENT)
    locator = compute_char_locator(start, end, chunk_type)
    if paged and isinstance(row.page, int):
        locator = compute_page_locator(row.page, start, end, chunk_type)
    return DocumentChunk(
        source_id=source,
        locator=locator,
        start_offset=start,
        end_offset=end,
        content=one.text,
        id=row.id or "",
        chunk_type=chunk_type,
        metadata=dict(row.metadata),
        embedding=row.embedding,
    )
