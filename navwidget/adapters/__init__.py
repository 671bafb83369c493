"""Doors to other tools; each imports its neighbour only when it is called."""

from navwidget.adapters.documents import document_from_records, documents_from_records

__all__ = ["document_from_records", "documents_from_records"]
