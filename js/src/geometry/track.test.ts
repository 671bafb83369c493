import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codePoint, pixel } from "../brand";
import { chunkPairs, endsOf, scales, startsOf } from "./arbitraries";
import { findGaps, merge } from "./gaps";
import { assignLanes } from "./lanes";
import { Scale } from "./scale";
import { Span } from "./span";
import { NARROW, Track } from "./track";

const tracks = chunkPairs.map((pairs) => assignLanes(startsOf(pairs), endsOf(pairs)).tracks[0] ?? Track.of([]));

describe("Track.runs", () => {
  it("holds every span that touches the window once, in order", () => {
    fc.assert(
      fc.property(tracks, scales, (track, scale) => {
        const touching = [...Array(track.size).keys()].filter(
          (k) => track.end(k) >= scale.span.start && track.start(k) <= scale.span.end,
        );
        const held = [...track.runs(scale)].flatMap(({ first, last }) =>
          Array.from({ length: last - first + 1 }, (_, k) => first + k),
        );
        expect(held).toEqual(touching);
      }),
    );
  });

  it("gathers narrow spans only", () => {
    fc.assert(
      fc.property(tracks, scales, (track, scale) => {
        for (const { first, last } of track.runs(scale)) {
          if (first === last) continue;
          for (let k = first; k <= last; k++) expect(scale.breadth(track.span(k).length)).toBeLessThan(NARROW);
        }
      }),
    );
  });

  it("makes a million touching spans one run", () => {
    const starts = Uint32Array.from({ length: 1_000_000 }, (_, k) => k * 10);
    const track = new Track(
      starts,
      starts.map((start) => start + 10),
    );
    const scale = new Scale(Span.between(0, 10_000_000), pixel(0), pixel(1000));
    expect([...track.runs(scale)].map(({ first, last }) => [first, last])).toEqual([[0, 999_999]]);
  });
});

describe("Track.at", () => {
  it("finds the span at a place as a look at each does", () => {
    fc.assert(
      fc.property(tracks, fc.nat(200), (track, at) => {
        const found = track.at(codePoint(at));
        const expected = [...Array(track.size).keys()].findLast((k) => track.span(k).contains(codePoint(at)));
        expect(found === -1 ? undefined : found).toBe(expected);
      }),
    );
  });

  it("finds a span of no length within reach", () => {
    const track = Track.of([Span.between(10, 10), Span.between(30, 40)]);
    expect([8, 9, 11, 12, 28, 29].map((at) => track.at(codePoint(at), 2))).toEqual([-1, 0, 0, -1, -1, 1]);
  });
});

describe("findGaps", () => {
  it("holds exactly the code points that are in no chunk", () => {
    fc.assert(
      fc.property(chunkPairs, (pairs) => {
        const gaps = findGaps(startsOf(pairs), endsOf(pairs), 220);
        for (let at = 0; at < 220; at++) {
          const isCovered = pairs.some(([start, end]) => start <= at && at < end);
          expect(gaps.at(codePoint(at)) >= 0).toBe(!isCovered);
        }
      }),
    );
  });
});

describe("merge", () => {
  it("holds exactly the code points of its spans, in spans that do not touch", () => {
    fc.assert(
      fc.property(chunkPairs, (pairs) => {
        const merged = merge(pairs.map(([start, end]) => Span.between(start, end)).reverse());
        for (let at = 0; at < 220; at++) {
          expect(merged.at(codePoint(at)) >= 0).toBe(pairs.some(([start, end]) => start <= at && at < end));
        }
        for (let k = 1; k < merged.size; k++) expect(merged.end(k - 1)).toBeLessThan(merged.start(k));
      }),
    );
  });
});
