import { expect, it } from "vitest";
import { createStore } from "../state";
import { results } from "../testing";
import { linesOf, recentRows } from "./folds";

const list = results([3, 4, 5], { roles: ["previous", "hit", "next"], anchor_row: 4 });
const state = createStore({ results: list }).state;
const none = new Set<number>();

it("folds what came before to a line, and long chunks to their beginning", () => {
  expect([0, 1, 2].map((at) => linesOf(state, 3 + at, at, none))).toEqual([1, 12, 12]);
});

it("shows more of what the last step added", () => {
  expect(linesOf(state, 3, 0, new Set([3]))).toBe(12);
});

it("shows the whole text of what a person unfolded, and of the current match", () => {
  expect(linesOf({ ...state, folding: new Map([[3, false]]) }, 3, 0, none)).toBeNull();
  expect(linesOf({ ...state, folding: new Map([[3, true]]) }, 3, 0, new Set([3]))).toBe(12);
  const found = results([3, 4, 5], { operation: "grep", matches: [{ row: 5, start: 0, end: 1 }] });
  expect(linesOf({ ...state, results: found, match: 0 }, 5, 2, none)).toBeNull();
});

it("calls recent what a step added to the list, and nothing of another list", () => {
  expect(recentRows(list, results([2, 3, 4, 5], { anchor_row: 4 }))).toEqual(new Set([2]));
  expect(recentRows(list, results([3, 4], { anchor_row: 9 }))).toEqual(none);
  expect(recentRows(null, list)).toEqual(none);
});
