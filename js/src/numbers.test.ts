import { expect, it } from "vitest";
import { wholeNumber } from "./numbers";

it.each([
  ["7", 7],
  [" 24340 ", 24340],
  ["24,340", 24340],
  ["24 340", 24340],
  ["1.234.567", 1234567],
  ["-1", -1],
  ["0", 0],
  ["", null],
  ["1.5", null],
  ["1,5", null],
  ["ten", null],
  ["9007199254740993", Number.MAX_SAFE_INTEGER],
  ["99999999999999999999999", Number.MAX_SAFE_INTEGER],
  ["-99999999999999999999999", -Number.MAX_SAFE_INTEGER],
])("takes %j as %j", (text, value) => {
  expect(wholeNumber(text)).toBe(value);
});
