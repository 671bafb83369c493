"""What the page says of the index, of its own lists and of what was read is so, and it is said where one looks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from steps import AGREEMENT, STORE, find, open_first, search
from test_axe import AXE, RUN

pytestmark = pytest.mark.parametrize("app", ["lab"], indirect=True)

ONLY_NAVIGATES = """
class Nav:
    async def navigate(self, *args, **options):
        return await store.navigate(*args, **options)
w = NavWidget(Nav(), source_id="agreement.md")
w
"""


def test_an_index_that_only_navigates_can_be_read_from_its_start(open_notebook):
    """Next and Previous work where nothing is open; what the index has not is greyed, with the reason."""
    explorer = open_notebook(STORE, ONLY_NAVIGATES).explorer
    for field in ("query", "top-k", "read-start", "read-end", "grep"):
        expect(explorer.get_by_test_id(field)).not_to_be_editable()
        assert "Nav has no" in (explorer.get_by_test_id(field).get_attribute("title") or ""), field
    expect(explorer.locator(".hits")).to_contain_text("No search here")
    explorer.get_by_test_id("next").click()
    expect(explorer.get_by_test_id("card")).to_have_count(1)


def test_next_begins_anew_after_a_grep_that_found_nothing(open_notebook):
    """As in Python: the list is empty, so the next chunk is the first of the document."""
    explorer = open_notebook(STORE, AGREEMENT).explorer
    explorer.get_by_test_id("grep").fill("zebra")
    explorer.get_by_test_id("grep").press("Enter")
    expect(explorer.get_by_test_id("match-status")).to_have_text("no match")
    explorer.get_by_test_id("next").click()
    expect(explorer.get_by_test_id("card")).to_have_count(1)


MIXED = """
from navwidget import ChunkStore, ChunkType, Document, DocumentChunk, NavWidget
TEXT = "".join(f"Sentence {number:03} is here. " for number in range(30))
def chunk(number, start, end, kind=ChunkType.CONTENT):
    return DocumentChunk(source_id="m", locator=str(number), start_offset=start, end_offset=end,
                         content=TEXT[start:end], chunk_type=kind)
chunks = [chunk(n, n * 66, n * 66 + 66) for n in range(10)]
chunks += [chunk(100 + n, n * 66, n * 66 + 66, ChunkType.SUMMARY) for n in range(0, 10, 2)]
store = ChunkStore(embedder=None)
store.sync.index_document(Document(source_id="m", content=TEXT, chunks=chunks))
w = NavWidget(store, source_id="m")
w
"""


def test_a_chunk_has_one_number_everywhere(open_notebook):
    """Beside summaries, the chunk of text that is the seventh is so on the map, its card and in what is heard."""
    explorer = open_notebook(MIXED).explorer
    explorer.get_by_test_id("grep").fill("Sentence 018")
    explorer.get_by_test_id("grep").press("Enter")
    card = explorer.get_by_test_id("card")
    expect(card.locator("strong").first).to_have_text("Chunk 7")
    assert card.get_attribute("aria-label").startswith("Chunk 7 of 10, ")
    expect(explorer.locator("[role=status].unseen")).to_contain_text("chunk 7 of 10")
    card.click()
    slider = explorer.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuetext", card.get_attribute("aria-label"))
    expect(slider).to_have_attribute("aria-valuenow", "7")
    expect(slider).to_have_attribute("aria-valuemax", "10")
    assert ">7</text>" in picture(explorer)


def picture(explorer) -> str:
    """The map as it is on show, as SVG."""
    with explorer.page.expect_download() as saved:
        explorer.get_by_test_id("export").click()
        explorer.get_by_test_id("export-svg").click()
    explorer.page.keyboard.press("Escape")
    return saved.value.path().read_text()


def covered(explorer) -> float:
    """How much of the strip is marked as read, in pixels."""
    boxes = [box for box in re.findall(r"<rect[^>]*>", picture(explorer)) if 'height="3"' in box and ACCENT in box]
    return sum(float(re.search(r'width="([\d.]+)"', box)[1]) for box in boxes)


ACCENT = "#0072b2"


def test_what_was_read_stays_marked_as_read(open_notebook):
    """A list that takes the place of another takes nothing from what the strip shows as read."""
    explorer = open_notebook(STORE, AGREEMENT).explorer
    explorer.get_by_test_id("read-end").fill("3000")
    explorer.get_by_test_id("read").click()
    expect(explorer.get_by_test_id("card").first).to_be_visible()
    before = covered(explorer)
    assert before > 20
    find(explorer, "sixty days")
    assert covered(explorer) > before


OWN_RULE = """
class Own:
    async def navigate(self, *args, **options):
        return await store.navigate(*args, **options)
    async def read(self, *args, **options):
        return await store.read(*args, **options)
    async def grep(self, source_id, pattern, **options):
        return await store.read(source_id, 0, 3000)
