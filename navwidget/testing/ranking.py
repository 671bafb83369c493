"""Checks of ranked answers: not which formula ranks, but what holds for every one."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from navwidget.models import KeywordSearchQuery, VectorSearchQuery
from navwidget.retrievers import Equal, In, KeywordRetriever, NearestNeighbourRetriever, Not, RRFRetriever
from navwidget.testing.corpus import LITERAL, OVERLAP, vector
from navwidget.testing.examiner import Answer, Examiner
from navwidget.text import tokens
from navwidget.wording import counted

_WORD = "zanqor"
_RANK_CONSTANT = 60


async def check_word_search(examiner: Examiner) -> None:
    """Search for a word that occurs in no document but the check's own."""

    def search(**options: Any) -> Awaitable[Answer]:
        return examiner.call("search", KeywordSearchQuery(query=_WORD, **options))

    _expect_holders(examiner, await search(top_k=50))
    await _check_options(examiner, "search by words", search)
    nothing = await examiner.call("search", KeywordSearchQuery(query="no-such-word-qwrtz"))
    found = [i for i in examiner.result_ids(nothing) or () if i in examiner.reference.chunks]
    if found:
        rule = "search by words gives only chunks that share a word with the query."
        examiner.note(rule, nothing.asked, "[]", examiner.describe(found))


async def check_vector_search(examiner: Examiner, dimension: int) -> None:
    """Search with the vector of a stored chunk."""
    chunk_id = examiner.reference.documents[0].chunks[0].id
    embedding = vector(chunk_id, dimension)

    def search(**options: Any) -> Awaitable[Answer]:
        return examiner.call("search", VectorSearchQuery(embedding=embedding, **options))

    answer = await search(top_k=1)
    examiner.compare_ids("search by vector puts the chunk with that very vector first.", answer, [chunk_id])
    _expect_distances(examiner, answer)
    await _check_options(examiner, "search by vector", search)


async def check_retrieving(examiner: Examiner, dimension: int | None) -> None:
    """Retrieve by words, by vector and by a fusion of both, with filters."""
    words = KeywordRetriever(query=_WORD, top_k=30)
    by_words = await examiner.call("retrieve", words)
    _expect_holders(examiner, by_words)
    only = await examiner.call("retrieve", words.model_copy(update={"filter": Equal(field="source_id", value=LITERAL)}))
    holders = _holders(examiner)
    wanted = [i for i in holders if examiner.reference.chunks[i].source_id == LITERAL]
    examiner.compare_ids("A filter leaves only chunks for which it holds.", only, wanted)
    without = Not(match=In(field="id", values=holders[:1]))
    others = await examiner.call("retrieve", words.model_copy(update={"filter": without}))
    _expect_absent(examiner, "A filter Not(In('id', ...)) leaves those chunks out.", others, holders[:1])
    if dimension is not None:
        await _check_fusion(examiner, words, by_words, dimension)


async def _check_fusion(examiner: Examiner, words: KeywordRetriever, by_words: Answer, dimension: int) -> None:
    chunk_id = examiner.reference.documents[0].chunks[0].id
    nearest = NearestNeighbourRetriever(query_embedding=vector(chunk_id, dimension), top_k=30)
    by_vector = await examiner.call("retrieve", nearest)
    if examiner.result_ids(by_vector) is None:
        return
    first = Answer(by_vector.asked, by_vector.value[:1])
    examiner.compare_ids("A NearestNeighbourRetriever puts the chunk with that very vector first.", first, [chunk_id])
    fused = await examiner.call("retrieve", RRFRetriever(retrievers=(words, nearest), weights=(2.0, 1.0), top_k=5))
    if None in (lists := [examiner.result_ids(answer) for answer in (by_words, by_vector, fused)]):
        return
    wanted = _fuse([ids or [] for ids in lists[:2]], (2.0, 1.0))
    for result in fused.value:
        score = wanted.get(result.chunk.id, 0.0)
        if not math.isclose(result.score, score, rel_tol=1e-5):
            rule = "RRF scores are the sum of weight / (rank_constant + rank), rank from 1."
            examiner.note(rule, fused.asked, f"score {score:.6f}", f"score {result.score:.6f}")
    if len(fused.value) != min(5, len(wanted)):
        rule = "A fusion gives top_k results where its children have as many."
        examiner.note(rule, fused.asked, str(min(5, len(wanted))), str(len(fused.value)))


