import { expect, it } from "vitest";
import { results } from "../testing";
import { addedRow } from "./reveal";

const around = (rows: number[], anchor_row: number) => results(rows, { anchor_row });

it.each([
  ["a first list", null, around([4, 5, 6], 5), { row: 5, isNew: true }],
  ["a list around another chunk", around([4, 5, 6], 5), around([6, 7, 8], 7), { row: 7, isNew: true }],
  ["a step forward", around([4, 5, 6], 5), around([4, 5, 6, 8], 5), { row: 8, isNew: false }],
  ["a step back", around([4, 5, 6], 5), around([2, 4, 5, 6], 5), { row: 2, isNew: false }],
  ["what was left out", around([4, 8], 4), around([4, 6, 8], 4), { row: 6, isNew: false }],
  ["a step at the end, or back in the history", around([4, 5, 6], 5), around([4, 5], 5), null],
  ["an empty list", around([4], 4), results([]), null],
])("looks at the right card after %s", (_, before, after, expected) => {
  expect(addedRow(before, after)).toEqual(expected);
});
