import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fold, type GrepMode, matchSpans, type Utf16Span } from "./text";

interface Vectors {
  folds: [unfolded: string, folded: string];
  matches: { content: string; pattern: string; mode: GrepMode; utf16_spans: Utf16Span[] }[];
}

const file = new URL("../../tests/data/match_spans.json", import.meta.url);
const { folds, matches } = JSON.parse(readFileSync(file, "utf8")) as Vectors;

describe("fold", () => {
  it("folds every character that Unicode folds, as Python does", () => {
    expect(fold(folds[0])).toBe(folds[1]);
  });

  it("leaves every other code point as it is, lone surrogates too", () => {
    const foldable = new Set(folds[0]);
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      if (fold(character) !== character && !foldable.has(character)) {
        expect.fail(`U+${code.toString(16)} must not fold`);
      }
    }
  });
});

describe("matchSpans", () => {
  it.each(matches)("finds what Python finds: $mode $pattern in $content", (vector) => {
    expect(matchSpans(vector.content, vector.pattern, vector.mode)).toEqual(vector.utf16_spans);
  });

  it("counts UTF-16 units", () => {
    expect(matchSpans("🙂🙂 Needle", "needle", "phrase")).toEqual([[5, 11]]);
  });

  it("does not find half a character", () => {
    expect(matchSpans("🙂\ud83d", "\ud83d", "phrase")).toEqual([[2, 3]]);
  });
});
