"""Whether methods can be called as the protocols say."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from inspect import Parameter
from typing import Any

from navwidget.protocols import (
    NavigableIndex,
    PatchableIndex,
    RetrievableIndex,
    StoreIndex,
    VersionedIndex,
    implements,
)
from navwidget.testing.examiner import Examiner

METHODS: dict[str, type] = {
    name: protocol
    for protocol in (StoreIndex, NavigableIndex, PatchableIndex, RetrievableIndex, VersionedIndex)
    for name, value in vars(protocol).items()
    if inspect.iscoroutinefunction(value)
}
_NAMED = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)


def check_signatures(examiner: Examiner) -> None:
    """Compare every method that the index has with the one of its protocol."""
    for name, protocol in METHODS.items():
        if implements(examiner.index, name):
            wanted = _parameters(getattr(protocol, name))
            wanted.pop("self")
            method = getattr(examiner.index, name)
            for rule, expected, got in _differences(name, wanted, _parameters(method), strict=examiner.strict):
                examiner.note(rule, f"{name}{inspect.signature(method)}", expected, got)


def _parameters(method: Callable[..., Any]) -> dict[str, Parameter]:
    return dict(inspect.signature(method).parameters)


def _differences(
    name: str, wanted: dict[str, Parameter], given: dict[str, Parameter], *, strict: bool
) -> Iterator[tuple[str, str, str]]:
    takes_any = any(parameter.kind is Parameter.VAR_KEYWORD for parameter in given.values())
    for key, parameter in wanted.items():
        own = given.get(key)
        if own is None and not (takes_any and parameter.kind is Parameter.KEYWORD_ONLY):
            yield f"{name} takes the argument {key}.", str(parameter), f"only {', '.join(given) or 'none'}"
        elif own is not None:
            yield from _difference(name, parameter, own, strict=strict)
    yield from _order(name, list(wanted.values()), list(given.values()))
    for key in given.keys() - wanted.keys():
        if given[key].kind in _NAMED and given[key].default is Parameter.empty:
            yield (
                f"{name} needs no argument beside the protocol's.",
                f"no argument {key}, or a default",
                str(given[key]),
            )


def _difference(name: str, wanted: Parameter, own: Parameter, *, strict: bool) -> Iterator[tuple[str, str, str]]:
    if own.kind not in _NAMED:
        yield f"{name} takes {wanted.name} by name.", "a parameter that can be named", str(own)
    elif strict and wanted.kind is Parameter.KEYWORD_ONLY and own.kind is not wanted.kind:
        yield f"{name} takes {wanted.name} by keyword only.", f"*, {wanted.name}", str(own)
    if wanted.default is not Parameter.empty and own.default is Parameter.empty:
        yield f"{name} has a default for {wanted.name}.", str(wanted), str(own)
    elif wanted.name != "context" and own.default != wanted.default:
        yield f"{name} has the protocol's default for {wanted.name}.", str(wanted), str(own)


def _order(name: str, wanted: list[Parameter], given: list[Parameter]) -> Iterator[tuple[str, str, str]]:
    def positional(parameters: list[Parameter]) -> list[str]:
        return [p.name for p in parameters if p.kind is Parameter.POSITIONAL_OR_KEYWORD]

    names = positional(wanted)
    if set(names) <= {parameter.name for parameter in given} and positional(given)[: len(names)] != names:
        rule = f"{name} takes its positional arguments in the protocol's order."
        yield rule, ", ".join(names), ", ".join(positional(given))
