import { describe, expect, it } from "vitest";
import { codePoint } from "../brand";
import { Span } from "../geometry/span";
import type { HitItem, HitList } from "../protocol";
import { CHIP, LANE } from "./anatomy";
import { chunkPaint, PLAIN } from "./chunk";
import { drawScene } from "./draw";
import { windowEdges } from "./overview";
import { drawingOf, FIVE, hitsOf, RecordingSurface, resultsOf, sceneOf, sourceOf, THEME } from "./testing";

/** The boxes of chunks, left to right: bars are the only ones so high, rings are higher. */
const chunksOf = (drawing: RecordingSurface) =>
  drawing.boxes.filter(({ height }) => height === LANE - 1).sort((a, b) => a.x - b.x || a.y - b.y);
const wordsOf = (drawing: RecordingSurface) => drawing.words.map(({ words }) => words);

describe("chunks", () => {
  it("are drawn once each, overlaps on a lane of their own", () => {
    const boxes = chunksOf(drawingOf({}));
    expect(boxes.map(({ paint }) => paint.fill)).toEqual(Array(5).fill("chunk"));
    expect(new Set(boxes.map(({ y }) => y)).size).toBe(2);
    expect(boxes[2]?.y).toBeGreaterThan(boxes[1]?.y ?? Number.POSITIVE_INFINITY);
  });

  it("are filled and edged where they are hits, with the rank bold at the left and the number at the right", () => {
    const drawing = drawingOf({ hits: hitsOf(3) });
    const [hit] = chunksOf(drawing).filter(({ paint }) => paint.fill === "hit");
    expect(hit?.paint).toMatchObject({ fill: "hit", stroke: "hitEdge", weight: 1 });
    const inside = drawing.words.filter(
      ({ x, baseline }) => hit && x > hit.x && x < hit.x + hit.width && baseline > hit.y && baseline < hit.y + LANE,
    );
    expect(inside.map(({ words, type }) => [words, type.weight ?? 400, type.align ?? "start"])).toEqual([
      ["1", 700, "start"],
      ["4", 400, "end"],
    ]);
  });

  it("have neither numbers nor gaps where not all are known, and the strip says so", () => {
    const drawing = drawingOf({ source: { ...FIVE, complete: false }, hits: hitsOf(3) });
    expect(drawing.hatched).toEqual([]);
    expect(wordsOf(drawing)).toContain("5 chunks around here; more are not drawn");
    expect(wordsOf(drawing).filter((words) => /^[1-5]$/.test(words))).toEqual(["1", "1"]); // the rank, twice
    expect(wordsOf(drawingOf({})).join()).not.toContain("around here");
    expect(drawingOf({}).hatched.length).toBeGreaterThan(0);
  });

  it.each([
    [0, 600],
    [300, 600],
    [0, 580],
    [250, 300],
    [560, 600],
  ])("leave those words clear of the handles of a window from %i to %i", (...window) => {
    const partial = { source: { ...FIVE, complete: false }, window } as const;
    const [words] = drawingOf(partial).words.filter(({ words }) => words.includes("around here"));
    const ends = words?.x ?? 0;
    const starts = ends - 6 * (words?.words.length ?? 0);
    const { overview } = sceneOf(partial);
    expect(starts).toBeGreaterThan(overview.left);
    expect(ends).toBeLessThan(overview.right);
    for (const handle of windowEdges(sceneOf(partial))) {
      expect(handle + 3 < starts || handle - 3 > ends).toBe(true);
    }
  });

  it("are outlined where they are results, both where they are both", () => {
    const boxes = chunksOf(drawingOf({ hits: hitsOf(3), results: resultsOf({ rows: [0, 3] }) }));
    expect(boxes[0]?.paint).toMatchObject({ fill: "bg", stroke: "accent" });
    expect(boxes[3]?.paint).toMatchObject({ fill: "hit", stroke: "accent", weight: 2 });
  });

  it("are dashed where a step left them out", () => {
    const skipped = [{ after_row: 1, before_row: 3, start: 200, end: 250, characters: 52, rows: [2] }];
    const boxes = chunksOf(drawingOf({ results: resultsOf({ rows: [1, 3], skipped }) }));
    expect(boxes.filter(({ paint }) => paint.dash).map(({ paint }) => paint)).toEqual([
      { fill: "band", stroke: "ink3", weight: 1, dash: [4, 3], radius: 3 },
    ]);
  });

  it("are dashed also where what a step left out is a hit", () => {
    const skipped = [{ after_row: 1, before_row: 3, start: 200, end: 250, characters: 52, rows: [2] }];
    const boxes = chunksOf(drawingOf({ hits: hitsOf(2, 3), results: resultsOf({ rows: [1, 3], skipped }) }));
    const hits = boxes.filter(({ paint }) => paint.fill === "hit");
    expect(hits.map(({ paint }) => [paint.stroke, paint.dash])).toEqual([
      ["hitEdge", [4, 3]],
      ["accent", undefined],
    ]);
  });

  it("have a ring where they are selected", () => {
    const rings = drawingOf({ selected: 3 }).boxes.filter(
      ({ paint }) => paint.stroke === "accent" && paint.weight === 2,
    );
    expect(rings.length).toBe(1);
    expect(rings[0]?.width).toBeGreaterThan(100);
  });

  it("have an edge where the system chooses the colours", () => {
    expect(chunkPaint(PLAIN, 50, { ...THEME, edge: "CanvasText" }).stroke).toBe("CanvasText");
  });

  it("keep their labels out where there is no room", () => {
    const pairs = Array.from({ length: 100 }, (_, k) => [k * 10, k * 10 + 10] as const);
    const scene = sceneOf({ source: sourceOf(pairs, 1000) });
    const { words } = drawingOf({ source: sourceOf(pairs, 1000) });
    const numbers = words.filter(({ x, baseline }) => x >= scene.scale.left && baseline > scene.anatomy.lanes);
    expect(numbers).toEqual([]);
  });

  it("of no length are ticks that can be seen", () => {
    const boxes = chunksOf(drawingOf({ source: sourceOf([[100, 100]], 1000) }));
    expect(boxes.map(({ width, paint }) => [width, paint.fill])).toEqual([[2, "chunkInk"]]);
  });

  it("are as few boxes at a million as there are pixels, and hits still stand out", () => {
    const pairs = Array.from({ length: 1_000_000 }, (_, k) => [k * 8, k * 8 + 10] as const);
    const boxes = chunksOf(drawingOf({ source: sourceOf(pairs, 8_000_002), hits: hitsOf(500_000) }));
    expect(boxes.length).toBeLessThan(20);
    expect(boxes.filter(({ paint }) => paint.fill === "hit").map(({ width }) => width)).toEqual([4]);
  });

  it("beyond six lanes are counted", () => {
    const pairs = Array.from({ length: 9 }, (_, k) => [k, 500] as const);
    const drawing = drawingOf({ source: sourceOf(pairs, 600) });
    expect(new Set(chunksOf(drawing).map(({ y }) => y)).size).toBe(6);
    expect(wordsOf(drawing)).toContain("+3");
  });

  it("beyond six lanes are counted beside the heap that they lie in", () => {
    const heap = (from: number, count: number) =>
      Array.from({ length: count }, (_, k) => [from + k, from + 90] as const);
    const { scale } = sceneOf({ source: sourceOf([], 600) });
    const { words } = drawingOf({ source: sourceOf([...heap(0, 9), ...heap(100, 6), ...heap(300, 8)], 600) });
    const sums = words.filter(({ words }) => words.startsWith("+"));
    expect(sums.map(({ words }) => words)).toEqual(["+3", "+2"]);
    for (const [at, end] of [90, 390].entries()) {
      expect(Math.abs((sums[at]?.x ?? 0) - scale.x(codePoint(end)))).toBeLessThan(10);
    }
  });
});

