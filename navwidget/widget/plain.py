"""Plain calls: what Python asks of the explorer without awaiting it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Plain:
    """A call of one of the explorer's plain methods.

    Where the index answers on the loop that runs the cell, such a call cannot wait for it: it does what needs no answer
    of the index, before it returns, and refuses the rest with `advice`.

    Parameters
    ----------
    method : str
        The method.
    argument : str
        What it was called with, as code.
    action : callable
        What it does.
    """

    method: str
    argument: str
    action: Callable[[], Awaitable[Any]]

    @property
    def words(self) -> str:
        """The call, for errors."""
        return f"{self.method}({self.argument})"

    def advice(self, index: str) -> str:
        """Tell how the call can be awaited.

        Examples
        --------
        >>> async def nothing(): ...
        >>> print(Plain("star", "'a5'", nothing).advice("MyIndex"))
        MyIndex has to be asked for this, and a plain call cannot wait for it beside the loop that runs this cell: \
await asyncio.to_thread(explorer.star, 'a5').
        """
        linking = " Explorers that are to follow each other: navwidget.link(one, other)." * (self.method == "select")
        return (
            f"{index} has to be asked for this, and a plain call cannot wait for it beside the loop that runs this "
            f"cell: await asyncio.to_thread(explorer.{self.method}, {self.argument}).{linking}"
        )
