"""Running all checks that an index can be held to, and cleaning up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any

from navwidget.models import Document
from navwidget.protocols import capabilities, implements
from navwidget.testing.corpus import PREFIX, make_documents
from navwidget.testing.examiner import Examiner
from navwidget.testing.navigation import (
    error_questions,
    grep_questions,
    navigate_questions,
    read_questions,
    string_questions,
)
from navwidget.testing.ranking import check_retrieving, check_vector_search, check_word_search
from navwidget.testing.reference import Reference
from navwidget.testing.report import Report
from navwidget.testing.signatures import METHODS, check_signatures
from navwidget.testing.writing import (
    changed_documents,
    check_deleting,
    check_patching,
    check_refusals,
    check_replacing,
    check_versions,
)

Check = Callable[[], Awaitable[None]]

_QUESTIONS = {"navigate": navigate_questions, "read": read_questions, "grep": grep_questions}
_LEFT_TO_THE_ENGINE = (
    "strict=False: the order of chunks that start at the same place, words and signs in grep beyond whole words, "
    "bad arguments, plain strings for enum members, offsets beyond a document's length, cosine scores, documents "
    "without chunks."
)


async def check_index(index: Any, *, strict: bool = True, dimension: int | None = None) -> Report:
    """Hold a store to the contract, and tell in sentences where it differs.

    Stores a few small documents, asks what can be asked of them, compares with a brute-force reference, and deletes
    them again. Their source ids begin with ``navwidget-check/``; other documents in the index are not touched.

    Parameters
    ----------
    index : object
        Any index. Only what it can do is checked; the report lists the rest. Wrap an index of the search toolkit with
        `navwidget.adapters.toolkit.wrap` first.
    strict : bool, default True
        False leaves out what the search toolkit leaves to the engine, for example what counts as a word in grep.
    dimension : int, optional
        Length of the vectors to store; by default that of the index's ``embedder`` or ``embedding_model``, else 8.

    Returns
    -------
    Report
        Prints as sentences; ``report.ok`` and ``report.raise_for_findings()`` serve tests.

    Raises
    ------
    TypeError
        It is no index at all, for example the class instead of an object of it.

    Examples
    --------
    >>> import asyncio
    >>> class Nothing:
    ...     async def get_chunk(self, chunk_id):
    ...         return None
    >>> print(asyncio.run(check_index(Nothing())).findings[0].rule)
    get_chunk takes the argument context.
    """
    if not any(implements(index, name) for name in METHODS):
        raise TypeError(f"{index!r} has none of the methods of an index: pass an object of your class, ready for use.")
    vectors = (dimension or _dimension(index)) if capabilities(index).vector else None
    examiner = Examiner(index, Reference(make_documents(vectors)), strict=strict)
    skipped = [] if strict else [_LEFT_TO_THE_ENGINE]
    checked = ["signatures"]
    check_signatures(examiner)
    if not (implements(index, "index_document") and implements(index, "delete_document")):
        skipped.append("behaviour: without index_document and delete_document there is nothing to ask about.")
    else:
        checked += await _check_behaviour(examiner, vectors, skipped)
    findings = tuple(examiner.findings.values())
    return Report(type(index).__name__, examiner.questions, findings, tuple(checked), tuple(skipped))


async def _check_behaviour(examiner: Examiner, dimension: int | None, skipped: list[str]) -> list[str]:
    checked = []
    versions = changed_documents(dimension)
    try:
        stored = [await examiner.succeed("index_document", each) for each in examiner.reference.documents]
        if any(answer.error for answer in stored):
            skipped.append("behaviour: the documents to ask about could not be stored.")
            return []
        for name, missing, check in _checks(examiner, dimension, versions):
            if missing:
                skipped.append(f"{name}: {type(examiner.index).__name__} {missing}.")
            else:
                await check()
                checked.append(name)
    finally:
        skipped += await _clean_up(examiner, versions[1])
    return checked


def _checks(
    examiner: Examiner, dimension: int | None, versions: tuple[Document, Document]
) -> Iterator[tuple[str, str, Check]]:
    """List the checks: name, what the index lacks for it, and how to run it."""
    index = examiner.index

    def lacks(*methods: str) -> str:
        missing = [method for method in methods if not implements(index, method)]
        return f"has no {' and no '.join(missing)}" if missing else ""

    yield "get_chunk", lacks("get_chunk"), lambda: _check_get_chunk(examiner)
    for method in _QUESTIONS:
        yield method, lacks(method), partial(_check_method, examiner, method)
    words = lacks("search") or ("" if examiner.searches_words else "is no KeywordStoreIndex")
    yield "search by words", words, lambda: check_word_search(examiner)
    vectors = lacks("search") or (
        "" if examiner.searches_vectors else "is no VectorStoreIndex and has no embedding_model"
    )
    yield "search by vector", vectors, lambda: check_vector_search(examiner, dimension or 0)
    yield "retrieve", lacks("retrieve"), lambda: check_retrieving(examiner, dimension)
    yield "versions", lacks("indexed_version"), lambda: check_versions(examiner)
    yield "refusals", "", lambda: check_refusals(examiner)
    yield "replacing", "", lambda: check_replacing(examiner, *versions)
    patching = lacks("patch_chunk", "patch_document")
    yield "patching", patching, lambda: check_patching(examiner, versions[1])
    yield "deleting", "", lambda: check_deleting(examiner, versions[1])


async def _check_get_chunk(examiner: Examiner) -> None:
    for chunk_id in examiner.reference.chunks:
        answer = await examiner.succeed("get_chunk", chunk_id)
        if answer.error is None and getattr(getattr(answer.value, "chunk", None), "id", None) != chunk_id:
            rule = "get_chunk gives the chunk with the id, of any type."
            examiner.note(rule, answer.asked, "that chunk", str(answer))
        elif answer.error is None:
            examiner.compare_result(answer, answer.value)
    answer = await examiner.succeed("get_chunk", PREFIX + "no-chunk")
    if answer.error is None and answer.value is not None:
        examiner.note("get_chunk gives None for an unknown id.", answer.asked, "None", str(answer))


async def _check_method(examiner: Examiner, method: str) -> None:
    await examiner.ask(_QUESTIONS[method](examiner.reference))
    await examiner.ask(string_questions(examiner.reference, method))
    await examiner.ask(error_questions(method))


async def _clean_up(examiner: Examiner, changed: Document) -> list[str]:
    """Delete what was stored; say what could not be."""
    left = []
    for document in (*examiner.reference.documents, changed):
        answer = await examiner.call("delete_document", document.id)
        if answer.error is not None and not isinstance(answer.error, LookupError):
            left.append(f"cleaning up: {document.source_id!r} is still in the index: {answer}.")
    return left


def _dimension(index: Any) -> int:
    embedder, model = getattr(index, "embedder", None), getattr(index, "embedding_model", None)
    for source, name in ((embedder, "dimension"), (model, "dimensions"), (model, "dimension")):
        found = getattr(source, name, None)
        if isinstance(found, int):
            return found
    return 8
