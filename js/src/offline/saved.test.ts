import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type SavedPage, SavedSource } from "./saved";

const file = new URL("../../../tests/data/page_sessions.json", import.meta.url);
const [{ page }] = JSON.parse(readFileSync(file, "utf8")) as [{ page: SavedPage }];
const [search] = page.searches;

/** The snippet of a hit, out of a chunk's text. */
function snippetOf(text: string, snippet: string | [begin: number, before: string]) {
  const hit = { row: 0, score: 1, parts: [], title: "a title", snippet };
  const searches = search ? [{ ...search, hits: { ...search.hits, items: [hit] } }] : [];
  return new SavedSource({ ...page, texts: { 0: text }, searches }).searches[0]?.hits.items[0]?.snippet;
}

it("cuts a snippet out of its chunk, on one line", () => {
  expect(snippetOf("😀 of  the\n\nend ", [2, ""])).toBe("of the end");
  expect(snippetOf("😀 of the end", [5, "… "])).toBe("… the end");
  expect(snippetOf("changed since", "as it was")).toBe("as it was");
});

it("shows at most 160 code points, and says so where that is not all", () => {
  expect(snippetOf("😀".repeat(160), [0, ""])).toBe("😀".repeat(160));
  expect(snippetOf("😀".repeat(161), [0, ""])).toBe(`${"😀".repeat(159)}…`);
  expect(snippetOf("abc😀 ".repeat(99), [0, "… "])).toBe(`… ${"abc😀 ".repeat(31)}ab…`);
  expect(snippetOf(`${"a".repeat(158)} bc`, [0, ""])).toBe(`${"a".repeat(158)}…`);
});
