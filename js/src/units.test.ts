import fc from "fast-check";
import { expect, it } from "vitest";
import { CodePointText, codePointSpans, utf16Positions } from "./units";

it("counts a character beyond U+FFFF once in, twice out", () => {
  expect(utf16Positions("a🙂b", [0, 1, 2, 3])).toEqual([0, 1, 3, 4]);
});

it("puts what lies beyond the end at the end", () => {
  expect(utf16Positions("🙂", [1, 9])).toEqual([2, 2]);
});

it("cuts where the text cut into code points cuts", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.array(fc.nat(30)), (text, positions) => {
      const ascending = positions.toSorted((a, b) => a - b);
      const points = [...text];
      const expected = ascending.map((position) => points.slice(0, position).join("").length);
      expect(utf16Positions(text, ascending)).toEqual(expected);
    }),
  );
});

const text = fc.string({ unit: fc.constantFrom("a", "é", "\n", "😀", "\ud83d", "\ude00"), maxLength: 12 });

it("cuts a text at code points as an array of them would be cut", () => {
  fc.assert(
    fc.property(text, fc.nat(2400), fc.nat(2400), fc.nat(300), (piece, start, length, times) => {
      const whole = piece.repeat(times);
      const expected = [...whole].slice(start, start + length).join("");
      expect(new CodePointText(whole).slice(start, start + length)).toBe(expected);
    }),
  );
});

it("counts code points where units were counted", () => {
  fc.assert(
    fc.property(text, (whole) => {
      const points = [...whole];
      const units = points.map((_, i) => points.slice(0, i).join("").length);
      const spans = points.map((point, i): [number, number] => [
        units[i] as number,
        (units[i] as number) + point.length,
      ]);
      expect(codePointSpans(whole, spans)).toEqual(points.map((_, i) => [i, i + 1]));
    }),
  );
});
