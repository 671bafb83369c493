// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { MockChannel } from "./mock";
import { card, hit, pretendLayout, results, sourceView, welcome } from "./testing";
import { createView, type View } from "./view";

const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>$$\\unicode{1}$$ \u001b[31m **b** \u202e';

let host: HTMLElement;
let channel: MockChannel;
let view: View;

beforeEach(() => {
  pretendLayout();
  document.body.replaceChildren();
  host = document.body.appendChild(document.createElement("div"));
  channel = new MockChannel();
  view = createView(host, channel);
});

const page = () => host.shadowRoot as ShadowRoot;
const find = (testid: string) => page().querySelector<HTMLElement>(`[data-testid=${testid}]`) as HTMLElement;
const all = (testid: string) => [...page().querySelectorAll<HTMLElement>(`[data-testid=${testid}]`)];
const press = (target: Element, key: string, more: KeyboardEventInit = {}) =>
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true, ...more }));

function show(text = "plain"): void {
  const { view: source, buffers } = sourceView(300, text);
  channel.say(
    {
      welcome: { ...welcome, query: text },
      source: { ...source, headings: { offsets: [0], levels: [1], titles: [text] } },
      source_list: { contains: "", items: [{ source_id: text, chunks: 3, length: 300 }], total: 1 },
      hits: {
        query: text,
        retriever: "keyword",
        label: text,
        top_k: 10,
        items: [
          hit(1, { title: text, snippet: text, terms: [[3, 8]], source_id: text, chunk_id: text }),
          hit(2, { source_id: `${text} other`, row: null }),
        ],
        candidates: 2,
        sources: 2,
        opened_rank: 1,
      },
      results: results([0, 1, 2], { ranks: { 1: 1 }, anchor_row: 1, pattern: text }),
      cards: [0, 1, 2].map((row) => card(row, { content: text, id: text, terms: [[0, 4]] })),
      call: { code: `await index.grep("${text}")`, cell: "", count: 1, milliseconds: 2, failed: false },
      problem: { asked: text, why: text, remedy: text, exception: text },
    },
    buffers,
  );
}

it("asks Python first, and has a place for the answer", () => {
  expect(channel.sent[0]).toMatchObject({ kind: "hello", protocol_version: 1 });
  expect(find("navwidget").textContent).not.toBe("");
});

it("makes no element out of any text, and shows it as it is", () => {
  show(HOSTILE);
  expect(page().querySelectorAll("img, script, iframe, a, i b")).toHaveLength(0);
  expect(find("card").querySelector(".text")?.textContent).toBe(HOSTILE);
  for (const place of ["source-picker", "hits", "problem", "call"]) expect(find(place).textContent).toContain(HOSTILE);
  expect((find("query") as HTMLInputElement).value).toContain("<img");
});

it("names every control and every list", () => {
  show();
  const nameless = [...page().querySelectorAll("button, input, select, [role=listbox]")].filter(
    (control) => !control.getAttribute("aria-label") && !control.textContent?.trim(),
  );
  expect(nameless).toEqual([]);
});

it("tells the position of every hit and card in its list", () => {
  show();
  const positions = [...all("hit"), ...all("card")].map((item) => [
    item.getAttribute("aria-posinset"),
    item.getAttribute("aria-setsize"),
  ]);
  expect(positions).toEqual([
    ["1", "2"],
    ["2", "2"],
    ["1", "3"],
    ["2", "3"],
    ["3", "3"],
  ]);
});

it("opens a hit by a click and by the keyboard", () => {
  show();
  all("hit")[1]?.click();
  expect(channel.sent.at(-1)).toMatchObject({ kind: "open_hit", rank: 2 });
  press(find("hits"), "ArrowUp");
  press(find("hits"), "Enter");
  expect(channel.sent.at(-1)).toMatchObject({ kind: "open_hit", rank: 1 });
});

it("keeps the page small however many hits there are, and reaches the last", () => {
  show();
  const items = Array.from({ length: 100_000 }, (_, i) => hit(i + 1, { source_id: "plain" }));
  channel.say({
    hits: {
      query: "many",
      retriever: "keyword",
      label: "",
      top_k: 100_000,
      items,
      candidates: null,
      sources: 1,
      opened_rank: null,
    },
  });
  expect(all("hit").length).toBeLessThan(60);
  press(find("hits"), "End");
  expect(all("hit").at(-1)?.getAttribute("aria-posinset")).toBe("100000");
  press(find("hits"), "Enter");
  expect(channel.sent.at(-1)).toMatchObject({ kind: "open_hit", rank: 100_000 });
});

it("tints the hit that is ringed, else the one that was opened", () => {
  show();
  const tinted = () => all("hit").map((hit) => hit.getAttribute("aria-selected"));
  expect(tinted()).toEqual(["true", "false"]);
  channel.say({
    hits: {
      query: "x",
      retriever: "keyword",
      label: "",
      top_k: 10,
      items: [1, 2].map((rank) => hit(rank, { source_id: "plain" })),
      candidates: null,
      sources: 1,
      opened_rank: 1,
    },
  });
  channel.say({ selected_row: 2, selection_changed: true });
  expect(tinted()).toEqual(["false", "true"]);
  channel.say({ selected_row: 0, selection_changed: true });
  expect(tinted()).toEqual(["true", "false"]);
});

it("obeys keys inside it, and lets none of them reach the notebook", () => {
  show();
  const notebook = vi.fn();
  document.body.addEventListener("keydown", notebook);
  press(find("results"), "n");
  expect(channel.sent.at(-1)).toMatchObject({ kind: "navigate", direction: "next" });
  press(find("query"), "n");
  press(find("results"), "a");
  expect(notebook).not.toHaveBeenCalled();
  expect(channel.sent.at(-1)).toMatchObject({ kind: "navigate" });
  press(find("results"), "s", { ctrlKey: true });
  expect(notebook).toHaveBeenCalledOnce();
});

