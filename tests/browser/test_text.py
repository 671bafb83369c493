"""Text that pages like to get wrong: right-to-left, dollar signs, terminal codes, endless words; other languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from steps import EXPLORE, STORE, fail, find, open_first, search

pytestmark = pytest.mark.parametrize("app", ["lab"], indirect=True)

TEXTS = r"""
from navwidget import ChunkStore, Document, DocumentChunk, NavWidget
texts = {
    "rtl": "\u05e9\u05dc\u05d5\u05dd (abc) 123",
    "ansi": "| \x1b[31m <b>x</b> \x1b[0m | then plain words",
    "dollars": "From $200 million to $700 million",
    "url": "see https://example.invalid/" + "a/" * 300 + "\n\tindented\n\nend",
}
store = ChunkStore()
for name, text in texts.items():
    chunk = DocumentChunk(
        source_id=name, id=name, locator=name, start_offset=0, end_offset=len(text), content=text)
    store.sync.index_document(Document(source_id=name, content=text, chunks=[chunk]))
w = NavWidget(store, source_id="rtl")
w
"""


def test_difficult_texts_are_shown_as_they_are(open_notebook):
    """Marks cover exactly their text, signs are signs, and nothing makes the page scroll sideways."""
    notebook = open_notebook(TEXTS, "await w.grep('abc')\nw.results_frame", height=1400)
    explorer, text = notebook.explorer, notebook.explorer.locator(".card .text")

    def show(source: str, pattern: str) -> str:
        notebook.execute(f"await w.open_source({source!r}); await w.grep({pattern!r})")
        expect(explorer.locator("mark")).to_have_text(pattern)
        return text.text_content()

    assert show("rtl", "abc") == "\u05e9\u05dc\u05d5\u05dd (abc) 123"
    assert text.get_attribute("dir") == "auto"
    assert text.evaluate("e => getComputedStyle(e).direction") == "rtl"

    assert "<b>x</b>" in show("ansi", "plain")
    assert explorer.locator("b").count() == 0

    long = "https://example.invalid/" + "a/" * 300
    assert show("url", long) == f"see {long}\n\tindented\n\nend"
    assert text.evaluate("e => getComputedStyle(e).whiteSpace").startswith("pre-wrap")
    for part in (explorer, explorer.get_by_test_id("results"), text):
        assert part.evaluate("e => e.scrollWidth - e.clientWidth") <= 1
    # Each line of the mark stays inside the text
    inside = explorer.locator("mark").evaluate(
        "m => { const r = m.closest('.text').getBoundingClientRect();"
        " return [...m.getClientRects()].every(b => b.left >= r.left - 1 && b.right <= r.right + 1) }"
    )
    assert inside

    assert show("dollars", "million to") == "From $200 million to $700 million"


SPOKEN = """root => { const found = new Set();
  const hostile = ".text, [data-testid=call], .heading, .name, .snippet, .option, canvas, style";
  for (const e of root.querySelectorAll("*")) { if (e.closest(hostile)) continue;
    for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"]) found.add(e.getAttribute(name) ?? "");
    for (const child of e.childNodes) if (child.nodeType === 3) found.add(child.data.trim()); }
  return [...found].filter(text => /[a-z]{2}/i.test(text)); }"""
# The names of Python, and of what the notebook holds
SAME = {"top_k", "Source", "Score", "Score (RRF)", "Score (BM25)", "Document", "Phrase", "Images", "vec", "own"}
SAME |= {
    "agreement.md",
    "PNG",
    "SVG",
    "Markdown",
    "JSON",
    "search",
    "open",
    "navigate",
    "grep",
    "open_hit",
    "Source: agreement.md",
}
SAME |= {"neighbours", "retrieve", "read"}


def test_in_french_no_english_is_left(open_notebook):
    """What an English and a French explorer say in the same states has nothing in common but names."""
    cell = "e, f = (NavWidget(store, source_id='agreement.md', locale=x) for x in ('en', 'fr'))\ndisplay(e, f)"
    notebook = open_notebook(STORE, cell, height=1900, strict=False)
    said: list[set[str]] = []
    for explorer in (notebook.explorer.nth(0), notebook.explorer.nth(1)):
        texts = set(explorer.evaluate(SPOKEN))
        search(explorer, "notice period")
        texts |= set(explorer.evaluate(SPOKEN))
        open_first(explorer)
        explorer.get_by_test_id("next").click()
        explorer.locator("[data-role=next]").first.wait_for()
        texts |= set(explorer.evaluate(SPOKEN))
        find(explorer, "notice")
        fail(explorer)
        for opener in explorer.locator("[aria-haspopup]").all():
            opener.click()
            texts |= set(explorer.evaluate(SPOKEN))
            notebook.page.keyboard.press("Escape")
        said.append(texts)
    english, french = said
    assert len(english) > 60
    assert notebook.explorer.nth(1).get_attribute("lang") == "fr"
    assert " | ".join(sorted((english & french) - SAME)) == ""


def test_the_browsers_language_is_taken(open_notebook):
    """Without a word from Python the page speaks as the browser does."""
    notebook = open_notebook(STORE, EXPLORE, locale="fr-FR")
    expect(notebook.explorer).to_have_attribute("lang", "fr")
    expect(notebook.explorer.get_by_test_id("next")).to_contain_text("Suivant")


MOVING = "root => root.getAnimations({ subtree: true }).filter(a => (a.effect.getTiming().duration ?? 0) > 50).length"


@pytest.mark.parametrize(("motion", "moves"), [("reduce", False), ("no-preference", True)])
def test_reduced_motion_is_respected(open_notebook, motion, moves):
    """With it nothing is animated when a chunk comes; without it something is."""
    notebook = open_notebook(STORE, EXPLORE, reduced_motion=motion)
    explorer = notebook.explorer
    search(explorer, "notice period")
    explorer.evaluate(
        """root => { root.moved = 0; const look = () => { root.moved += ("""
        + MOVING
        + """)(root);
          requestAnimationFrame(look); }; look(); }"""
    )
    open_first(explorer)
    explorer.get_by_test_id("next").click()
    explorer.locator("[data-role=next]").first.wait_for()
    notebook.page.wait_for_timeout(300)
    assert (explorer.evaluate("root => root.moved") > 0) is moves
