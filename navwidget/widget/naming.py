"""How a cell knows the index that an explorer asks: by what its notebook has of it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Final

NOTE: Final = "# index is what the explorer shows, for example: index = explorer.index"


def unnamed() -> list[str]:
    """Give what a cell says of ``index`` where nobody knows a name for it."""
    return [NOTE]


def index_lines(explorer: Any, names: Mapping[str, Any] | None = None) -> list[str]:
    """Give what a cell begins with so that ``index`` is the explorer's; nothing where it is already.

    Parameters
    ----------
    explorer : NavWidget
        Whose ``index`` is meant.
    names : mapping, optional
        The variables of the notebook, by default those of ``__main__``; names that begin with ``_`` do not count, since
        IPython gives these away again.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> store = object()
    >>> w = SimpleNamespace(index=store)
    >>> index_lines(w, {"index": store}), index_lines(w, {"w": w}), index_lines(w, {"w": w, "mine": store})
    ([], ['index = w.index'], ['index = mine'])
    """
    variables = dict(vars(sys.modules["__main__"]) if names is None else names)  # other threads may add some
    usable = [name for name in variables if name.isidentifier() and not name.startswith("_")]
    known = [name for name in usable if variables[name] is explorer.index]
    known += [f"{name}.index" for name in usable if variables[name] is explorer]
    if "index" in known:
        return []
    return [f"index = {known[0]}"] if known else unnamed()
