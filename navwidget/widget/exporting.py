"""Writing down what a reader has collected and done."""

from __future__ import annotations

from navwidget.widget import protocol as wire
from navwidget.widget.collected import Evidence


def export(form: wire.ExportForm, evidence: Evidence, code: str) -> wire.Exported:
    """Write down the evidence, within the budget of the page, or the session as code."""
    if form == "code":
        return wire.Exported(form=form, text=code, file_name="journey.py")
    context = evidence.text(budget=evidence.budget)
    if form == "json":
        return wire.Exported(form=form, text=context.to_json(), file_name="evidence.json")
    return wire.Exported(form=form, text=context.to_markdown(), file_name="evidence.md")
