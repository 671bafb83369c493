"""What the models share: frozen fields, metadata that cannot be changed, derived ids."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from functools import cache
from math import isfinite
from typing import Annotated, Any, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    StrictInt,
    model_validator,
)

from navwidget.frozen import FrozenDict, FrozenSet, freeze
from navwidget.models.names import compute_id


def plain(value: Any) -> Any:
    """Turn numpy scalars and arrays into Python's own, all the way down."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value.tolist() if hasattr(value, "tolist") else value


def _finite(value: Any, place: str = "metadata") -> Any:
    """Refuse NaN and infinity: JSON has no word for them, so they would come back as something else."""
    if isinstance(value, float) and not isfinite(value):
        raise ValueError(f"{place} is {value}, which JSON cannot say: leave it out, or write it as text")
    if isinstance(value, list | dict):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            _finite(item, f"{place}[{key!r}]")
    return value


Metadata = Annotated[dict[str, JsonValue], BeforeValidator(plain), AfterValidator(freeze)]
"""JSON values by key; numpy values are taken as Python's own, and nothing can be changed afterwards."""

NewMetadata = Annotated[Metadata, AfterValidator(_finite)]
"""Metadata on their way into an index: all numbers are finite."""

Whole = Annotated[StrictInt, BeforeValidator(plain)]
"""A whole number, numpy's too; neither a bool nor a float."""

Embedding = Annotated[tuple[float, ...], BeforeValidator(plain)]
"""A vector of floats; lists, tuples and one-dimensional numpy arrays are accepted."""


class FrozenModel(BaseModel):
    """A model that cannot be changed and knows its fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Model = TypeVar("Model", bound=FrozenModel)


def trusted(kind: type[Model], values: dict[str, Any]) -> Model:
    """Build a model of what its validation would leave as it is, at a fraction of the cost.

    The model cannot be told from one that was validated, except that it refuses changes to its ``model_fields_set``.

    Parameters
    ----------
    kind : type
        What is built; a model without private attributes.
    values : dict
        All of its fields in their order, which become the model's own. Metadata are frozen, all the way down.
    """
    model = object.__new__(kind)
    _set(model, "__dict__", values)
    _set(model, "__pydantic_fields_set__", _fields(kind))
    _set(model, "__pydantic_extra__", None)
    _set(model, "__pydantic_private__", None)
    return model


_set = object.__setattr__  # past the model's own, which refuses


@cache
def _fields(kind: type[FrozenModel]) -> FrozenSet:
    """Names of all fields: one set for all models of a kind, since a set of its own would be their greater part."""
    return FrozenSet(kind.model_fields)


class DescribedModel(FrozenModel):
    """A model with metadata, none of whose keys may be taken for one of its fields."""

    metadata: NewMetadata = Field(default_factory=FrozenDict)

    @model_validator(mode="after")
    def _keys_are_no_fields(self) -> Self:
        refuse_field_names(self.metadata, type(self))
        return self


def refuse_field_names(metadata: dict[str, Any], model: type[BaseModel]) -> None:
    """Raise where a metadata key could be taken for a field of the model."""
    clash = sorted(model.model_fields.keys() & metadata.keys())
    if clash:
        raise ValueError(f"metadata keys {clash} are fields of {model.__name__}: rename them")


def with_id(data: Any, locator_field: str | None = None) -> Any:
    """Derive an empty id from the raw input; input that lacks its parts is left to the field errors."""
    if not isinstance(data, dict) or data.get("id"):
        return data
    names = [data.get(field) for field in ("source_id", locator_field) if field]
    given = [name for name in names if isinstance(name, str)]
    return {**data, "id": compute_id(*given)} if len(given) == len(names) else data


def span_list(made: Iterable[Any], maker: str) -> list[tuple[int, int]]:
    """Take spans from a callable of the user's, whose likeliest slip is to give pieces of text."""
    spans = []
    for item in made:
        try:
            start, end = item
            spans.append((operator.index(start), operator.index(end)))
        except (TypeError, ValueError):
            raise TypeError(f"{maker} gave {item!r}, but must give (start, end) in code points of the text.") from None
    return spans
