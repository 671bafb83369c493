"""What the models share: frozen fields, metadata that cannot be changed, derived ids."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, model_validator

from navwidget.frozen import FrozenDict, freeze
from navwidget.models.names import compute_id


def _plain(value: Any) -> Any:
    """Turn numpy scalars and arrays into Python's own, all the way down."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value.tolist() if hasattr(value, "tolist") else value


Metadata = Annotated[dict[str, JsonValue], BeforeValidator(_plain), AfterValidator(freeze)]
"""JSON values by key; numpy values are taken as Python's own, and nothing can be changed afterwards."""

Embedding = Annotated[tuple[float, ...], BeforeValidator(_plain)]
"""A vector of floats; lists, tuples and one-dimensional numpy arrays are accepted."""


class FrozenModel(BaseModel):
    """A model that cannot be changed and knows its fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class DescribedModel(FrozenModel):
    """A model with metadata, none of whose keys may be taken for one of its fields."""

    metadata: Metadata = Field(default_factory=FrozenDict)

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
