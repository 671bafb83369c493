import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunkPairs, endsOf, type Pair, startsOf } from "./arbitraries";
import { Chunks } from "./chunks";
import { assignLanes, DEEPER, MOST_LANES } from "./lanes";

const lanesOf = (pairs: readonly Pair[]) => assignLanes(startsOf(pairs), endsOf(pairs));

/** Most chunks over one code point, those of no length counted as one code point long. */
function deepest(pairs: readonly Pair[]): number {
  const over = (at: number) => pairs.filter(([start, end]) => start <= at && at < Math.max(end, start + 1)).length;
  return Math.max(0, ...pairs.map(([start]) => over(start)));
}

describe("assignLanes", () => {
  it.each<[string, Pair[], number[]]>([
    [
      "side by side",
      [
        [0, 5],
        [5, 9],
      ],
      [0, 0],
    ],
    [
      "overlapping",
      [
        [0, 5],
        [4, 9],
        [8, 12],
      ],
      [0, 1, 0],
    ],
    [
      "nested",
      [
        [0, 20],
        [2, 5],
        [3, 4],
        [6, 9],
      ],
      [0, 1, 2, 1],
    ],
    [
      "two points at one place",
      [
        [3, 3],
        [3, 3],
      ],
      [0, 1],
    ],
    [
      "a point where a chunk ends",
      [
        [0, 3],
        [3, 3],
        [3, 6],
      ],
      [0, 0, 1],
    ],
  ])("lays out chunks %s", (_, pairs, lanes) => {
    expect([...lanesOf(pairs).laneOf]).toEqual(lanes);
  });

  it("never lets two chunks of a lane overlap", () => {
    fc.assert(
      fc.property(chunkPairs, (pairs) => {
        for (const track of lanesOf(pairs).tracks) {
          for (let k = 1; k < track.size; k++) expect(track.end(k - 1)).toBeLessThanOrEqual(track.start(k));
        }
      }),
    );
  });

  it("uses as many lanes as the deepest overlap, up to the most", () => {
    fc.assert(
      fc.property(chunkPairs, (pairs) => {
        expect(lanesOf(pairs).tracks.length).toBe(Math.min(deepest(pairs), MOST_LANES));
      }),
    );
  });

  it("loses no chunk: each is in its lane or counted as deeper", () => {
    fc.assert(
      fc.property(chunkPairs, (pairs) => {
        const { tracks, laneOf, deeper } = lanesOf(pairs);
        const placed = tracks.flatMap((track) => [...(track.places ?? [])]);
        const left = [...laneOf.keys()].filter((place) => laneOf[place] === DEEPER);
        expect([...placed, ...left].sort((a, b) => a - b)).toEqual([...pairs.keys()]);
        expect(deeper.count({ first: 0, last: deeper.heaps.size - 1 })).toBe(left.length);
      }),
    );
  });

  it("gathers what lies deeper into heaps beside each other, each with as many as a look at each chunk finds", () => {
    fc.assert(
      fc.property(chunkPairs, (pairs) => {
        const { laneOf, deeper } = lanesOf(pairs);
        const left = pairs.filter((_, k) => laneOf[k] === DEEPER);
        for (let at = 0; at < deeper.heaps.size; at++) {
          const { start, end } = deeper.heaps.span(at);
          expect(start).toBeGreaterThanOrEqual(at > 0 ? deeper.heaps.end(at - 1) : 0);
          const inside = left.filter((pair) => pair[0] >= start && pair[1] <= end);
          // One of no length at the end of a heap is counted in the next.
          const isClear = inside.every((pair) => pair[0] < end || start === end);
          if (isClear) expect(deeper.count({ first: at, last: at })).toBe(inside.length);
        }
      }),
    );
  });
});

describe("Chunks", () => {
  it("keeps rows apart from places where the source has several types", () => {
    const pairs: Pair[] = [
      [0, 5],
      [0, 50],
      [5, 9],
      [9, 12],
    ];
    const chunks = Chunks.ofType(0, Uint8Array.of(0, 2, 0, 0), startsOf(pairs), endsOf(pairs), 50);
    expect([0, 1, 2].map((place) => chunks.row(place))).toEqual([0, 2, 3]);
    expect([0, 1, 2, 3].map((row) => chunks.place(row))).toEqual([0, -1, 1, 2]);
    expect(chunks.lanes.tracks.length).toBe(1);
  });

  it("gives a column of rows by place, without a copy where rows are places", () => {
    const pairs: Pair[] = [
      [0, 5],
      [0, 50],
      [5, 9],
    ];
    const scores = Float32Array.of(1, 2, 3);
    const all = Chunks.ofType(0, new Uint8Array(3), startsOf(pairs), endsOf(pairs), 50);
    const some = Chunks.ofType(0, Uint8Array.of(0, 2, 0), startsOf(pairs), endsOf(pairs), 50);
    expect(all.byPlace(scores)).toBe(scores);
    expect([...some.byPlace(scores)]).toEqual([1, 3]);
    expect([...all.byPlace(scores.slice(0, 2))]).toEqual([1, 2, 0]);
  });

  it("selects any chunks into tracks of their lanes", () => {
    const pairs: Pair[] = [
      [0, 5],
      [4, 9],
      [8, 12],
    ];
    const chunks = Chunks.ofType(0, new Uint8Array(3), startsOf(pairs), endsOf(pairs), 20);
    expect(chunks.select([2, 0]).map((track) => [...(track.places ?? [])])).toEqual([[0, 2], []]);
  });
});
