"""A contract suite that anyone can run on their own store: `check_index` tells in sentences what is wrong."""

from navwidget.testing.check import check_index
from navwidget.testing.report import Finding, Report

__all__ = ["Finding", "Report", "check_index"]
