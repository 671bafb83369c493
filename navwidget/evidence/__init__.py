"""Chunks as one text to read or to hand on: what overlaps is written once, and where each piece comes from is kept."""

from navwidget.evidence.context import Context, Piece
from navwidget.evidence.merging import merge_evidence

__all__ = ["Context", "Piece", "merge_evidence"]
