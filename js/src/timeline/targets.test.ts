import { describe, expect, it } from "vitest";
import { laneTop } from "./anatomy";
import { targetAt } from "./targets";
import { hitsOf, resultsOf, sceneOf, sourceOf } from "./testing";

describe("targetAt", () => {
  const scene = sceneOf({ hits: hitsOf(3), window: [0, 300] });
  const { anatomy, scale, overview } = scene;
  const lane = (index: number) => laneTop(anatomy, index) + 10;

  it.each([
    ["a chunk on its lane", scale.x(50), lane(0), { kind: "chunk", place: 0 }],
    ["the overlapping chunk on the next lane", scale.x(160), lane(1), { kind: "chunk", place: 2 }],
    ["no chunk where the lane is empty", scale.x(50), lane(1), { kind: "timeline" }],
    ["the ruler", scale.x(50), anatomy.ruler + 5, { kind: "ruler" }],
    ["the left handle", overview.x(0), anatomy.strip + 5, { kind: "window", part: "start" }],
    ["the right handle", overview.x(300), anatomy.strip + 5, { kind: "window", part: "end" }],
    ["the window between them", overview.x(150), anatomy.strip + 5, { kind: "window", part: "whole" }],
    ["the strip beside it", overview.x(500), anatomy.strip + 5, { kind: "strip" }],
    ["a chip", overview.x(300), 6, { kind: "chip", rank: 1, place: 3 }],
    ["nothing in the gutter", 20, lane(0), { kind: "none" }],
    ["the chunk of a score bar", scale.x(120), (anatomy.scores ?? 0) + 20, { kind: "chunk", place: 1 }],
  ])("finds %s", (_, x, y, target) => {
    expect(targetAt(scene, x, y)).toEqual(target);
  });

  it("finds a gap with its length", () => {
    const whole = sceneOf({});
    expect(targetAt(whole, whole.scale.x(400), laneTop(whole.anatomy, 0) + 5)).toEqual({
      kind: "gap",
      characters: 100,
    });
  });

  it("finds a chunk of no length from a few pixels away", () => {
    const points = sceneOf({ source: sourceOf([[100, 100]], 1000) });
    const at = (x: number) => targetAt(points, x, laneTop(points.anatomy, 0) + 5).kind;
    expect([-5, -3, 0, 3, 5].map((far) => at(points.scale.x(100) + far))).toEqual([
      "gap",
      "chunk",
      "chunk",
      "chunk",
      "gap",
    ]);
  });

  it("finds a match before the lane under it", () => {
    const matches = [{ row: 0, start: 50, end: 56 }];
    const found = sceneOf({ results: resultsOf({ rows: [0], matches }) });
    expect(targetAt(found, found.scale.x(52), (found.anatomy.matches ?? 0) + 5)).toMatchObject({
      kind: "match",
      match: { position: 1 },
    });
  });

  it("still finds the window on the strip where it is narrower than its handles", () => {
    const far = sceneOf({ source: sourceOf([[0, 10]], 10_000_000), window: [5_000_000, 5_000_100] });
    const parts = [-6, 0, 6].map((by) => targetAt(far, far.overview.x(5_000_050) + by, far.anatomy.strip + 5));
    expect(parts).toEqual(["start", "whole", "end"].map((part) => ({ kind: "window", part })));
  });
});
