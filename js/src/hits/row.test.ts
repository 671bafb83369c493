// @vitest-environment jsdom
import { expect, it } from "vitest";
import type { HitList } from "../protocol";
import { bench, hit } from "../testing";
import { partsOf } from "./parts";
import { hitRow, shortOf } from "./row";

const { store, strings } = bench();
const part = (retriever: "keyword" | "vector", share: number) => ({ retriever, rank: 1, score: 1, share });

function barsOf(retriever: HitList["retriever"], items: HitList["items"]) {
  const hits = { query: "", retriever, label: "", top_k: 2, items, candidates: null, sources: 1, opened_rank: null };
  const rows = items.map((_, position) => hitRow(position, hits, partsOf(hits), store.state, strings));
  return rows.map((row) => [...row.querySelectorAll<HTMLElement>(".bar i")].map(({ style }) => style.width));
}

it("draws of a fusion what each child added, as Python says it", () => {
  const items = [
    hit(1, { score: 4, parts: [part("keyword", 0.75), part("vector", 0.25)] }),
    hit(2, { score: 1, parts: [part("vector", 1)] }),
  ];
  expect(barsOf("own", items)).toEqual([["75%", "25%"], ["25%"]]);
});

it("draws one bar where nothing was fused", () => {
  expect(barsOf("keyword", [hit(1, { score: 4 }), hit(2, { score: 3 })])).toEqual([["100%"], ["75%"]]);
});

it("shows no score where none was given, and that of the others as it is", () => {
  const items = [hit(1, { score: null }), hit(2, { score: 0 })];
  const hits = { query: "", retriever: "own", label: "", top_k: 2, items, candidates: null, sources: 1 } as const;
  const rows = items.map((_, at) => hitRow(at, { ...hits, opened_rank: null }, [], store.state, strings));
  expect(rows.map((row) => row.querySelector(".total")?.textContent)).toEqual(["–", ".0000"]);
});

it("says of a hit that the index has it no longer, in words and to who listens", () => {
  const items = [hit(1, { fate: "gone" }), hit(2)];
  const hits = { query: "", retriever: "keyword", label: "", top_k: 2, items, candidates: null, sources: 1 } as const;
  const [gone, there] = items.map((_, at) => hitRow(at, { ...hits, opened_rank: null }, [], store.state, strings));
  expect(gone?.querySelector(".name")?.textContent).toBe(`a.md, ${strings.fates.gone}  title 1`);
  expect(gone?.getAttribute("aria-label")).toContain(strings.fates.gone);
  expect(there?.textContent).not.toContain(strings.fates.gone);
});

it("lays the name of a source out by itself, so that it turns no title after it around", () => {
  const items = [hit(1, { source_id: "agr\u202etxt.md" })];
  const hits = { query: "", retriever: "keyword", label: "", top_k: 1, items, candidates: null, sources: 1 } as const;
  const row = hitRow(0, { ...hits, opened_rank: null }, [], store.state, strings);
  const name = [...row.querySelectorAll("*")].find(({ firstChild }) => firstChild?.nodeValue?.includes("\u202e"));
  expect([name?.getAttribute("dir"), name?.childNodes.length]).toEqual(["auto", 1]);
});

it.each([
  ["a/b/notes.md", ["x/y/other.md"], "notes.md"],
  ["a/b/notes.md", ["x/b/notes.md"], "a/b/notes.md"],
  ["a/b/notes.md", ["b/c/notes.md", "a/b/notes.md"], "b/notes.md"],
  ["b/notes.md", ["a/b/notes.md"], "b/notes.md"],
  ["notes.md", ["a/notes.md"], "notes.md"],
  ["a/notes.md", ["notes.md"], "a/notes.md"],
  ["a/minutes-of-2026-may.txt", ["b/minutes-of-2026-july.txt"], "…026-may.txt"],
  ["minutes-of-2026", ["minutes-of-2026-may"], "minutes-of-2026"],
  ["minutes-of-2026-may", ["minutes-of-2026"], "…2026-may"],
  ["may-minutes-of-2026.txt", ["july-minutes-of-2026.txt"], "may-minutes-of-2026.txt"],
  ["https://example.org/guide/", [], "guide/"],
])("calls the source %s beside %j by the end of its path: %s", (id, others, short) => {
  const items = [id, ...others].map((source_id, at) => hit(at + 1, { source_id }));
  expect(shortOf(id, { items })).toBe(short);
});
