"""Asking an index one question after another, and writing down where the answers are wrong."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import BaseModel

from navwidget.models import DocumentChunk
from navwidget.protocols import VectorStoreIndex, capabilities, implements
from navwidget.testing.reference import Reference
from navwidget.testing.report import Finding

_LISTED = 3

Expected = Sequence[str] | type[Exception]
"""Chunk ids in order, or the error."""


@dataclass(frozen=True, slots=True)
class Question:
    """A call with its right answer.

    Parameters
    ----------
    rule : str
        What an index breaks that answers wrongly, as a sentence.
    method : str
        The method to call.
    arguments, options : tuple, dict
        Its positional arguments, and its keyword arguments.
    expected : sequence of str or type of Exception
        Chunk ids in order, or the error.
    engine_defined : bool
        Whether the search toolkit leaves the answer to the engine.
    """

    rule: str
    method: str
    arguments: tuple[Any, ...]
    expected: Expected
    options: dict[str, Any] = field(default_factory=dict)
    engine_defined: bool = False

    def __str__(self) -> str:
        return call_text(self.method, self.arguments, self.options)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a call: a value, or an error."""

    asked: str
    value: Any = None
    error: Exception | None = None

    def __str__(self) -> str:
        return _short(repr(self.value)) if self.error is None else _raised(self.error)


class Examiner:
    """Asks an index, compares, and keeps one finding for each broken rule.

    Parameters
    ----------
    index : object
        The index.
    reference : Reference
        Knows what was stored, and the right answers.
    strict : bool
        Whether what the search toolkit leaves to the engine is asked too.
    """

    def __init__(self, index: Any, reference: Reference, *, strict: bool) -> None:
        self.index = index
        self.reference = reference
        self.strict = strict
        self.questions = 0
        self.findings: dict[str, Finding] = {}

    @property
    def searches_words(self) -> bool:
        """Whether the index's ``search`` takes words."""
        return capabilities(self.index).keyword and implements(self.index, "search")

    @property
    def searches_vectors(self) -> bool:
        """Whether the index's ``search`` takes vectors."""
        claims = VectorStoreIndex in type(self.index).__mro__ or hasattr(self.index, "embedding_model")
        return claims and implements(self.index, "search")

    def note(self, rule: str, asked: str, expected: str, got: str) -> None:
        """Write down that a rule is broken; of many times the first is kept."""
        known = self.findings.get(rule)
        new = Finding(rule, asked, expected, got) if known is None else replace(known, times=known.times + 1)
        self.findings[rule] = new

    async def call(self, method: str, *arguments: Any, **options: Any) -> Answer:
        """Call a method, and catch what it raises."""
        self.questions += 1
        asked = call_text(method, arguments, options)
        try:
            value = getattr(self.index, method)(*arguments, **options)
            if inspect.isawaitable(value):
                value = await value
            else:
                self.note(f"{method} can be awaited.", asked, "a coroutine (async def)", _short(repr(value)))
        except Exception as error:
            return Answer(asked, error=error)
        return Answer(asked, value)

    async def succeed(self, method: str, *arguments: Any, **options: Any) -> Answer:
        """Call a method that must not raise."""
        answer = await self.call(method, *arguments, **options)
        if answer.error is not None:
            self.note(f"{method} answers without an error.", answer.asked, "no error", str(answer))
        return answer

    async def ask(self, questions: Iterable[Question]) -> None:
        """Ask questions about navigation, and compare the answers."""
        for question in questions:
            if self.strict or not question.engine_defined:
                answer = await self.call(question.method, *question.arguments, **question.options)
                self._compare(question, answer)

    def compare_ids(self, rule: str, answer: Answer, expected: Sequence[str]) -> bool:
        """Compare the ids of results with the right ones; the order counts."""
        ids = self.result_ids(answer)
        if ids is None or ids == list(expected):
            return ids is not None
        self.note(rule, answer.asked, self.describe(expected), self.describe(ids))
        return False

    def result_ids(self, answer: Answer) -> list[str] | None:
        """Give the ids of results, or None where the answer is no list of results, which is noted."""
        method = answer.asked.partition("(")[0]
        if answer.error is not None:
            self.note(f"{method} answers without an error.", answer.asked, "a list of results", str(answer))
            return None
        if isinstance(answer.value, list) and all(map(is_result, answer.value)):
            return [item.chunk.id for item in answer.value]
        self.note(f"{method} gives a list of SearchResult.", answer.asked, "a list of SearchResult", str(answer))
        return None

    def raises(self, rule: str, answer: Answer, expected: type[Exception]) -> None:
        """Look whether the right error came."""
        if not isinstance(answer.error, expected):
            self.note(rule, answer.asked, expected.__name__, str(answer))

    def describe(self, ids: Sequence[str]) -> str:
        """Name chunks by their locators, which can be read."""
        chunks = self.reference.chunks
        return _short(f"[{', '.join(chunks[i].locator if i in chunks else repr(i) for i in ids)}]")

    def compare_result(self, answer: Answer, result: Any) -> None:
        """Look whether a result carries what was stored, with score 0.0."""
        method = answer.asked.partition("(")[0]
        score = getattr(result, "score", None), getattr(result, "distance", None)
        if score != (0.0, None):
            self.note(
                "What navigation returns has score 0.0 and no distance: it is not ranked.",
                answer.asked,
                "score 0.0, distance None",
                f"score {score[0]}, distance {score[1]}",
            )
        stored = self.reference.chunks.get(result.chunk.id)
        for name, wanted in ({} if stored is None else self._stored(stored)).items():
            if getattr(result.chunk, name, None) != wanted:
                got = _short(repr(getattr(result.chunk, name, None)))
                self.note(f"{method} gives back {name} as it was stored.", answer.asked, repr(wanted), got)

    def _stored(self, chunk: DocumentChunk) -> dict[str, Any]:
        document = self.reference.parents[chunk.id]
        inherited = {f"document_{key}": value for key, value in document.metadata.items()}
        names = ("source_id", "locator", "start_offset", "end_offset", "content", "chunk_type", "parent_ref")
        return {name: getattr(chunk, name) for name in names} | {"metadata": inherited | dict(chunk.metadata)}

    def _compare(self, question: Question, answer: Answer) -> None:
        if isinstance(question.expected, type):
            self.raises(question.rule, answer, question.expected)
            return
        ids = self.result_ids(answer)
        if ids is None:
            return
        for result in answer.value:
            self.compare_result(answer, result)
        if self._agree(ids, question.expected):
            return
        rule = self._broken_rule(question, ids, question.expected)
        self.note(rule, answer.asked, self.describe(question.expected), self.describe(ids))

    def _agree(self, ids: Sequence[str], expected: Sequence[str]) -> bool:
        return list(ids) == list(expected) or (not self.strict and self._same_places(ids, expected))

    def _same_places(self, ids: Sequence[str], expected: Sequence[str]) -> bool:
        return [self._start(chunk_id) for chunk_id in ids] == [self._start(chunk_id) for chunk_id in expected]

    def _start(self, chunk_id: str) -> int | str:
        chunk = self.reference.chunks.get(chunk_id)
        return chunk_id if chunk is None else chunk.start_offset

    def _broken_rule(self, question: Question, ids: Sequence[str], expected: Sequence[str]) -> str:
        """Say what a wrong list of chunks shows best."""
        if len(ids) > question.options.get("top_k", len(ids)):
            return f"{question.method} gives at most top_k results."
        if self._same_places(ids, expected):
            return "Chunks that start at the same place stand in the order of end_offset, then id."
        if sorted(ids) == sorted(expected):
            return "Results stand in reading order: ascending start_offset, then end_offset, then id."
        return question.rule


