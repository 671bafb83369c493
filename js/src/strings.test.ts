import { expect, it, vi } from "vitest";
import { LANGUAGES, stringsFor } from "./strings";

const { en, fr } = LANGUAGES;

/** Every sentence, with numbers and texts put in. */
function sentences(strings: object, path = ""): [path: string, sentence: string][] {
  return Object.entries(strings).flatMap(([name, value]): [string, string][] => {
    const here = `${path}.${name}`;
    if (typeof value === "object") return sentences(value, here);
    const said = typeof value === "function" ? value(...[2, 3, 4, 5].slice(0, value.length)) : value;
    return typeof said === "object" ? sentences(said, here) : [[here, String(said)]];
  });
}

it("says in French whatever it says in English", () => {
  const empty = (strings: object) => sentences(strings).flatMap(([path, said]) => (said.trim() === "" ? [path] : []));
  expect(sentences(fr).map(([path]) => path)).toEqual(sentences(en).map(([path]) => path));
  expect(empty(fr)).toEqual(empty(en));
});

it("writes numbers and plurals as the language does", () => {
  expect([en.chunkCount(0), en.chunkCount(1), en.chunkCount(1234)]).toEqual(["0 chunks", "1 chunk", "1,234 chunks"]);
  expect([fr.chunkCount(0), fr.chunkCount(2)]).toEqual(["0 fragment", "2 fragments"]);
  expect(fr.number(1234)).toMatch(/^1\s234$/);
});

it("names chunks without a number where none is known", () => {
  expect([en.chunk(7), en.chunk(null), en.hitChunk(1, null)]).toEqual(["Chunk 7", "Chunk", "Hit 1"]);
  expect(en.timeline.position(7, 9, 0, 5)).toBe("Chunk 7 of 9, characters 0 to 5");
  expect(en.timeline.position(null, null, 0, 5)).toBe("Chunk, characters 0 to 5");
  expect(fr.timeline.position(7, 9, 0, 5)).toBe("Fragment 7 sur 9, caractères 0 à 5");
  expect(en.cardLabel("Chunk", null, 0, 5)).toBe("Chunk, characters 0 to 5");
});

it.each([
  ["fr", fr],
  ["fr-CA", fr],
  ["en-GB", en],
  ["de", en],
  ["frr", en],
])("speaks to %s", (locale, strings) => {
  expect(stringsFor(locale)).toBe(strings);
});

it("asks the browser where it is told nothing", () => {
  vi.stubGlobal("navigator", { language: "fr-BE" });
  expect(stringsFor("auto")).toBe(fr);
  vi.unstubAllGlobals();
});
