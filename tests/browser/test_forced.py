"""Forced colours, light and dark: what is painted can be read, and nothing leaves its place."""

from __future__ import annotations

import base64

import pytest
from playwright.sync_api import Locator
from steps import AGREEMENT, STORE, open_first, search

pytestmark = pytest.mark.parametrize("app", ["lab"], indirect=True)

LETTERS = """element => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const { x, y, width, height } = range.getBoundingClientRect();
  return { x, y, width, height };
}"""

# The contrast of the darkest and the lightest dot, as WCAG 2 defines it
CONTRAST = """async picture => {
  const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(picture), c => c.charCodeAt(0))]));
  const sheet = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  sheet.drawImage(bitmap, 0, 0);
  const { data } = sheet.getImageData(0, 0, bitmap.width, bitmap.height);
  const linear = byte => byte <= 10 ? byte / 3294.6 : ((byte / 255 + 0.055) / 1.055) ** 2.4;
  const seen = [];
  for (let at = 0; at < data.length; at += 4) {
    const [r, g, b] = [...data.subarray(at, at + 3)].map(linear);
    seen.push(0.2126 * r + 0.7152 * g + 0.0722 * b);
  }
  return (Math.max(...seen) + 0.05) / (Math.min(...seen) + 0.05);
}"""


def contrast(element: Locator) -> float:
    """Measure the contrast of letters with their ground, as they are painted."""
    element.scroll_into_view_if_needed()
    picture = element.page.screenshot(clip=element.evaluate(LETTERS))
    return float(element.page.evaluate(CONTRAST, base64.b64encode(picture).decode()))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_forced_colours_leave_ranks_legible_and_stars_in_their_cards(open_notebook, theme):
    """A browser paints a ground behind letters, which no style sheet tells of: so the picture is measured."""
    notebook = open_notebook(STORE, AGREEMENT, theme=theme, forced_colors="active")
    explorer = notebook.explorer
    search(explorer, "notice period for termination")
    open_first(explorer)
    explorer.get_by_test_id("next").click()
    chips = explorer.locator(".hit .chip, .card .chip:not(.out)").all()
    assert len(chips) > 5
    faint = {chip.text_content(): ratio for chip in chips if (ratio := contrast(chip)) < 4.5}
    assert faint == {}
    for card in explorer.get_by_test_id("card").all():
        card.hover()
        around, star = card.bounding_box(), card.get_by_test_id("star").bounding_box()
        assert star["x"] + star["width"] <= around["x"] + around["width"]
