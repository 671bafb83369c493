import { expect, it } from "vitest";
import { results } from "../testing";
import { itemsOf, keyOf } from "./items";

const gap = (after_row: number, before_row: number, start: number) => ({
  after_row,
  before_row,
  start,
  end: start + 5,
  characters: 5,
  rows: [],
});

it("puts what was left out where it lies: before a card, or behind the last", () => {
  const list = results([3, 5], { skipped: [gap(3, 5, 400), gap(5, -1, 600), gap(-1, 3, 100)] });
  expect(itemsOf(list).map(keyOf)).toEqual([-101, 3, -401, 5, -601]);
});
