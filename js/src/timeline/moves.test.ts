import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { codePoint, pixel } from "../brand";
import { Scale } from "../geometry/scale";
import { Span } from "../geometry/span";
import { Glide } from "./glide";
import { destination } from "./keyboard";
import { CLOSEST, dragged, fitted, lawful, pinched, revealing, zoomed } from "./moves";
import { sceneOf } from "./testing";

const lengths = fc.integer({ min: 1, max: 1_000_000 });
const windows = fc
  .tuple(fc.integer({ min: -1000, max: 1_000_000 }), fc.nat(1_000_000))
  .map(([at, size]) => Span.between(at, at + size));

const isLawful = (window: Span, length: number) => {
  expect(window.start).toBeGreaterThanOrEqual(-1e-6);
  expect(window.end).toBeLessThanOrEqual(length + 1e-6);
  expect(window.length).toBeGreaterThanOrEqual(Math.min(CLOSEST, length) - 1e-6);
};

describe("the window", () => {
  it("stays in the source and never gets too close, whatever moves it", () => {
    const part = fc.constantFrom("start" as const, "end" as const, "whole" as const);
    fc.assert(
      fc.property(windows, lengths, fc.integer({ min: -2_000_000, max: 2_000_000 }), part, (any, length, by, edge) => {
        const window = lawful(any, length);
        isLawful(window, length);
        isLawful(dragged(window, edge, by, length), length);
        isLawful(fitted(Span.between(length / 2, length), length), length);
        isLawful(zoomed(window, 1e-9, window.middle, length), length);
        isLawful(zoomed(window, 1e9, window.middle, length), length);
      }),
    );
  });

  it("keeps its other edge when one is dragged", () => {
    const window = Span.between(100, 200);
    expect(`${dragged(window, "start", 50, 1000)} ${dragged(window, "end", 50, 1000)}`).toBe("[150,200) [100,250)");
    expect(`${dragged(window, "start", 500, 1000)}`).toBe(`[${200 - CLOSEST},200)`);
  });

  it("shows a span after it was brought into view, and stays where it showed it already", () => {
    const window = Span.between(100, 200);
    expect(revealing(window, Span.between(120, 140), 1000)).toBe(window);
    expect(revealing(window, Span.between(180, 230), 1000).covers(Span.between(180, 230))).toBe(true);
    expect(revealing(window, Span.between(20, 60), 1000).covers(Span.between(20, 60))).toBe(true);
  });

  it("keeps under two fingers what was under them", () => {
    const scale = new Scale(Span.between(1000, 2000), pixel(80), pixel(1000));
    const after = scale.show(pinched(scale, [200, 400], [150, 700]));
    expect(after.x(scale.offset(200))).toBeCloseTo(150, 6);
    expect(after.x(scale.offset(400))).toBeCloseTo(700, 6);
  });
});

describe("destination", () => {
  it.each([
    ["ArrowRight", 1, 2],
    ["ArrowLeft", 1, 0],
    ["ArrowLeft", 0, 0],
    ["End", 0, 4],
    ["Home", 4, 0],
    ["PageDown", 0, 2],
    ["PageUp", 4, 3],
    ["x", 0, null],
  ])("of %s from chunk %i is %s", (key, selected, place) => {
    expect(destination(key, sceneOf({ selected }), Span.between(0, 160))).toBe(place);
  });

  it("of the first arrow is the chunk in the middle of the window", () => {
    expect(destination("ArrowRight", sceneOf({}), Span.between(200, 400))).toBe(3);
  });
});

describe("Glide", () => {
  const [here, there] = [Span.between(0, 100), Span.between(500, 600)];

  it("arrives after 160 milliseconds, having slowed down", () => {
    const glide = new Glide(here);
    glide.go(there, 1000);
    expect(glide.at(1000).equals(here)).toBe(true);
    expect(glide.at(1080).start).toBeGreaterThan(250);
    expect(glide.isUnderWay(1100)).toBe(true);
    expect(glide.isUnderWay(1160)).toBe(false);
    expect(glide.at(1160)).toBe(there);
  });

  it("turns round where it is", () => {
    const glide = new Glide(here);
    glide.go(there, 0);
    const half = glide.at(80);
    glide.go(here, 80);
    expect(glide.at(80).start).toBeCloseTo(half.start, 6);
  });

  it("does not move for those who want no motion", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    const glide = new Glide(here);
    glide.go(there, 0);
    expect(glide.at(1)).toBe(there);
    vi.unstubAllGlobals();
  });

  it("keeps an offset under the hand that jumps it", () => {
    const glide = new Glide(here);
    glide.go(there, 0);
    glide.jump(Span.between(7, 107));
    expect(glide.at(10).contains(codePoint(7))).toBe(true);
    expect(glide.isUnderWay(10)).toBe(false);
  });
});
