"""The saved page in a real browser, opened from a file with every request recorded and refused."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from navwidget import ChunkStore, Document, DocumentChunk, NavWidget, RecursiveChunker, samples

HOSTILE = (
    "</script><script>window.pwned=1</script><img src=//example.invalid/x onerror=window.pwned=1><b>bold</b> $x^2$ "
)


class Opened:
    """A saved page, and everything it asked for and complained of."""

    def __init__(self, browser: Browser, file: Path, theme: str = "light", locale: str = "en-GB") -> None:
        self.context = browser.new_context(
            color_scheme=theme, viewport={"width": 1280, "height": 900}, locale=locale, offline=True
        )
        self.asked: list[str] = []
        self.said: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.route("**/*", lambda route: self._meet(route, file.as_uri()))
        self.page.goto(file.as_uri())
        expect(self.get("navwidget")).to_have_attribute("data-status", "idle")

    def _meet(self, route: Route, page: str) -> None:
        if route.request.url == page:
            route.continue_()
        else:
            self.asked.append(route.request.url)
            route.abort()

    def get(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    def fill(self, name: str, text: str) -> None:
        self.get(name).fill(text)
        self.get(name).press("Enter")

    def cards(self) -> list[str]:
        return [card.get_attribute("data-row") or "" for card in self.get("card").all()]


@pytest.fixture(scope="module")
def agreement(tmp_path_factory) -> Path:
    file = tmp_path_factory.mktemp("page") / "agreement.html"
    with ChunkStore() as store:
        for name in samples.names()[:2]:
            store.sync.index_document(Document.from_text(samples.read(name), name, RecursiveChunker(512, overlap=64)))
        widget = NavWidget(store, source_id="agreement.md")
        with ThreadPoolExecutor(1) as elsewhere:  # on this thread runs the loop of the browser's driver
            for query in ("liability", "notice period for termination"):
                elsewhere.submit(asyncio.run, widget.search(query)).result()
        widget.save_html(file)
    return file


@pytest.fixture
def opened(browser, agreement) -> Iterator[Opened]:
    page = Opened(browser, agreement)
    yield page
    assert page.asked == []
    assert page.said == []
    page.context.close()


def saved(opened: Opened, name: str) -> Path:
    item = opened.get("export-menu").get_by_test_id(name)
    if not item.is_visible():
        opened.get("export").click()
    with opened.page.expect_download() as download:
        item.click()
    return Path(download.value.path()).rename(Path(download.value.path()).with_name(download.value.suggested_filename))


def test_a_hit_is_opened_and_read_on_from(opened):
    first = opened.get("hit").first
    expect(first).to_contain_text("12. Term and termination")
    expect(first).to_contain_text(".0325")
    first.click()
    expect(opened.get("card")).to_have_count(3)
    before = opened.cards()
    opened.get("next").click()
    expect(opened.get("card")).to_have_count(4)
    assert opened.cards()[:3] == before
    expect(opened.get("call")).to_contain_text("await index.navigate('agreement.md', ")
    expect(opened.get("call")).to_contain_text("NavigationDirection.NEXT, top_k=1)")
    expect(opened.get("call-meta")).to_contain_text("1 chunk")


def test_a_range_is_read(opened):
    opened.page.get_by_placeholder("end").fill("2000")
    opened.get("read").click()
    expect(opened.get("call")).to_have_text("await index.read('agreement.md', None, 2000, top_k=20)")
    expect(opened.get("card").first).to_contain_text("Agreement")


def test_a_pattern_is_found_and_marked(opened):
    opened.fill("grep", "NOTICE PERIOD")
    expect(opened.get("card").first.locator("mark").first).to_have_text("notice period")
    expect(opened.get("call")).to_contain_text("await index.grep('agreement.md', 'NOTICE PERIOD'")
    expect(opened.get("match-status")).to_contain_text("1 of ")


def test_a_chunk_is_found_by_its_id(opened, agreement):
    opened.get("hit").nth(2).click()
    code = opened.get("call").text_content() or ""
    chunk_id = code.split("'")[1]
    opened.get("goto").click()
    opened.fill("chunk-id", chunk_id)
    expect(opened.get("call")).to_contain_text(f"await index.get_chunk('{chunk_id}')")
    expect(opened.get("card").filter(has_text="Hit 3")).to_have_attribute("aria-selected", "true")


def test_recorded_searches_are_chosen_typed_and_others_refused_in_a_sentence(opened):
    expect(opened.get("query")).to_have_value("notice period for termination")
    opened.get("recorded").select_option(label="liability · Hybrid · 10 hits")
    expect(opened.get("query")).to_have_value("liability")
    expect(opened.get("call")).to_contain_text("'liability'")
    opened.fill("query", "Notice  period for TERMINATION")
    expect(opened.get("call")).to_contain_text("'notice period for termination'")
    expect(opened.get("recorded").locator("option:checked")).to_contain_text("notice period")
    opened.fill("query", "something else")
    expect(opened.get("problem")).to_contain_text("no kernel to search for 'something else'")
    expect(opened.get("problem")).to_contain_text("'liability' (hybrid)")


def test_a_hit_of_another_source_is_listed_and_says_where_it_is(opened):
    opened.get("recorded").select_option(label="liability · Hybrid · 10 hits")
    foreign = opened.get("hit").filter(has_text=samples.names()[1])
    foreign.first.click()
    expect(opened.get("problem")).to_contain_text("this page carries 'agreement.md' alone")


def test_stars_selection_and_history(opened):
    opened.get("hit").first.click()
    expect(opened.get("card")).to_have_count(3)
    around = opened.cards()
    opened.get("star").nth(1).click()
    expect(opened.get("evidence")).to_contain_text("1")
    opened.fill("grep", "liability")
    expect(opened.get("match-status")).to_contain_text("1 of ")
    opened.page.keyboard.press("Escape")  # out of the field, where a bracket is a letter
    opened.page.keyboard.press("[")
    expect(opened.get("match-status")).to_be_hidden()
    assert opened.cards() == around
    opened.get("evidence").click()
    expect(opened.get("evidence-list")).to_contain_text("12. Term and termination")
    opened.page.keyboard.press("Escape")
    code = saved(opened, "save-code").read_text("utf-8")
    assert code.startswith("from navwidget import GrepMode\n")
    assert "await index.grep('agreement.md', 'liability', mode=GrepMode.PHRASE, top_k=200),  # " in code
    compile(code, "journey.py", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)


def test_the_timeline_is_saved_as_pictures(opened):
    opened.get("hit").first.click()
    picture = saved(opened, "export-svg")
    assert picture.name == "agreement.md-timeline.svg"
    root = ElementTree.fromstring(picture.read_bytes())
    words = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Characters", "Score", "1", "10"} <= words
    image = saved(opened, "export-png")
    assert image.name == "agreement.md-timeline.png"
    assert image.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert image.stat().st_size > 5_000


def test_hostile_text_is_inert_and_asks_for_nothing(browser, tmp_path):
    text = HOSTILE * 6
    chunks = [
        DocumentChunk(
            source_id=HOSTILE,
            id=HOSTILE + str(start),
            locator=str(start),
            start_offset=start,
            end_offset=start + 80,
            content=text[start : start + 80],
            metadata={"heading": HOSTILE},
        )
        for start in range(0, 480, 80)
    ]
    with ChunkStore() as store:
        store.sync.index_document(Document(source_id=HOSTILE, content=text, chunks=chunks))
        widget = NavWidget(store, source_id=HOSTILE, query="bold pwned " + HOSTILE)
        widget.save_html(tmp_path / "hostile.html")
    opened = Opened(browser, tmp_path / "hostile.html")
    opened.get("hit").first.click()
    opened.fill("grep", "<b>bold</b>")
    expect(opened.get("card").locator("mark").first).to_have_text("<b>bold</b>")
    expect(opened.page.locator("h1")).to_have_text(HOSTILE.strip())
    assert opened.page.evaluate("window.pwned") is None
    assert [opened.page.locator(f"body {element}").count() for element in ("img", "b")] == [0, 0]
    assert opened.asked == []
    assert opened.said == []
    opened.context.close()


def test_the_policy_stops_a_request_and_a_script(opened):
    """Whatever would run or fetch is refused by the browser, also if a fault of ours let it in."""
    opened.page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.pwned = 1";
            document.body.append(script);
            const image = document.createElement("img");
            image.src = "https://example.invalid/x";
            document.body.append(image);
        }"""
    )
    refused = opened.page.evaluate(
        "fetch('https://example.invalid/').then(() => 'answered', (error) => error.constructor.name)"
    )
    assert refused == "TypeError"
    assert opened.page.evaluate("window.pwned") is None
    assert len([said for said in opened.said if "Content Security Policy" in said]) >= 3
    opened.said.clear()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_looks_like_the_system(browser, agreement, theme):
    opened = Opened(browser, agreement, theme)
    opened.get("hit").first.click()
    colours = opened.page.evaluate(
        "() => [document.body, document.querySelector('main').shadowRoot.querySelector('.nw')]"
        ".map((e) => getComputedStyle(e).backgroundColor)"
    )
    assert set(colours) == {"rgb(255, 255, 255)" if theme == "light" else "rgb(23, 25, 28)"}
    height = opened.page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert height <= 0
    opened.context.close()