async def _check_options(examiner: Examiner, what: str, search: Callable[..., Awaitable[Answer]]) -> None:
    """Look at what every query has: top_k, exclusions, and what is left out of results."""
    answer = await search(top_k=3)
    ids = examiner.result_ids(answer)
    if not ids:
        return
    if len(ids) > 3:
        examiner.note(f"{what} gives at most top_k results.", answer.asked, "3 results", counted(len(ids), "result"))
    if any(first.score < second.score for first, second in pairwise(answer.value)):
        scores = [result.score for result in answer.value]
        examiner.note(f"{what} gives the best first.", answer.asked, "falling scores", f"scores {scores}")
    await _check_exclusions(examiner, what, search, ids)
    for option, field, empty in (("include_content", "content", ""), ("include_metadata", "metadata", {})):
        answer = await search(top_k=3, **{option: False})
        for result in () if examiner.result_ids(answer) is None else answer.value:
            if getattr(result.chunk, field) != empty:
                rule = f"{what} with {option}=False leaves {field} empty."
                examiner.note(rule, answer.asked, repr(empty), repr(getattr(result.chunk, field)))


async def _check_exclusions(
    examiner: Examiner, what: str, search: Callable[..., Awaitable[Answer]], ids: Sequence[str]
) -> None:
    exclusions = {"exclude_ids": {ids[0]}, "exclude_source_ids": {OVERLAP}}
    for option, excluded in exclusions.items():
        answer = await search(top_k=1, **{option: excluded})
        if (found := examiner.result_ids(answer)) is None:
            continue
        if any(result.chunk.id in excluded or result.chunk.source_id in excluded for result in answer.value):
            got = examiner.describe(found)
            examiner.note(f"{what} leaves out what {option} names.", answer.asked, "other chunks", got)
        elif not found:
            rule = f"{what} leaves out what {option} names before top_k is spent."
            examiner.note(rule, answer.asked, "the next best chunk", "[]")


def _holders(examiner: Examiner) -> list[str]:
    return [i for i, chunk in examiner.reference.chunks.items() if _WORD in tokens(chunk.content)]


def _expect_holders(examiner: Examiner, answer: Answer) -> None:
    ids = examiner.result_ids(answer)
    wanted = _holders(examiner)
    if ids is not None and set(wanted) != {i for i in ids if i in examiner.reference.chunks}:
        rule = "Searching for a word finds every chunk that holds it, and no other."
        examiner.note(rule, answer.asked, examiner.describe(sorted(wanted)), examiner.describe(sorted(ids)))


def _expect_absent(examiner: Examiner, rule: str, answer: Answer, absent: Iterable[str]) -> None:
    found = [i for i in examiner.result_ids(answer) or () if i in absent]
    if found:
        examiner.note(rule, answer.asked, "other chunks", examiner.describe(found))


def _expect_distances(examiner: Examiner, answer: Answer) -> None:
    for result in answer.value if examiner.strict and examiner.result_ids(answer) else ():
        distance = getattr(result, "distance", None)
        if distance is None or not math.isclose(result.score, 1 - distance, abs_tol=1e-3):
            rule = "A vector hit has its cosine distance, and the score 1 - distance."
            examiner.note(rule, answer.asked, "score = 1 - distance", f"score {result.score}, distance {distance}")


def _fuse(rankings: Sequence[Sequence[str]], weights: Sequence[float]) -> dict[str, float]:
    scores: dict[str, float] = {}
    for ids, weight in zip(rankings, weights, strict=True):
        for rank, chunk_id in enumerate(ids, 1):
            scores[chunk_id] = scores.get(chunk_id, 0.0) + weight / (_RANK_CONSTANT + rank)
    return scores
