"""axe-core finds nothing to object to in any state of the explorer, in any colours."""

from __future__ import annotations

from pathlib import Path

import pytest
from steps import EXPLORE, STORE, fail, find, open_first, search

AXE = Path(__file__).parents[2] / "js" / "node_modules" / "axe-core" / "axe.min.js"
LOOKS = {"light": {}, "dark": {"theme": "dark"}, "forced": {"forced_colors": "active"}}

# The explorer alone: what JupyterLab around it does is not ours
RUN = """async root => {
  const { violations } = await axe.run(root.getRootNode().host, { resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.map(node =>
    `${id}: ${node.html.slice(0, 160)} | ${node.failureSummary}`)); }"""


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: make test-js installs it")
@pytest.mark.parametrize("app", ["lab"], indirect=True)
@pytest.mark.parametrize("look", list(LOOKS))
def test_axe_finds_nothing(open_notebook, look):
    """Names, roles, structure and a contrast of 4.5 : 1, as computed from the page that is drawn."""
    notebook = open_notebook(STORE, EXPLORE, **LOOKS[look])
    explorer = notebook.explorer
    notebook.page.evaluate(AXE.read_text("utf-8"))
    explorer.get_by_test_id("timeline").wait_for()
    found: dict[str, list[str]] = {"empty": explorer.evaluate(RUN)}

    def look_at(state: str) -> None:
        found[state] = explorer.evaluate(RUN)

    search(explorer, "notice period")
    look_at("search")
    open_first(explorer)
    explorer.get_by_test_id("next").click()
    explorer.get_by_test_id("card").first.hover()
    look_at("open")
    find(explorer, "calibration" if explorer.get_by_text("calibration").count() else "notice")
    look_at("grep")
    fail(explorer)
    look_at("error")
    for opener in explorer.locator("[aria-haspopup]").all():
        opener.click()
        look_at(f"popover {opener.get_attribute('aria-label')}")
        notebook.page.keyboard.press("Escape")
        assert opener.get_attribute("aria-expanded") == "false"
    assert [f"{state}: {problem}" for state, problems in found.items() for problem in problems] == []
