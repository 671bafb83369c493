"""Write ``js/src/protocol.ts`` from the pydantic messages, so that the page cannot disagree with Python.

Run it after every change of ``navwidget/widget/protocol``; with ``--check`` it only says whether that was done.
"""

from __future__ import annotations

import inspect
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from navwidget.models import ChunkType, GrepMode, NavigationDirection
from navwidget.widget import protocol

TARGET = Path(__file__).parents[1] / "js" / "src" / "protocol.ts"
ENUMS = {ChunkType: "CHUNK_TYPES", NavigationDirection: "DIRECTIONS", GrepMode: "GREP_MODES"}
ALIASES = {name: value for name, value in vars(protocol).items() if get_origin(value) in (Literal, tuple, Annotated)}
SCALARS = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}


def ts(annotation: Any, alias: bool = True) -> str:
    """Spell a Python annotation in TypeScript; known aliases by name unless their own definition is wanted."""
    if alias and (name := next((name for name, value in ALIASES.items() if value == annotation), None)):
        return name
    origin = get_origin(annotation)
    if origin is None:
        return SCALARS.get(annotation) or str(annotation.__name__)
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in get_args(annotation))
    return COMPOUNDS[origin](*map(ts, get_args(annotation)[: 1 if origin is Annotated else None]))


def union(*members: str) -> str:
    """Join the members of a union."""
    return " | ".join(members)


COMPOUNDS = {
    Union: union,
    types.UnionType: union,
    Annotated: union,
    tuple: lambda *items: f"readonly [{', '.join(items)}]",
    list: lambda item: f"readonly ({item})[]" if "|" in item else f"readonly {item}[]",
    dict: lambda key, value: f"{{ readonly [key in {key}]?: {value} }}",
}


def comment(text: str | None) -> str:
    """Put a docstring above what it describes."""
    return f"/** {' '.join(inspect.cleandoc(text or '').split())} */"


def interface(model: type[protocol.Message], is_request: bool) -> Iterator[str]:
    """Declare one message; what a request may leave to its default is optional, an answer is always whole."""
    yield comment(model.__doc__)
    yield f"export interface {model.__name__} {{"
    for name, field in model.model_fields.items():
        optional = "?" if is_request and name != "kind" and not field.is_required() else ""
        yield f"  readonly {name}{optional}: {ts(field.annotation)};"
    yield "}\n"


def messages(module: types.ModuleType) -> list[type[protocol.Message]]:
    """List the messages that a module declares, in its order."""
    mine = (value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__)
    return [value for value in mine if inspect.isclass(value) and not value.__name__.startswith("_")]


def emit() -> str:
    """Give the whole module."""
    lines = ["// Written by tools/protocol.py from navwidget/widget/protocol: change that, then run it.\n"]
    lines.append(f"export const PROTOCOL_VERSION = {protocol.PROTOCOL_VERSION};\n")
    for enum, constant in ENUMS.items():
        values = ", ".join(f'"{member.value}"' for member in enum)
        lines += [comment(enum.__doc__), f"export const {constant} = [{values}] as const;"]
        lines += [f"export type {enum.__name__} = (typeof {constant})[number];\n"]
    lines += [f"export type {name} = {ts(value, alias=False)};\n" for name, value in ALIASES.items()]
    requests = get_args(get_args(protocol.Request)[0])
    for model in [*messages(protocol.requests), *messages(protocol.shown), *messages(protocol.answers)]:
        lines += interface(model, model in requests)
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(TARGET.read_text(encoding="utf-8") != emit() and "js/src/protocol.ts is stale: run tools/protocol.py")
    TARGET.write_text(emit(), encoding="utf-8")
    print(f"wrote {TARGET}")