w = NavWidget(Own(), source_id="agreement.md")
w
"""


def test_an_index_that_matches_by_its_own_rule_has_found_something(open_notebook):
    """Chunks without a place that is marked are no lack of matches; and what a grep said goes with its list."""
    explorer = open_notebook(STORE, OWN_RULE).explorer
    explorer.get_by_test_id("read-end").fill("2000")
    explorer.get_by_test_id("read").click()
    expect(explorer.get_by_test_id("card").first).to_be_visible()
    explorer.get_by_test_id("grep").fill("zebra")
    explorer.get_by_test_id("grep").press("Enter")
    expect(explorer.get_by_test_id("note")).to_contain_text("its own rule")
    expect(explorer.get_by_test_id("match-status")).to_be_hidden()
    explorer.get_by_test_id("back").click()
    expect(explorer.get_by_test_id("card").first).to_have_attribute("data-role", "read")
    expect(explorer.get_by_test_id("note")).not_to_contain_text("rule")
    expect(explorer.get_by_test_id("match-status")).to_be_hidden()


SYSTEM = """(element, [property, pseudo]) => {
  const probe = document.body.appendChild(document.createElement("i"));
  const colours = ["CanvasText", "Highlight", "Mark", "MarkText", "GrayText"].map(name => {
    probe.style.cssText = `forced-color-adjust: none; color: ${name}`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return colours.includes(getComputedStyle(element, pseudo)[property]);
}"""


def test_forced_colours_leave_no_colour_of_ours_and_no_shape_without_an_edge(open_notebook):
    """Wires, rail and swatches take the system's colours; what lies over the page has an edge."""
    notebook = open_notebook(STORE, AGREEMENT, width=1500, forced_colors="active")
    explorer = notebook.explorer
    search(explorer, "notice period for termination")
    open_first(explorer)
    expect(explorer.locator(".joins path").first).to_be_attached()
    for selector, *how in [
        (".joins path[stroke]", "stroke", None),
        (".joins rect", "fill", None),
        (".joins stop", "stopColor", None),
        (".bar i", "backgroundColor", None),
        (".legend", "backgroundColor", "::before"),
    ]:
        shapes = explorer.locator(selector).all()
        assert shapes, selector
        assert all(shape.evaluate(SYSTEM, how) for shape in shapes), selector
    widths = [
        one.evaluate("e => getComputedStyle(e).borderTopWidth") for one in explorer.locator(".tip, .popover").all()
    ]
    assert set(widths) == {"1px"}


def test_keys_collect_what_the_step_before_them_brought(open_notebook):
    """Open a hit, star it, go on, star again: two chunks are collected, and each star is told."""
    notebook = open_notebook(STORE, AGREEMENT)
    explorer = notebook.explorer
    search(explorer, "notice period for termination")
    open_first(explorer)
    explorer.get_by_test_id("results").focus()
    for key, told in [("s", "collected as evidence"), ("n", "results, chunk"), ("s", "collected as evidence")]:
        notebook.page.keyboard.press(key)
        expect(explorer.locator("[role=status].unseen")).to_contain_text(told)
    expect(explorer.locator(".collected")).to_contain_text("2")
    assert notebook.execute("print(len(w.evidence), w.evidence[-1].chunk.id == w.selection)").strip() == "2 True"


COLUMNS = """
from navwidget import ChunkStore, Document, DocumentChunk, NavWidget
TABLE = "".join(f"| {'column ' * 30}| {n} |\\n" for n in range(3))
PROSE = "A sentence of prose that is so long that it has to wrap somewhere. " * 4
TEXT = PROSE + "\\n\\n" + TABLE + "\\nAnd prose again.\\n"
chunk = DocumentChunk(source_id="t", locator="0", start_offset=0, end_offset=len(TEXT), content=TEXT)
store = ChunkStore(embedder=None)
store.sync.index_document(Document(source_id="t", content=TEXT, chunks=[chunk]))
w = NavWidget(store, source_id="t")
w
"""


def test_a_table_keeps_its_columns_and_the_prose_around_it_wraps(open_notebook):
    """What is too wide for the panel can be scrolled by keyboard, and axe has nothing to say against it."""
    notebook = open_notebook(COLUMNS)
    explorer = notebook.explorer
    explorer.get_by_test_id("next").click()
    text, table = explorer.locator(".card .text"), explorer.locator(".laid-out")
    expect(text).to_contain_text("And prose again.")
    assert text.evaluate("e => e.scrollWidth - e.clientWidth") <= 1
    assert "A sentence" not in table.inner_text()
    assert table.evaluate("e => getComputedStyle(e).whiteSpace") == "pre"
    table.focus()
    notebook.page.keyboard.press("ArrowRight")
    notebook.page.wait_for_function("e => e.scrollLeft > 0", arg=table.element_handle())
    if AXE.exists():
        notebook.page.evaluate(AXE.read_text("utf-8"))
        assert explorer.evaluate(RUN) == []


def test_a_step_at_an_end_says_so(open_notebook):
    """Beside the count of the reading list, and to a screen reader."""
    explorer = open_notebook(STORE, AGREEMENT).explorer
    explorer.get_by_test_id("k").fill("500")
    for button, told in [("previous", ""), ("previous", "start"), ("next", "end")]:
        explorer.get_by_test_id(button).click()
        if told:
            expect(explorer.get_by_test_id("note")).to_contain_text(f"{told} of the document")
            expect(explorer.locator("[role=status].unseen")).to_have_text(f"{told} of the document")
        else:
            expect(explorer.get_by_test_id("card").first).to_be_visible()


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_beside_a_side_bar_the_query_and_the_hits_keep_their_breadth(open_notebook, locale):
    """At 848 pixels, with tools in two rows; on narrow pages no heading of the hits runs into the next."""
    notebook = open_notebook(STORE, f"w = NavWidget(store, source_id='agreement.md', locale='{locale}')\nw")
    explorer = notebook.explorer
    search(explorer, "notice period for termination")
    assert 800 < explorer.bounding_box()["width"] < 900
    assert explorer.locator(".tools").bounding_box()["height"] == 80
    assert explorer.get_by_test_id("query").bounding_box()["width"] >= 200
    assert explorer.locator(".hits").bounding_box()["width"] >= 388
    notebook.page.set_viewport_size({"width": 1100, "height": 1000})
    place = explorer.locator(".hits .head .in-document")
    expect(place).to_be_visible()
    assert place.evaluate("e => e.scrollWidth <= e.clientWidth")
