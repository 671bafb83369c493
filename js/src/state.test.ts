import { expect, it } from "vitest";
import { countOf, numberOf } from "./state";
import { sourceOf } from "./timeline/testing";

const [TEXT, IMAGE, SUMMARY] = [0, 1, 2];

function decoded(types: number[]) {
  const names = ["content", "image_annotation", "summary"];
  const counts = Object.fromEntries(names.map((name, code) => [name, types.filter((type) => type === code).length]));
  const pairs = types.map((_, row) => [row, row + 1] as const);
  return { ...sourceOf(pairs, types.length), types: Uint8Array.from(types), counts };
}

it("numbers chunks among those of their type, from 1 in reading order", () => {
  const source = decoded([SUMMARY, TEXT, IMAGE, TEXT, SUMMARY, TEXT]);
  expect([0, 1, 2, 3, 4, 5].map((row) => numberOf(source, row))).toEqual([1, 1, 1, 2, 2, 3]);
  expect([0, 1, 2].map((row) => countOf(source, row))).toEqual([2, 3, 1]);
});

it("numbers none where not all chunks are known, nor what is no row", () => {
  const source = decoded([TEXT, TEXT]);
  expect(numberOf({ ...source, complete: false }, 1)).toBeNull();
  expect(countOf({ ...source, complete: false }, 1)).toBeNull();
  expect([numberOf(source, -1), countOf(source, 2), numberOf(null, 0)]).toEqual([null, null, null]);
});
