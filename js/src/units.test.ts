import fc from "fast-check";
import { expect, it } from "vitest";
import { utf16Positions } from "./units";

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
