"""A PDF of many short pages: what stands on several of them names all, wherever the explorer names pages."""

from __future__ import annotations

import base64
import re

import pytest
from playwright.sync_api import Locator, expect
from steps import find

from tests.pdf import pdf

PAGES = [f"Page {number} of the survey; station {number} was read at noon." for number in range(1, 13)]
WRITE = f"""
import base64
from pathlib import Path
from navwidget import FixedSizeChunker, explore
Path("survey.pdf").write_bytes(base64.b64decode({base64.b64encode(pdf(*PAGES)).decode()!r}))
"""
EXPLORE = """
mine = explore("survey.pdf", query="survey", chunker=FixedSizeChunker(300, overlap=0), locale={locale!r})
mine
"""

pytestmark = pytest.mark.parametrize("app", ["lab"], indirect=True)


def copied(button: Locator) -> str:
    """Press a button that copies, and give the text once it says that it was."""
    button.click()
    expect(button).to_have_attribute("title", re.compile("Copi(ed|é)"))
    return str(button.page.evaluate("navigator.clipboard.readText()"))


@pytest.mark.parametrize(("locale", "pages"), [("en", "pp. 1–6"), ("fr", "p. 1–6")])
def test_all_pages_of_a_chunk_are_named(open_notebook, locale, pages):
    """In the title of the hit and of the card, in what is copied, and in evidence; of a match its own."""
    allowed = ["clipboard-read", "clipboard-write"]
    notebook = open_notebook(WRITE, EXPLORE.format(locale=locale), permissions=allowed)
    explorer = notebook.explorer
    expect(explorer.locator(".hit .name", has_text=pages)).to_have_count(1)
    find(explorer, "station 5 ")
    expect(explorer.get_by_test_id("match-status")).to_contain_text(", p. 5")
    card = explorer.locator(".card").first
    expect(card.locator(".heading")).to_have_text(pages)
    card.hover()
    assert copied(card.get_by_test_id("copy-text")).startswith(f"[survey.pdf:0-300, {pages}]\nPage 1")
    card.get_by_test_id("star").click()
    expect(explorer.get_by_test_id("evidence")).to_have_text("1")
    assert notebook.execute("print(mine.context().pieces[0].citation)").strip() == "survey.pdf:0-300, pp. 1–6"
    cell = copied(explorer.get_by_test_id("copy-call"))
    assert "\nindex = mine.index\nawait index.grep('survey.pdf', 'station 5 '" in cell
    assert "Page 5" in notebook.execute(f"{cell.replace('await', 'found = await')}\nprint(found[0].chunk.content)")
    notebook.execute("mine.save_html('survey.html')")
    saved = notebook.page.context.new_page()
    saved.goto((notebook.root / "survey.html").as_uri())
    expect(saved.locator(".card .heading").first).to_have_text(pages)
    expect(saved.get_by_test_id("match-status")).to_contain_text(", p. 5")
    saved.close()