describe("the rows around them", () => {
  it("hatch what is in no chunk and tell its length", () => {
    const drawing = drawingOf({});
    expect(drawing.hatched.length).toBe(2);
    expect(wordsOf(drawing)).toContain("100");
  });

  it("tell how much a step left unread, shorter where there is less room, then not at all", () => {
    const skipped = [{ after_row: 0, before_row: 3, start: 200, end: 252, characters: 52, rows: [2] }];
    const results = resultsOf({ rows: [0, 3], skipped });
    const labels = ([600, 1500, 6000] as const).map((end) =>
      wordsOf(drawingOf({ results, window: [200, end], source: { ...FIVE, length: 6000 } })).filter((words) =>
        words.startsWith("52"),
      ),
    );
    expect(labels).toEqual([["52 unread"], ["52"], []]);
  });

  it("keep what other lists have shown, and leave only the rest of a hole", () => {
    const skipped = [{ after_row: 0, before_row: 3, start: 200, end: 400, characters: 200, rows: [] }];
    const covered = [
      [0, 210],
      [250, 300],
      [390, 500],
    ] as const;
    const { read, holes } = sceneOf({ results: resultsOf({ rows: [0, 3], skipped, covered }) });
    expect([0, 1, 2].map((at) => [read.start(at), read.end(at)])).toEqual(covered);
    expect(holes.map(({ span, characters }) => [span.start, span.end, characters])).toEqual([
      [210, 250, 40],
      [300, 390, 90],
    ]);
  });

  it("tell which match is the current one", () => {
    const matches = [10, 120, 300].map((start, k) => ({ row: [0, 1, 3][k] ?? 0, start, end: start + 6 }));
    const drawing = drawingOf({ results: resultsOf({ rows: [0, 1, 3], matches }), match: 1 });
    expect(wordsOf(drawing)).toContain("2 of 3");
    const now = drawing.boxes.filter(({ height, paint }) => height === 11 && paint.fill === "hit");
    expect(now.length).toBe(1);
  });

  it("place its number beside the mark, where no other mark is, or nowhere", () => {
    const labelled = (...starts: number[]) => {
      const matches = starts.map((start) => ({ row: 0, start, end: start + 6 }));
      const drawing = drawingOf({ results: resultsOf({ operation: "grep", rows: [0], matches }), match: 1 });
      return drawing.words.filter(({ words }) => / of \d/.test(words)).map(({ type }) => type.align ?? "start");
    };
    expect(labelled(10, 120, 300)).toEqual(["end"]);
    expect(labelled(110, 120, 300)).toEqual(["start"]);
    expect(labelled(110, 120, 130)).toEqual([]);
    expect(labelled(590, 598)).toEqual([]);
    expect(labelled(2, 2, 300)).toEqual(["start"]);
  });

  it("say of a match that there are more than are listed", () => {
    const matches = [{ row: 0, start: 10, end: 16 }];
    const drawing = drawingOf({ results: resultsOf({ operation: "grep", rows: [0], matches, cut: true }), match: 0 });
    expect(wordsOf(drawing)).toContain("1 of 1+");
  });

  it("keep the lines of matches behind the chunks above theirs, whose numbers stay whole", () => {
    const matches = [{ row: 2, start: 160, end: 166 }];
    const drawing = drawingOf({ results: resultsOf({ operation: "grep", rows: [2], matches }), match: 0 });
    const drawn: string[] = [];
    const surface = new RecordingSurface();
    surface.line = (_, { stroke }) => void drawn.push(stroke);
    surface.box = (_x, _y, _width, height) => void (height === LANE - 1 && drawn.push("chunk"));
    drawScene(surface, sceneOf({ results: resultsOf({ operation: "grep", rows: [2], matches }), match: 0 }));
    expect(drawn.indexOf("markEdge")).toBeLessThan(drawn.indexOf("chunk"));
    expect(drawing.lines.some(({ paint }) => paint.stroke === "markEdge")).toBe(true);
  });

  it("keep the ground free around numbers of the ruler, which lines of headings cross", () => {
    const numbers = drawingOf({}).words.filter(({ words }) => /^\d00$/.test(words));
    expect(numbers.filter(({ type }) => type.halo === "band").map(({ words }) => words)).toContain("200");
  });

  it.each([0, 0.0001, 0.03, 0.04])("tell a cut at %d inside their row, and leave the bars in sight", (cut) => {
    const columns = [Float32Array.of(0.02, 0.04, 0, 0, 0.01)];
    const scores = { children: ["keyword"] as const, columns, cut };
    const { anatomy, scale } = sceneOf({ scores, hits: hitsOf(0) });
    const drawing = drawingOf({ scores, hits: hitsOf(0) });
    const [label] = drawing.words.filter(({ words }) => words.startsWith("top_k"));
    expect(label?.type.halo).toBe("band");
    expect(label?.baseline).toBeGreaterThan(anatomy.read + 17);
    expect(label?.baseline).toBeLessThanOrEqual(anatomy.height - 3);
    const after = (anatomy.scores ?? 0) - 2;
    expect(drawing.boxes.filter(({ y, paint }) => y > after && paint.fill === "band")).toEqual([]);
    expect(label?.x).toBeLessThan(scale.right);
  });

  it.each([
    { bars: "at the right end", window: [0, 340], free: 250 },
    { bars: "with a gap before the last", window: [0, 550], free: 450 },
    { bars: "that are low there", window: [0, 250], free: 250 },
  ] as const)("tell a cut at the end of the last free place, with bars $bars", ({ window, free }) => {
    const scores = {
      children: ["keyword"] as const,
      columns: [Float32Array.of(0.04, 0.01, 0, 0.04, 0.04)],
      cut: 0.035,
    };
    const patch = { scores, hits: hitsOf(0), window };
    const label = drawingOf(patch).words.find(({ words }) => words.startsWith("top_k"));
    expect(label?.type.align).toBe("end");
    expect(label?.x).toBeCloseTo(sceneOf(patch).scale.x(free) - 4);
  });

  it("leave out what cannot be told of a cut without standing on bars", () => {
    const scores = { children: ["keyword"] as const, columns: [new Float32Array(5).fill(0.04)], cut: 0.035 };
    const words = (window: [number, number]) => wordsOf(drawingOf({ scores, hits: hitsOf(0), window })).join();
    expect(words([0, 600])).toMatch("top_k"); // before the last chunk lies a gap, and one follows it
    expect(words([0, 340])).not.toMatch("top_k");
  });

  it("draw no stubs beside the words for what is unread", () => {
    const skipped = [{ after_row: 0, before_row: 3, start: 200, end: 252, characters: 52, rows: [2] }];
    const dashes = (end: number) =>
      drawingOf({ results: resultsOf({ rows: [0, 3], skipped }), window: [200, end] }).lines.filter(
        ({ paint }) => paint.stroke === "ink3" && paint.dash?.join() === "3,3",
      ).length;
    expect([dashes(600), dashes(260)]).toEqual([1, 1]);
    expect(dashes(950)).toBe(0);
  });

  it("put chips of many hits inside the strip, the best alone, so that they stand near their places", () => {
    const hundred = Array.from({ length: 100 }, (_, k) => [k * 10, k * 10 + 10] as const);
    const patch = { source: sourceOf(hundred, 1000), hits: hitsOf(...hundred.keys()) };
    const { overview, pins } = sceneOf(patch);
    expect(pins.length).toBeLessThan(32);
    expect(Math.max(...pins.map(({ item }) => item.rank))).toBe(pins.length);
    for (const { at } of pins) {
      expect(at - CHIP / 2).toBeGreaterThanOrEqual(overview.left);
      expect(at + CHIP / 2).toBeLessThanOrEqual(overview.right);
    }
  });

  it("put a chip over each hit of this source, and none for others", () => {
    const drawing = drawingOf({ hits: hitsOf(0, null, 4) });
    const chips = drawing.words.filter(({ baseline, type }) => baseline < 14 && type.weight === 700);
    expect(chips.map(({ words }) => words)).toEqual(["1", "3"]);
  });

  it("leave ground above a chip, where a picture of the map ends, also where its edge is thick", () => {
    const drawing = drawingOf({ hits: hitsOf(0), hovered: 0 });
    const tops = drawing.boxes
      .filter(({ paint }) => paint.fill === "hit" && paint.radius !== undefined)
      .map(({ y, paint }) => y - (paint.weight ?? 0) / 2);
    expect(tops.length).toBeGreaterThan(0);
    expect(Math.min(...tops)).toBeGreaterThanOrEqual(1);
  });

  it("put the chip of a hit that was cut otherwise over its own span", () => {
    const hits = hitsOf(1) as HitList;
    const scene = (span: Partial<HitItem>) =>
      sceneOf({ hits: { ...hits, items: hits.items.map((hit) => ({ ...hit, ...span })) } });
    const { pins, overview } = scene({ start: 0, end: 100 });
    expect(pins.map(({ item }) => item.x)).toEqual([overview.x(Span.between(0, 100).middle)]);
    expect(scene({ start: null, end: null }).pins.map(({ item }) => item.x)).not.toEqual(
      pins.map(({ item }) => item.x),
    );
  });

  it("stack scores, keyword below vector, and fade what top_k cut off", () => {
    const columns = [Float32Array.of(0.02, 0.01, 0, 0, 0), Float32Array.of(0.02, 0, 0, 0, 0)];
    const scores = { children: ["keyword", "vector"] as const, columns, cut: 0.03 };
    const boxes = drawingOf({ scores, hits: hitsOf(0) }).boxes;
    const keyword = boxes.filter(({ paint }) => paint.fill === "kw");
    const vector = boxes.filter(({ paint }) => paint.fill === "vec");
    expect(keyword.map(({ paint }) => paint.opacity)).toEqual([undefined, 0.42]);
    expect(vector[0]?.y).toBeLessThan(keyword[0]?.y ?? 0);
    expect(wordsOf(drawingOf({ scores, hits: hitsOf(0) }))).toContain("top_k 10 ≥ .0300");
  });

  it("leave out the labels at the left where the page is narrow, and the scores where it is low", () => {
    expect(wordsOf(drawingOf({}, 640))).not.toContain("Chunks");
    expect(wordsOf(drawingOf({}))).toContain("Score");
    const settings = { height: 400, theme: "auto", scale: 1, locale: "auto" } as const;
    expect(sceneOf({ settings }).anatomy.scores).toBeNull();
  });

  it("join the window on the strip to the timeline by a funnel", () => {
    const [funnel] = drawingOf({ window: [0, 300] }).fans;
    expect(funnel?.points.filter((_, k) => k % 2 === 0)).toEqual([80, 580, 1080, 80]);
  });
});
