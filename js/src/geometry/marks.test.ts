import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pixel } from "../brand";
import { chunkPairs, endsOf, scales, startsOf } from "./arbitraries";
import { placeChips } from "./chips";
import { type HeadingMark, Headings } from "./headings";
import { Peaks, scoreBars } from "./peaks";
import { Scale } from "./scale";
import { Span } from "./span";
import { roundStep, ticks } from "./ticks";

interface Titled {
  readonly what: string;
  readonly headings: readonly (readonly [offset: number, level: number, title: string])[];
  readonly span: readonly [start: number, end: number];
  readonly title: string;
  readonly pages: boolean;
}

const file = new URL("../../../tests/data/page_titles.json", import.meta.url);
const titled = JSON.parse(readFileSync(file, "utf8")) as Titled[];

it.each(titled)("what a span stands on is named as in Python: $what", ({ headings, span, title, pages }) => {
  const all = headings.map(([offset, level, title]) => ({ offset, level, title }));
  const over = new Headings(all).over(...span);
  expect([over?.title ?? "", over?.level === 0]).toEqual([title, pages]);
});

describe("ticks", () => {
  const windows = fc
    .tuple(fc.nat(100_000_000), fc.integer({ min: 5, max: 50_000_000 }), fc.integer({ min: 200, max: 2000 }))
    .map(([start, length, width]) => new Scale(Span.between(start, start + length), pixel(0), pixel(width)));

  it("stand at round numbers of whole code points, far enough apart for their labels", () => {
    fc.assert(
      fc.property(windows, (scale) => {
        const { step, major, minor } = ticks(scale, 80);
        expect(String(step)).toMatch(/^[125]0*$/);
        expect(scale.breadth(step)).toBeGreaterThanOrEqual(80 - 1e-6);
        expect(major.every((at) => at % step === 0)).toBe(true);
        expect(
          [...major, ...minor].every((at) => Number.isInteger(at) && at >= scale.span.start && at <= scale.span.end),
        ).toBe(true);
        expect(minor.length).toBeLessThanOrEqual(10 * (major.length + 1));
      }),
    );
  });

  it.each([
    [0.2, 1],
    [1, 1],
    [1.5, 2],
    [3, 5],
    [7, 10],
    [350, 500],
    [579, 1000],
  ])("round %f up to %i", (least, step) => {
    expect(roundStep(least)).toBe(step);
  });
});

describe("Peaks", () => {
  it("find the first of the highest, as a look at each value does", () => {
    const values = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 9000 });
    fc.assert(
      fc.property(values, fc.nat(), fc.nat(), (array, a, b) => {
        const [from, to] = [a % array.length, b % (array.length + 1)].sort((x, y) => x - y) as [number, number];
        const part = array.slice(from, to);
        const expected = part.length === 0 ? -1 : from + part.indexOf(Math.max(...part));
        expect(new Peaks(Float32Array.from(array)).highest(from, to)).toBe(expected);
      }),
    );
  });
});

describe("scoreBars", () => {
  it("never cover each other by more than the pixel they may share, and hold the best score on show", () => {
    fc.assert(
      fc.property(chunkPairs, scales, (pairs, scale) => {
        const values = Float32Array.from(pairs, (_, k) => (k * 37) % 101);
        const bars = [...scoreBars(startsOf(pairs), endsOf(pairs), new Peaks(values), scale)];
        for (let k = 1; k < bars.length; k++) {
          expect(bars[k - 1]?.right).toBeLessThanOrEqual((bars[k]?.left ?? 0) + 1);
        }
        const started = pairs.flatMap(([start], k) =>
          start >= scale.span.start && start < scale.span.end ? [values[k] ?? 0] : [],
        );
        const shown = Math.max(-1, ...bars.map(({ place }) => values[place] ?? 0));
        expect(shown).toBeGreaterThanOrEqual(Math.max(-1, ...started));
      }),
    );
  });
});

describe("placeChips", () => {
  const wishes = fc
    .array(fc.double({ min: 0, max: 600, noNaN: true }), { maxLength: 60 })
    .map((places) => places.map((x, k) => ({ rank: k + 1, x })));

  it("keeps chips apart, in order and inside, the best ranks where not all have room", () => {
    fc.assert(
      fc.property(wishes, (all) => {
        const placed = placeChips(all, 17, 0, 600);
        for (let k = 1; k < placed.length; k++) {
          expect((placed[k]?.at ?? 0) - (placed[k - 1]?.at ?? 0)).toBeGreaterThanOrEqual(17 - 1e-6);
          expect(placed[k]?.item.x).toBeGreaterThanOrEqual(placed[k - 1]?.item.x ?? 0);
        }
        expect(placed.every(({ at }) => at >= -1e-6 && at <= 600 + 1e-6)).toBe(true);
        const ranks = placed.map(({ item }) => item.rank).sort((a, b) => a - b);
        expect(ranks).toEqual(all.slice(0, 18).map(({ rank }) => rank));
      }),
    );
  });

  it("leaves chips alone where there is room", () => {
    const all = [50, 100, 300].map((x, k) => ({ rank: k + 1, x }));
    expect(placeChips(all, 17, 0, 600).map(({ at }) => at)).toEqual([50, 100, 300]);
  });

  it("moves two that collide by the same distance", () => {
    const all = [100, 110].map((x, k) => ({ rank: k + 1, x }));
    expect(placeChips(all, 17, 0, 600).map(({ at }) => at)).toEqual([96.5, 113.5]);
  });
});

describe("sections", () => {
  const heading = (offset: number, level: number) => ({ offset, level, title: `${offset}` });
  const scale = new Scale(Span.between(1000, 2000), pixel(0), pixel(500));

  const sections = (all: readonly HeadingMark[], ...[scale, room]: [Scale, number]) =>
    new Headings(all).sections(scale, room);

  it("begin with the heading in force where the window starts", () => {
    const shown = sections([heading(0, 1), heading(400, 2), heading(1500, 2)], scale, 50);
    expect(shown.map(({ heading, left, right }) => [heading.offset, left, right])).toEqual([
      [400, 0, 250],
      [1500, 250, 500],
    ]);
  });

  it("leave out the levels for which there is no room", () => {
    const many = Array.from({ length: 100 }, (_, k) => heading(1000 + k * 10, k % 25 === 0 ? 1 : 2));
    expect(sections(many, scale, 50).map(({ heading }) => heading.offset)).toEqual([1000, 1250, 1500, 1750]);
  });

  it("stay apart where even the highest level is crowded", () => {
    const many = Array.from({ length: 1000 }, (_, k) => heading(1000 + k, 1));
    const lefts = sections(many, scale, 48).map(({ left }) => left);
    expect(lefts).toEqual([0, 72, 144, 216, 288, 360, 432]);
  });

  it("are named as a look at each heading names them", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30)), fc.nat(40), (offsets, at) => {
        const all = offsets.sort((a, b) => a - b).map((offset, k) => ({ offset, level: 1, title: `${k}` }));
        const last = all.findLast(({ offset }) => offset <= at);
        expect(new Headings(all).over(at, at + 9)).toBe(last);
        const window = new Scale(Span.between(at, at + 50), pixel(0), pixel(1e6));
        const first = new Headings(all).sections(window, 1)[0]?.heading;
        expect(first?.offset).toBe((last ?? all[0])?.offset);
      }),
    );
  });
});
