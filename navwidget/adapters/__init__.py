"""Doors to other tools; each imports its neighbour only when it is called."""

from importlib import import_module
from typing import Any

from navwidget.adapters.documents import document_from_records, documents_from_records

__all__ = ["document_from_records", "documents_from_records"]


def __getattr__(name: str) -> Any:
    """Import the door to the search toolkit, which few need, when it is asked for (PEP 562)."""
    if name == "toolkit":
        return import_module("navwidget.adapters.toolkit")
    raise AttributeError(f"module 'navwidget.adapters' has no attribute {name!r}")
