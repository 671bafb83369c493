// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import type { HistoryEntry } from "../protocol";
import { stringsFor } from "../strings";
import { bench, pretendLayout } from "../testing";
import { createHistory } from "./history";

const call = (entry: number, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  entry,
  operation: "navigate",
  label: `call ${entry}`,
  source_id: "",
  start: null,
  end: null,
  number: null,
  code: `await index.navigate(${entry})`,
  count: 2,
  milliseconds: 0.1,
  failed: false,
  ...more,
});

function shown() {
  pretendLayout();
  const made = bench();
  document.body.replaceChildren(...(createHistory(made) as HTMLElement[]));
  made.channel.say({ history: { entries: [call(7), call(8, { failed: true }), call(9)], current: 9, total: 12 } });
  return made;
}
const all = (testid: string) => [...document.querySelectorAll<HTMLElement>(`[data-testid=${testid}]`)];

it("names the chunk whose neighbours were asked for, not its id", () => {
  const made = shown();
  made.channel.say({ history: { entries: [call(1, { operation: "neighbours", number: 22 })], current: 1, total: 1 } });
  expect(all("history-entry")[0]?.textContent).toBe("neighboursChunk 222 chunks, 0.1 ms");
});

it.each([
  ["en", { source_id: "papers/a.md", start: 9856, end: 10368, label: "next" }, "a.md, 9,856–10,368, next"],
  ["fr", { source_id: "a.md", start: 9856, end: 10368, label: "" }, "a.md, 9\u202f856–10\u202f368"],
  ["en", { source_id: "a.md", end: 500, label: "" }, "a.md, –500"],
  ["en", { source_id: "a.md", label: "Peak Season" }, "a.md, Peak Season"],
  ["en", { label: "E-1042, 1042" }, "E-1042, 1042"],
] as const)("says in %s where a call asked, its numbers grouped", (locale, more, said) => {
  const made = { ...bench(), strings: stringsFor(locale) };
  document.body.replaceChildren(...(createHistory(made) as HTMLElement[]));
  made.channel.say({ history: { entries: [call(1, more)], current: 1, total: 1 } });
  expect(document.querySelector(".entry .name")?.textContent).toBe(said);
});

it("lists every call, newest first, with its count and time or that it failed", () => {
  shown();
  expect(all("history-entry").map((entry) => entry.textContent)).toEqual([
    "navigatecall 92 chunks, 0.1 ms",
    "navigatecall 8failed, 0.1 ms",
    "navigatecall 72 chunks, 0.1 ms",
  ]);
  expect(document.body.textContent).toContain("the newest 3 of 12 calls");
});

it("says where one is, and goes back to a call", () => {
  const made = shown();
  const entries = all("history-entry");
  expect(entries.map((entry) => entry.getAttribute("aria-current"))).toEqual(["true", null, null]);
  entries[2]?.click();
  expect(made.channel.sent.at(-1)).toMatchObject({ kind: "go_to", entry: 7 });
});

it("copies the session as the code that Python writes", async () => {
  const made = shown();
  const writeText = vi.fn(async (_text: string) => {});
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  all("copy-code")[0]?.click();
  const asked = made.channel.sent.at(-1);
  expect(asked).toMatchObject({ kind: "export", form: "code" });
  made.channel.say({ export: { form: "code", text: "of another view", file_name: "other.py" } });
  made.channel.say({
    reply_to: asked?.id ?? 0,
    export: { form: "code", text: "await index", file_name: "session.py" },
  });
  await vi.waitFor(() => expect(all("copy-code")[0]?.title).toBe("Copied"));
  expect(writeText.mock.calls).toEqual([["await index"]]);
  vi.unstubAllGlobals();
});
