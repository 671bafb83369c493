import { expect, it, vi } from "vitest";
import type { EvidenceItem, HistoryEntry } from "./protocol";
import { bench, card, results, sourceView } from "./testing";

const opened = () => {
  const made = bench();
  const { view, buffers } = sourceView(50);
  made.channel.say({ source: view }, buffers);
  return made;
};
const last = ({ channel }: ReturnType<typeof opened>) => channel.sent.at(-1);

it("sends what the controls hold", () => {
  const made = opened();
  made.actions.fill({ query: "notice", topK: "7", skipRead: true, retriever: "vector" });
  made.actions.search();
  expect(last(made)).toMatchObject({ kind: "search", query: "notice", top_k: 7, skip_read: true, retriever: "vector" });
});

it.each(["", "  "])("asks nothing for the query %j", (query) => {
  const made = opened();
  made.actions.fill({ query });
  made.actions.search();
  expect(made.channel.sent).toEqual([]);
  expect(made.store.state.problem).toBeNull();
  made.actions.search(true);
  expect(made.store.state.problem?.why).toBe("The query is empty: type what to look for.");
  expect(made.channel.sent).toEqual([]);
});

it("names a field of the range as the page does", () => {
  const made = opened();
  made.actions.fill({ readEnd: "far" });
  made.actions.read();
  expect(made.store.state.problem).toMatchObject({
    asked: "",
    why: "Read: end must be a whole number of at least 0, got “far”.",
    field: "read-end",
  });
});

it("leaves a side of the range open where its field is empty, and takes 0 for a position", () => {
  const made = opened();
  made.actions.fill({ readStart: "0", readEnd: "" });
  made.actions.read();
  expect(last(made)).toMatchObject({ kind: "read", start: 0, end: null });
});

it("shows a range that was dragged until its fields say another", () => {
  const made = opened();
  made.actions.setRange([100, 300]);
  expect(made.store.state.form).toMatchObject({ readStart: "100", readEnd: "300" });
  expect(made.store.state.range).toEqual([100, 300]);
  made.actions.fill({ query: "notice" });
  expect(made.store.state.range).toEqual([100, 300]);
  made.actions.fill({ readEnd: "30" });
  expect(made.store.state.range).toBeNull();
});

it.each([
  ["", "k is empty."],
  ["0", "k must be a whole number of at least 1, got “0”."],
  ["two", "k must be a whole number of at least 1, got “two”."],
])("refuses %j for a number of chunks, with what to do and where", (step, why) => {
  const made = opened();
  made.channel.say({ results: results([1]) });
  made.actions.fill({ step });
  made.actions.navigate("next");
  expect(made.channel.sent).toEqual([]);
  expect(made.store.state.problem).toMatchObject({ why, field: "k" });
  expect(made.store.state.problem?.remedy).not.toBe("");
});

it("refuses a range that ends before it starts", () => {
  const made = opened();
  made.actions.fill({ readStart: "500", readEnd: "100" });
  made.actions.read();
  expect(made.channel.sent).toEqual([]);
  expect(made.store.state.problem?.why).toBe("The range starts at 500, after its end at 100.");
});

it("steps through matches in a circle, and the window and the ring go along", () => {
  const made = opened();
  const matches = [1, 1, 40].map((row) => ({ row, start: row * 100, end: row * 100 + 5 }));
  made.channel.say({ results: results([1, 40], { operation: "grep", matches, pattern: "x" }) });
  expect(made.store.state.match).toBe(0);
  made.actions.stepMatch(-1);
  expect(made.store.state.match).toBe(2);
  expect(made.store.state.selected).toBe(40);
  expect(made.store.state.window[0]).toBeLessThanOrEqual(4000);
  expect(made.store.state.window[1]).toBeGreaterThanOrEqual(4005);
  made.actions.stepMatch(1);
  expect(made.store.state.match).toBe(0);
});

it("asks once for a text, also when the answer never brings it", () => {
  const made = opened();
  made.channel.say({ cards: [card(3)] });
  made.actions.fetchCards([3, 4]);
  made.actions.fetchCards([3, 4]);
  expect(made.channel.sent.map((request) => "rows" in request && request.rows)).toEqual([[4]]);
});

it("keeps a problem on show until something else works", () => {
  const made = opened();
  const problem = { asked: "x", why: "y", remedy: "z", exception: "" };
  made.actions.fill({ pattern: "x" });
  made.channel.say({ problem });
  made.actions.fetchCards([1]);
  made.channel.say({ cards: [card(1)], reply_to: last(made)?.id ?? 0 });
  expect(made.store.state.problem).toEqual(problem);
  made.actions.grep();
  made.channel.say({ results: results([1]), reply_to: last(made)?.id ?? 0 });
  expect(made.store.state.problem).toBeNull();
});

it("widens a range to the chunks that cross its edges", () => {
  const made = opened();
  made.actions.fill({ readStart: "150", readEnd: "420" });
  made.actions.widen();
  expect(last(made)).toMatchObject({ kind: "read", start: 100, end: 500 });
});

it("tells a screen reader how many results there are and where", () => {
  const made = opened();
  made.store.update({ welcomed: true });
  made.channel.say({ results: results([16, 17]) });
  expect(made.store.state.announcement).toBe("2 results, chunk 17 of 50, characters 1,600 to 1,700");
});

it("hands each text to whoever wanted it, and tells those who get none", async () => {
  const copied = vi.fn(async (_text: string) => {});
  vi.stubGlobal("navigator", { clipboard: { writeText: copied } });
  const made = opened();
  made.store.update({
    history: { entries: [{} as HistoryEntry], current: null, total: 1 },
    evidence: { items: [{} as EvidenceItem], characters: 0, tokens: 0, budget: null, left_out: [] },
  });
  const done = (["code", "json", "markdown", "json"] as const).map((form) => made.actions.export(form, "copy"));
  const [code, json, markdown] = made.channel.sent.map(({ id }) => id) as [number, number, number, number];
  made.channel.say({ reply_to: code, export: { form: "code", text: "the code", file_name: "" } });
  made.channel.say({ reply_to: json, problem: { asked: "", why: "no", remedy: "", exception: "" } });
  made.channel.say({ reply_to: markdown, export: { form: "markdown", text: "the text", file_name: "" } });
  made.channel.lose();
  expect(await Promise.all(done)).toEqual([true, false, true, false]);
  expect(copied.mock.calls).toEqual([["the code"], ["the text"]]);
  vi.unstubAllGlobals();
});

it("says that the kernel is gone and what to do", () => {
  const made = opened();
  made.channel.gone = true;
  made.actions.openRow(1);
  expect(made.store.state.problem).toMatchObject({ asked: "The kernel is gone: run the cell again." });
});
