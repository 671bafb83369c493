/** Invented sources for the page that shows the map alone. */

import { type HeadingMark, Headings } from "../src/geometry/headings";
import type { HitItem, ResultList } from "../src/protocol";
import { NO_RESULTS, type Source, type State } from "../src/state";

export type Shape = "plain" | "nested" | "sparse";

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

type Pair = readonly [start: number, end: number];

function source(id: string, length: number, pairs: readonly Pair[], headings: readonly HeadingMark[]): Source {
  const sorted = [...pairs].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return {
    id,
    length,
    chunks: sorted.length,
    counts: { content: sorted.length },
    chunkType: "content",
    complete: true,
    headings: new Headings(headings),
    starts: Uint32Array.from(sorted, ([start]) => start),
    ends: Uint32Array.from(sorted, ([, end]) => end),
    types: new Uint8Array(sorted.length),
  };
}

function scores(next: () => number, size: number, hits: ReadonlyMap<number, number>) {
  const columns = [0, 1].map(() =>
    Float32Array.from({ length: size }, () => (next() < 0.6 ? 1 / (80 + next() * 200) : 0)),
  );
  for (const [row, rank] of hits) for (const column of columns) column[row] = 1 / (60 + rank);
  return { children: ["keyword", "vector"] as const, columns, cut: 2 / 70 };
}

function hit(rank: number, row: number, start: number, end: number): HitItem {
  return {
    rank,
    row,
    start,
    end,
    chunk_id: `c${row}`,
    source_id: "made.md",
    score: 2 / (60 + rank),
    title: "",
    snippet: "",
    terms: [],
    fate: "",
    parts: [],
  };
}

/** A source of any size: overlapping chunks, or nested ones, or ones with gaps and points between them. */
export function made(count: number, shape: Shape): Partial<State> {
  const next = random(7);
  const pairs: Pair[] = [];
  for (let row = 0, at = 0; row < count; row++) {
    const size = 400 + Math.floor(next() * 200);
    if (shape === "nested" && row % 10 === 0) pairs.push([at, at + size * 9]);
    else if (shape === "sparse" && row % 7 === 0) pairs.push([at, at]);
    else pairs.push([at, at + size]);
    at += shape === "sparse" ? size + Math.floor(next() * 500) : size - Math.floor(next() * 120);
    if (shape === "nested" && row % 25 === 0) for (let k = 1; k < 9; k++) pairs.push([at + k * 20, at + size]);
  }
  const length = pairs.reduce((most, [, end]) => Math.max(most, end), 0) + 100;
  const headings = Array.from({ length: Math.min(3000, Math.ceil(length / 4000)) }, (_, k) => {
    return { offset: k * 4000, level: k % 8 === 0 ? 1 : 2, title: `${k + 1} Section of the made-up source` };
  });
  const open = source("made.md", length, pairs, headings);
  const rows = Array.from({ length: 12 }, (_, k) => Math.floor(((k + 0.5) / 12) * open.chunks));
  const items = rows.map((row, k) => hit(k + 1, row, open.starts[row] ?? 0, open.ends[row] ?? 0));
  const middle = rows[6] as number;
  const centre = open.starts[middle] as number;
  return {
    source: open,
    window: [Math.max(0, centre - 2000), centre + 2400],
    selected: middle,
    hits: {
      query: "",
      retriever: "hybrid",
      label: "",
      top_k: 10,
      items,
      candidates: null,
      sources: null,
      opened_rank: 1,
    },
    scores: scores(next, open.chunks, new Map(rows.map((row, k) => [row, k + 1]))),
    results: { ...NO_RESULTS, operation: "open", rows: [middle - 1, middle, middle + 2] },
  };
}

const HEADINGS: readonly (readonly [number, string])[] = [
  [0, "1 Definitions"],
  [3350, "2 Services"],
  [6900, "3 Work orders"],
  [9800, "4 Service levels"],
  [12100, "5 Staff"],
  [13900, "7 Fees"],
  [17800, "9 Property"],
  [19900, "10 Liability"],
  [22140, "11.2 Audit"],
  [23010, "11.3 Records"],
  [23906, "12.1 Initial term"],
  [24340, "12.2 Termination for convenience"],
  [24858, "12.3 Termination for cause"],
  [25220, "12.4 Suspension"],
  [25550, "12.5 Exit assistance"],
  [26340, "13.1 Secrecy"],
  [27500, "13.2 Return of data"],
  [29100, "14 Subcontractors"],
  [32500, "15 Data protection"],
  [36000, "17 Disputes"],
  [38600, "19 Notices"],
  [41000, "Schedule A"],
  [46200, "Schedule B"],
  [51200, "Schedule C"],
  [54600, "Schedule D"],
  [58100, "Schedule E"],
];

/** A services agreement like the one in the samples, after a search or a grep. */
export function agreement(isGrep: boolean): Partial<State> {
  const next = random(11);
  const pairs: Pair[] = [];
  const fill = (from: number, to: number) => {
    for (let at = from, end = from; end < to; at = end - 60 - Math.floor(next() * 80)) {
      end = Math.min(to, Math.max(at, 0) + 430 + Math.floor(next() * 130));
      pairs.push([at, end]);
    }
  };
  fill(0, 23905);
  pairs.push([23906, 24468], [24340, 24857], [24754, 25220], [25111, 25711], [25550, 26010]);
  fill(26340, 61304);
  const open = source(
    "made.md",
    61304,
    pairs,
    HEADINGS.map(([offset, title]) => ({ offset, level: 1, title })),
  );
  const near = (offset: number) => open.starts.findLastIndex((start) => start <= offset);
  const first = near(23906);
  const rows = [
    first + 1,
    near(38900),
    near(8450),
    first,
    null,
    near(29500),
    near(55200),
    near(14800),
    null,
    first + 4,
  ];
  const items = rows.flatMap((row, k) =>
    row === null ? [] : [hit(k + 1, row, open.starts[row] ?? 0, open.ends[row] ?? 0)],
  );
  const results: ResultList = isGrep
    ? {
        ...NO_RESULTS,
        operation: "grep",
        rows: [first, first + 1, first + 3],
        matches: matchesIn(first),
        pattern: "notice",
      }
    : {
        ...NO_RESULTS,
        operation: "navigate",
        rows: [first, first + 1, first + 3, first + 4],
        skipped: [
          { after_row: first + 1, before_row: first + 3, start: 24857, end: 25111, characters: 254, rows: [first + 2] },
        ],
      };
  return {
    source: open,
    window: [22640, 27040],
    selected: first + 1,
    match: isGrep ? 2 : null,
    hits: {
      query: "",
      retriever: "hybrid",
      label: "",
      top_k: 10,
      items,
      candidates: null,
      sources: null,
      opened_rank: 1,
    },
    scores: scores(next, open.chunks, new Map(items.map(({ row, rank }) => [row as number, rank]))),
    results,
  };
}

function matchesIn(first: number) {
  const places: readonly Pair[] = [
    [first, 24000],
    [first + 1, 24400],
    [first + 1, 24560],
    [first + 3, 25300],
    [first + 3, 25330],
  ];
  return places.map(([row, start]) => ({ row, start, end: start + 6 }));
}
