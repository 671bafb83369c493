import { expect, it } from "vitest";
import { bench, results, sourceView } from "../testing";
import { isStretch, type Wire, wiresOf } from "./wires";

const rail = (offset: number) => offset / 100;
const picture = ({ kind, from, to, look }: Wire) => `${kind} ${from}-${to} ${look}`;

function state(more: Parameters<typeof results>[1], selected: number | null = null, hovered: number | null = null) {
  const made = bench();
  const { view, buffers } = sourceView(50);
  made.channel.say(
    { source: view, results: results([2, 3], more), selected_row: selected, selection_changed: true },
    buffers,
  );
  made.actions.hover(hovered);
  return made.store.state;
}

it("runs from a hit to its place in the document, and on to its card", () => {
  const wires = wiresOf(
    state({ ranks: { 2: 1 } }),
    [{ row: 2, y: 7 }],
    [
      { row: 2, y: 9 },
      { row: 3, y: 20 },
    ],
    rail,
    100,
  );
  expect(wires.map(picture)).toEqual(["hit 7-2.5 plain", "card 2.5-9 plain"]);
});

it("runs to every card that holds a match, but not to one below the edge", () => {
  const cards = [
    { row: 2, y: 9 },
    { row: 3, y: 98 },
  ];
  const wires = wiresOf(state({ operation: "grep" }), [], cards, rail, 100);
  expect(wires.map(picture)).toEqual(["card 2.5-9 match"]);
});

it("draws what is ringed last, and what is under the pointer before it", () => {
  const places = [2, 3, 4].map((row) => ({ row, y: row }));
  const wires = wiresOf(state({}, 2, 3), places, [], rail, 100);
  expect(wires.map(({ look }) => look)).toEqual(["plain", "near", "opened"]);
});

it("keeps the hit that was opened, when steps took the ring on to a chunk without a line", () => {
  const list = { anchor_row: 2, ranks: { 2: 1 } };
  const wires = wiresOf(
    state(list, 3),
    [
      { row: 2, y: 7 },
      { row: 9, y: 8 },
    ],
    [{ row: 2, y: 9 }],
    rail,
    100,
  );
  expect(wires.map(picture)).toEqual(["hit 8-9.5 plain", "hit 7-2.5 opened", "card 2.5-9 opened"]);
});

it("enlarges only a list that is one stretch of the document", () => {
  expect([isStretch(state({})), isStretch(state({ operation: "grep" }))]).toEqual([true, false]);
});
