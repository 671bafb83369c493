"""Filters that find nothing because no chunk has such a field."""

from __future__ import annotations

import warnings
from difflib import get_close_matches

from navwidget.retrievers import KeywordRetriever, NearestNeighbourRetriever, RRFRetriever
from navwidget.store.filters import wanted_fields
from navwidget.store.index import Index
from navwidget.store.segment import FIELDS
from navwidget.store.view import View

_ASKED = 1_000  # sources, which take 15 ms: of more nothing is told, since a server may well ask in vain often


def warn_of_unknown_fields(
    index: Index, view: View, retriever: KeywordRetriever | NearestNeighbourRetriever | RRFRetriever
) -> None:
    """Warn of fields in the filters of a retriever that found nothing which no chunk has; it is no error to lack one.

    Parameters
    ----------
    index, view : Index, View
        Where it was looked for.
    retriever : Retriever
        What found nothing.
    """
    leaves = retriever.retrievers if isinstance(retriever, RRFRetriever) else ()
    filters = [each.filter for each in (retriever, *leaves) if each.filter is not None]
    unknown = set().union(*map(wanted_fields, filters)) - FIELDS
    if not unknown or not view.sources or len(view.sources) > _ASKED:
        return
    for source in view.sources:
        unknown -= {field for field in unknown if index.segment(source).may_have(field)}
        if not unknown:
            return
    known = [*FIELDS, *index.segment(view.sources[0]).shown_metadata(0)]
    for field in sorted(unknown):
        near = get_close_matches(field, known, 1)
        advice = f"did you mean {near[0]!r}?" if near else "it may be misspelt."
        warnings.warn(f"Nothing was found, and no chunk has the field {field!r} of the filter: {advice}", stacklevel=2)
