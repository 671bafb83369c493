"""What to look for and how to rank it, said without any engine: retrievers and filters."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    FiniteFloat,
    StrictBool,
    StrictInt,
    StrictStr,
    model_validator,
)

from navwidget.models.base import Embedding, Whole, plain
from navwidget.wording import counted

MAX_TOP_K = 100
"""Most results that a retriever may be asked for."""


class _Node(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


_Number = StrictInt | Annotated[float, Field(strict=True, allow_inf_nan=False)]
Scalar = Annotated[StrictBool | _Number | StrictStr | datetime, BeforeValidator(plain)]
"""A value that a filter compares with; a datetime is compared with ISO 8601 text."""
Bound = Annotated[_Number | datetime, BeforeValidator(plain)]
"""A value that has an order."""


class Equal(_Node):
    """The field has this value."""

    type: Literal["equal"] = "equal"
    field: str
    value: Scalar


class In(_Node):
    """The field has one of these values."""

    type: Literal["in"] = "in"
    field: str
    values: Annotated[tuple[Scalar, ...], BeforeValidator(plain)]


class Range(_Node):
    """The field lies between bounds, at least one of which is given; all bounds are numbers, or all are times."""

    type: Literal["range"] = "range"
    field: str
    gt: Bound | None = None
    gte: Bound | None = None
    lt: Bound | None = None
    lte: Bound | None = None

    @property
    def bounds(self) -> dict[str, Bound]:
        """The bounds that were given, by operator."""
        given = {name: getattr(self, name) for name in ("gt", "gte", "lt", "lte")}
        return {name: bound for name, bound in given.items() if bound is not None}

    @model_validator(mode="after")
    def _bounds_agree(self) -> Self:
        if not self.bounds:
            raise ValueError(f"Range on {self.field!r} has no bound: give gt, gte, lt or lte")
        if len({isinstance(bound, datetime) for bound in self.bounds.values()}) > 1:
            raise ValueError(f"Range on {self.field!r} mixes numbers and times: use bounds of one kind")
        return self


class And(_Node):
    """Every one of the filters holds."""

    type: Literal["and"] = "and"
    matches: tuple[Filter, ...]


class Or(_Node):
    """At least one of the filters holds."""

    type: Literal["or"] = "or"
    matches: tuple[Filter, ...]


class Not(_Node):
    """The filter does not hold."""

    type: Literal["not"] = "not"
    match: Filter


Filter = Annotated[And | Or | Not | Equal | In | Range, Field(discriminator="type")]
"""A condition on a field of a result's chunk (``source_id``, ``start_offset``, ...) or a key of its metadata."""


class _Retriever(_Node):
    top_k: Whole = Field(default=20, gt=0, le=MAX_TOP_K)
    filter: Filter | None = None


class KeywordRetriever(_Retriever):
    """Rank chunks by the words that they share with the query.

    Parameters
    ----------
    query : str
        The words.
    top_k : int, optional
        How many results, 1 to 100.
    filter : Filter, optional
        Only chunks for which it holds.
    field : str, optional
        The field to match; by default the chunk's content.
    """

    type: Literal["keyword"] = "keyword"
    query: str
    field: str | None = None


class NearestNeighbourRetriever(_Retriever):
    """Rank chunks by how near their vectors are to the query's.

    Parameters
    ----------
    query : str, optional
        A text, embedded by the index's own embedder.
    query_embedding : sequence of float, optional
        The vector itself; one of the two must be given, and the vector wins.
    top_k, filter, field
        As for `KeywordRetriever`.
    """

    type: Literal["nearest_neighbour"] = "nearest_neighbour"
    query: str | None = None
    query_embedding: Embedding | None = Field(default=None, min_length=1)
    field: str | None = None

    @model_validator(mode="after")
    def _has_a_query(self) -> Self:
        if self.query is None and self.query_embedding is None:
            raise ValueError("NearestNeighbourRetriever has nothing to look for: give query or query_embedding")
        return self


LeafRetriever = Annotated[KeywordRetriever | NearestNeighbourRetriever, Field(discriminator="type")]
"""A retriever that ranks by itself."""


class RRFRetriever(_Retriever):
    """Fuse the rankings of several retrievers: ``sum of weight / (rank_constant + rank)``.

    Reciprocal rank fusion, Cormack, Clarke and Buettcher, SIGIR 2009, https://doi.org/10.1145/1571941.1572114

    Parameters
    ----------
    retrievers : sequence of KeywordRetriever or NearestNeighbourRetriever
        The children; the ``top_k`` of each is at least the fusion's own.
    weights : sequence of float, optional
        One positive weight a child; by default all are 1.
    rank_constant : int, optional
        How flat the top is.
    top_k, filter
        As for `KeywordRetriever`; the filter holds for every child.
    """

    type: Literal["rrf"] = "rrf"
    retrievers: tuple[LeafRetriever, ...] = Field(min_length=1)
    weights: tuple[Annotated[FiniteFloat, Field(gt=0)], ...] | None = None
    rank_constant: Whole = Field(default=60, gt=0)

    @model_validator(mode="after")
    def _children_fit(self) -> Self:
        if self.weights is not None and len(self.weights) != len(self.retrievers):
            raise ValueError(
                f"{counted(len(self.weights), 'weight')} for {counted(len(self.retrievers), 'retriever')}: give one a "
                "retriever"
            )
        short = [
            f"retrievers[{i}] ({child.top_k})" for i, child in enumerate(self.retrievers) if child.top_k < self.top_k
        ]
        if short:
            raise ValueError(f"top_k of {', '.join(short)} is below the fusion's top_k {self.top_k}: raise it")
        return self


Retriever = Annotated[KeywordRetriever | NearestNeighbourRetriever | RRFRetriever, Field(discriminator="type")]
"""Any retriever."""

for _model in (And, Or, Not, KeywordRetriever, NearestNeighbourRetriever, RRFRetriever):
    _model.model_rebuild()


def without(retriever: Any, excluded_ids: frozenset[str] | set[str]) -> Any:
    """Give the same retriever, leaving out some chunks before ``top_k`` is spent.

    Parameters
    ----------
    retriever : Retriever
        Any retriever.
    excluded_ids : set of str
        Chunk ids.

    Examples
    --------
    >>> without(KeywordRetriever(query="notice"), {"c1"}).filter.match.values
    ('c1',)
    """
    if not excluded_ids:
        return retriever
    unread = Not(match=In(field="id", values=tuple(sorted(excluded_ids))))
    both = unread if retriever.filter is None else And(matches=(retriever.filter, unread))
    return retriever.model_copy(update={"filter": both})
