"""Several displays of one widget, runs and re-runs: one call to Python for one click, and nothing left behind."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect
from steps import AGREEMENT, EXPLORE, STORE, open_first, search

pytestmark = pytest.mark.parametrize("app", ["lab"], indirect=True)


def calls(notebook) -> list[str]:
    return json.loads(notebook.execute("import json; print(json.dumps(w.history['operation'].tolist()))"))


def test_a_click_is_one_call_however_many_views(open_notebook):
    """Shown in three cells, two of them cleared: one click is one call, and the view that is left follows."""
    notebook = open_notebook(STORE, EXPLORE, "w", "w", height=2200)
    views = notebook.explorer
    search(views.nth(0), "calibration lock")
    open_first(views.nth(0))
    expect(views.nth(2).get_by_test_id("card").first).to_be_visible()
    for cell in (1, 2):
        notebook.clear_output(cell)
    expect(views).to_have_count(1)
    before, cards = calls(notebook), views.get_by_test_id("card").count()
    views.get_by_test_id("next").click()
    expect(views.get_by_test_id("card")).to_have_count(cards + 1)
    assert calls(notebook) == [*before, "navigate"]


def test_the_first_click_reaches_python(open_notebook):
    """The very first thing that is done right after showing is done in Python too."""
    notebook = open_notebook(STORE, AGREEMENT)
    notebook.explorer.get_by_test_id("grep").fill("notice")
    notebook.explorer.get_by_test_id("grep").press("Enter")
    expect(notebook.explorer.get_by_test_id("call")).to_contain_text("notice")
    assert int(notebook.execute("print(len(w.results))")) > 0


def test_equal_results_are_still_told(open_notebook):
    """Two patterns with the same result: the page shows the second."""
    notebook = open_notebook(STORE, AGREEMENT)
    call = notebook.explorer.get_by_test_id("call")
    notebook.execute("await w.grep('no such words'); first = w.results")
    expect(call).to_contain_text("no such words")
    notebook.execute("await w.grep('nor such words')")
    expect(call).to_contain_text("nor such words")


# Keeps the listeners that are on at what outlives an explorer: those on its own elements go with them
COUNT = """() => {
  const on = new Map(), names = new WeakMap(); let named = 0;
  const name = thing => { if (!names.has(thing)) names.set(thing, ++named); return names.get(thing); };
  const key = (target, type, f, options) =>
    [target.constructor.name, name(target), type, name(f), !!(options?.capture ?? options)].join(" ");
  const outlives = t => [window, document, document.body, document.documentElement].includes(t)
    || t instanceof MediaQueryList;
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, f, options) {
    if (f && outlives(this) && !options?.once && !options?.signal?.aborted) {
      const k = key(this, type, f, options);
      on.set(k, new Error().stack.includes("blob:"));
      if (options?.signal) add.call(options.signal, "abort", () => on.delete(k)); }
    return add.call(this, type, f, options); };
  EventTarget.prototype.removeEventListener = function (type, f, options) {
    if (f && outlives(this)) on.delete(key(this, type, f, options));
    return remove.call(this, type, f, options); };
  // A widget's module is imported from a blob: address, so what it did can be told from what JupyterLab did
  window.listening = () => [...on].filter(([, ours]) => ours).map(([k]) => k); }"""


def alive(notebook, prototype: str, chosen: str = "true") -> int:
    """How many objects ``it`` of a kind, or the chosen of them, are left in the page after a garbage collection."""
    session = notebook.page.context.new_cdp_session(notebook.page)
    session.send("HeapProfiler.collectGarbage")
    found = session.send("Runtime.evaluate", {"expression": f"{prototype}.prototype"})
    objects = session.send("Runtime.queryObjects", {"prototypeObjectId": found["result"]["objectId"]})
    count = session.send(
        "Runtime.callFunctionOn",
        {
            "objectId": objects["objects"]["objectId"],
            "functionDeclaration": f"function () {{ return this.filter(it => {chosen}).length }}",
            "returnByValue": True,
        },
    )
    session.detach()
    return int(count["result"]["value"])


# IPython keeps what a cell gave under names of its own; without them nothing may hold widgets that were closed
FORGET = """
w.close()
del w
get_ipython().displayhook.flush()
for name in ("_", "__", "___"):
    setattr(get_ipython().displayhook, name, None)
    get_ipython().user_ns[name] = get_ipython().user_ns_hidden[name] = None
"""
# In a request of its own: while the kernel answers one, it still holds the handler of the message before
LEFT = """
import gc
gc.collect()
print(sum(type(x).__name__ == "NavWidget" for x in gc.get_objects()))
"""


def roots(notebook) -> int:
    """How many explorers are held by anything; JupyterLab holds shadow roots of its own for every cell ever shown."""
    return alive(notebook, "ShadowRoot", "it.host.classList.contains('mathjax_ignore')")


def test_running_again_leaves_nothing_behind(open_notebook):
    """Five runs later there are as many listeners, views and observers as before; what was closed is gone in Python."""
    cell = "if 'w' in globals(): w.close()\nw = NavWidget(store, query='notice')\nw"
    notebook = open_notebook(STORE, cell, before=lambda page: page.add_init_script(f"({COUNT})()"))
    kinds = ("HTMLCanvasElement", "ResizeObserver", "MutationObserver")

    def counts() -> dict[str, int]:
        listeners = len(notebook.page.evaluate("() => window.listening()"))
        return {"listeners": listeners, **{kind: alive(notebook, kind) for kind in kinds}}

    def run() -> None:
        notebook.run_all()
        open_first(notebook.explorer)

    run()
    run()
    before = counts()
    assert before["listeners"] > 0
    assert roots(notebook) == 1
    for _ in range(5):
        run()
    after = counts()
    assert {kind: after[kind] - before[kind] for kind in after if after[kind] > before[kind]} == {}
    assert roots(notebook) == 1
    notebook.execute(FORGET)
    assert int(notebook.execute(LEFT)) == 0
    notebook.clear_output(1)
    expect(notebook.explorer).to_have_count(0)
    assert notebook.page.evaluate("() => window.listening()") == []
    for _ in range(10):  # JupyterLab takes a moment to let go of an output
        if roots(notebook) == 0:
            break
        notebook.page.wait_for_timeout(500)
    assert roots(notebook) == 0