def is_result(value: Any) -> bool:
    """Tell whether something has what every result has; a bare chunk has no score."""
    chunk = getattr(value, "chunk", None)
    scored = isinstance(getattr(value, "score", None), int | float)
    return scored and hasattr(chunk, "id") and hasattr(chunk, "source_id")


def call_text(method: str, arguments: Iterable[Any], options: dict[str, Any]) -> str:
    """Write a call as code."""
    words = [_argument(argument) for argument in arguments]
    return f"{method}({', '.join(words + [f'{key}={_argument(value)}' for key, value in options.items()])})"


def _argument(value: Any) -> str:
    if isinstance(value, int) and abs(value) > 2**70:
        return f"{'-' if value < 0 else ''}2**{value.bit_length() - 1}"
    if hasattr(value, "chunks"):
        return f"<document {value.source_id!r}>"
    if isinstance(value, BaseModel):
        given = [name for name in type(value).model_fields if name in value.model_fields_set]
        return call_text(type(value).__name__, (), {name: getattr(value, name) for name in given})
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(map(repr, value)))}}}"
    if isinstance(value, tuple) and len(value) > _LISTED:
        return f"<{len(value)} values>"
    return _short(repr(str(value)) if isinstance(value, str) else repr(value))


def _raised(error: Exception) -> str:
    return _short(f"{type(error).__name__}: {error}")


def _short(text: str, limit: int = 300) -> str:
    return text if len(text) <= limit else f"{text[:limit]}..."
