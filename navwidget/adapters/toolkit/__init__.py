"""Both ways between navwidget and the search toolkit (PyPI ``mistralai-search-toolkit``, Python 3.12 or newer).

`as_toolkit` hands a store of ours to the toolkit's pipelines, retrievers and query engines; `wrap` makes an index of
the toolkit ours, so that it can be explored, searched and checked like any other.
"""

from navwidget.adapters.toolkit.serve import as_toolkit, toolkit_embedder
from navwidget.adapters.toolkit.wrapping import is_toolkit_index, wrap

__all__ = ["as_toolkit", "is_toolkit_index", "toolkit_embedder", "wrap"]