def test_it_speaks_french_to_a_french_browser(browser, agreement):
    opened = Opened(browser, agreement, locale="fr-FR")
    expect(opened.page.locator("html")).to_have_attribute("lang", "fr")
    expect(opened.page.locator("header")).to_contain_text("Recherches enregistrées")
    opened.context.close()


@pytest.fixture(scope="module")
def enlarged(tmp_path_factory) -> Path:
    file = tmp_path_factory.mktemp("page") / "enlarged.html"
    with ChunkStore() as store:
        store.sync.index_document(
            Document.from_text(samples.read("agreement.md"), "agreement.md", RecursiveChunker(512))
        )
        NavWidget(store, source_id="agreement.md", scale=1.5).save_html(file)
    return file


@pytest.mark.parametrize(("width", "zoom"), [(1280, 1.5), (512, 1.5), (400, 1.15), (320, 0.9)])
def test_it_is_no_wider_than_the_window(browser, enlarged, width, zoom):
    """What was enlarged for a wall is read on a telephone: it is enlarged as far as there is room."""
    page = Opened(browser, enlarged)
    page.page.set_viewport_size({"width": width, "height": 800})
    expect(page.get("navwidget").locator("xpath=..")).to_have_css("zoom", str(zoom))
    assert page.page.evaluate("document.documentElement.scrollWidth") == width
    page.context.close()
