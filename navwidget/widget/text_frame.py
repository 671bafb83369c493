"""A DataFrame of other people's texts, which a notebook shows as they are written."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd


class TextFrame(pd.DataFrame):
    """A DataFrame in which ``$`` is a dollar: notebooks take it for the beginning of a formula otherwise.

    Whatever is cut from it is one too.
    """

    @property
    def _constructor(self) -> Callable[..., TextFrame]:
        return TextFrame

    def _repr_html_(self) -> str | None:
        with pd.option_context("display.html.use_mathjax", False):
            html: str | None = super()._repr_html_()  # type: ignore[misc]  # pandas-stubs leave it out
            return html
