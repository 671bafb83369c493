// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import type { EvidenceItem, EvidenceList } from "../protocol";
import { type Bench, bench, pretendLayout } from "../testing";
import { createEvidence } from "./evidence";

const item = (chunk_id: string, source_id: string, more: Partial<EvidenceItem> = {}): EvidenceItem => ({
  chunk_id,
  source_id,
  row: null,
  start: 0,
  end: 100,
  title: `title of ${chunk_id}`,
  fate: "",
  ...more,
});
const list = (more: Partial<EvidenceList> = {}): EvidenceList => ({
  items: [item("1", "a.md"), item("2", "a.md"), item("3", "b.md", { start: null, end: null })],
  characters: 300,
  tokens: 75,
  budget: null,
  left_out: [],
  ...more,
});

let made: Bench;
const find = (testid: string) => document.querySelector<HTMLElement>(`[data-testid=${testid}]`) as HTMLElement;
const all = (testid: string) => [...document.querySelectorAll<HTMLElement>(`[data-testid=${testid}]`)];

beforeEach(() => {
  pretendLayout();
  made = bench();
  document.body.replaceChildren(...(createEvidence(made) as HTMLElement[]));
});

it("says of what was starred that it has changed since, or is gone", () => {
  made.channel.say({
    evidence: list({ items: [item("1", "a", { fate: "changed" }), item("2", "a", { fate: "gone" })] }),
  });
  expect(all("evidence-item").map((line) => line.querySelector(".unit")?.textContent)).toEqual([
    "0–100, changed since",
    "0–100, no longer there",
  ]);
});

it("lists what was starred source by source, with each source named once", () => {
  made.channel.say({ evidence: list() });
  expect([...find("evidence-list").children].map((line) => line.textContent)).toEqual([
    "a.md",
    "title of 10–100",
    "title of 20–100",
    "b.md",
    "title of 3no place",
  ]);
  expect(find("evidence").textContent).toBe("3");
  expect(find("evidence").title).toBe("3 chunks, 300 characters with citations, about 75 tokens");
});

it("goes to a chunk, and lets go of one, by its id: it may lie in another source", () => {
  made.channel.say({ evidence: list() });
  all("evidence-item")[2]?.click();
  expect(made.channel.sent.at(-1)).toMatchObject({ kind: "open_chunk", chunk_id: "3" });
  all("unstar")[1]?.click();
  expect(made.channel.sent.at(-1)).toMatchObject({ kind: "star", chunk_id: "2", starred: false });
});

it("shows how full the budget is, and what it leaves out", () => {
  const meter = () => find("evidence").querySelector<HTMLElement>(".meter") as HTMLElement;
  made.channel.say({ evidence: list() });
  expect(meter().hidden).toBe(true);
  made.channel.say({ evidence: list({ budget: 150 }) });
  expect([meter().hidden, meter().querySelector("i")?.style.width]).toEqual([false, "50%"]);
  made.channel.say({ evidence: list({ budget: 50, left_out: ["3"] }) });
  expect(meter().classList.contains("full")).toBe(true);
  expect(all("evidence-item").map((entry) => entry.classList.contains("left-out"))).toEqual([false, false, true]);
});

it.each([
  ["800", { kind: "set_budget", tokens: 800 }],
  ["", { kind: "set_budget", tokens: null }],
])("sets the budget that was typed: %j", (typed, request) => {
  made.channel.say({ evidence: list({ budget: 150 }) });
  const budget = find("budget") as HTMLInputElement;
  budget.value = typed;
  budget.dispatchEvent(new Event("input"));
  budget.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
  expect(made.channel.sent.at(-1)).toMatchObject(request);
});

it("refuses a budget that is no number, and asks nothing", () => {
  made.actions.setBudget("many");
  expect(made.channel.sent).toEqual([]);
  expect(made.store.state.problem?.why).toContain("many");
});

it("greys what there is nothing to export for", () => {
  expect(find("copy-markdown").ariaDisabled).toBe("true");
  made.channel.say({ evidence: list() });
  expect(find("copy-markdown").ariaDisabled).toBe(null);
});