it("keeps the page small however long the reading list is", () => {
  show();
  const { view: source, buffers } = sourceView(100_000);
  channel.say({ source, results: results(Array.from({ length: 100_000 }, (_, row) => row)) }, buffers);
  expect(all("card").length).toBeGreaterThan(3);
  expect(all("card").length).toBeLessThan(30);
});

it("finds, then steps with Enter, and back with Shift+Enter", () => {
  show();
  const grep = find("grep") as HTMLInputElement;
  grep.value = "x";
  grep.dispatchEvent(new Event("input"));
  press(grep, "Enter");
  expect(channel.sent.at(-1)).toMatchObject({ kind: "grep", pattern: "x", mode: "phrase", top_k: 200 });
  const matches = [0, 1, 2].map((row) => ({ row, start: row * 100, end: row * 100 + 1 }));
  channel.say({ results: results([0, 1, 2], { operation: "grep", pattern: "x", matches, match_counts: [1, 1, 1] }) });
  expect(find("match-status").textContent).toBe("1 of 3");
  press(grep, "Enter");
  expect(find("match-status").textContent).toBe("2 of 3");
  press(grep, "Enter", { shiftKey: true });
  press(grep, "Enter", { shiftKey: true });
  expect(find("match-status").textContent).toBe("3 of 3");
});

it("says on which page a match is", () => {
  show();
  const { view, buffers } = sourceView(300);
  const headings = { offsets: [0, 40, 80], levels: [0, 0, 0], titles: ["p. 1", "p. 2", "p. 3"] };
  const matches = [{ row: 0, start: 45, end: 50 }];
  const found = results([0], { operation: "grep", pattern: "x", matches, match_counts: [1] });
  channel.say({ source: { ...view, headings }, results: found }, buffers);
  expect(find("match-status").textContent).toBe("1 of 1, p. 2");
});

it("copies a text with where it comes from, by key and by button", async () => {
  show();
  const written: string[] = [];
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: async (text: string) => written.push(text) } });
  channel.say({ selected_row: 1, selection_changed: true });
  press(find("results"), "c");
  all("copy-text")[2]?.click();
  await vi.waitFor(() => expect(written).toEqual(["[plain:100-200]\nplain", "[plain:200-300]\nplain"]));
  vi.unstubAllGlobals();
  pretendLayout();
});

it("unfolds the ringed text by key, and folds it again", () => {
  show();
  channel.say({ selected_row: 1, selection_changed: true });
  const isFolded = () => all("card")[1]?.querySelector(".text")?.classList.contains("folded");
  press(find("results"), "e");
  expect(isFolded()).toBe(false);
  press(find("results"), "e");
  expect(isFolded()).toBe(true);
});

it("says of a blank chunk that it is blank", () => {
  show();
  channel.say({ cards: [card(0, { content: " \n\t" })] });
  expect(all("card")[0]?.textContent).toContain("White space only, 3 characters");
});

it("speaks another language when it is told to, and keeps what it shows", () => {
  show();
  channel.say({ welcome: { ...welcome, settings: { ...welcome.settings, locale: "fr" } } });
  expect(find("next").textContent).toBe("Suivant");
  expect(all("card")).toHaveLength(3);
});

it("greys what the index cannot do, with the reason", () => {
  show();
  const abilities = [{ name: "vector", able: false, reason: "give embedder=" }];
  channel.say({ welcome: { ...welcome, abilities } });
  const vector = find("retriever-vector") as HTMLButtonElement;
  expect([vector.ariaDisabled, vector.title]).toEqual(["true", "give embedder="]);
  vector.click();
  expect(find("problem").textContent).toBe("give embedder=");
});

it("says that an index is empty, but not of one that cannot tell", () => {
  channel.say({ welcome });
  expect(page().textContent).toContain("index a document, then run the cell again");
  channel.say({
    welcome: { ...welcome, abilities: [{ name: "sources", able: false, reason: "no sources" }] },
    results: results([]),
  });
  expect(page().textContent).not.toContain("index a document");
});

it("says an error once, with the name of the exception", () => {
  show();
  channel.say({
    problem: { asked: "", why: "divided by zero.", remedy: "", exception: "ZeroDivisionError: divided by zero" },
  });
  expect(find("problem").textContent).toBe("divided by zero.ZeroDivisionError");
});

it("gives the words of a hit a line of their own, and marks in it what was asked for", () => {
  show("<b>words</b>");
  const row = find("hit");
  expect(row.querySelector(".name")?.textContent).toBe("<b>words</b>");
  const snippet = row.lastElementChild;
  expect(snippet?.textContent).toBe("<b>words</b>");
  expect([...(snippet?.querySelectorAll("mark") ?? [])].map((mark) => mark.textContent)).toEqual(["words"]);
});

it("follows the theme of the notebook around, also when it changes", async () => {
  show();
  channel.say({ welcome: { ...welcome, settings: { ...welcome.settings, theme: "auto" } } });
  document.body.dataset.jpThemeLight = "false";
  await vi.waitFor(() => expect(find("navwidget").classList.contains("dark")).toBe(true));
  document.body.dataset.jpThemeLight = "true";
  await vi.waitFor(() => expect(find("navwidget").classList.contains("dark")).toBe(false));
});

it("leaves nothing behind", () => {
  show();
  view.destroy();
  channel.say({ problem: { asked: "late", why: "", remedy: "", exception: "" } });
  expect(page().childElementCount).toBe(0);
  expect(view.store.state.problem?.asked).not.toBe("late");
});
