import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codePoint, pixel } from "../brand";
import { Scale } from "./scale";
import { Span } from "./span";

const offset = fc.integer({ min: -1_000_000, max: 10_000_000 });
const span = fc.tuple(offset, offset).map(([a, b]) => Span.between(a, b));
const window = span.filter(({ length }) => length > 0);
const scale = fc
  .tuple(window, fc.integer({ min: 0, max: 200 }), fc.integer({ min: 100, max: 3000 }))
  .map(([shown, left, width]) => new Scale(shown, pixel(left), pixel(width)));

describe("Span", () => {
  it("is half-open", () => {
    expect([9, 10, 19, 20].map((at) => Span.between(10, 20).contains(codePoint(at)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it("intersects exactly where a code point is in both", () => {
    const small = fc
      .tuple(fc.nat(11), fc.integer({ min: 1, max: 12 }))
      .map(([at, length]) => Span.between(at, at + length));
    fc.assert(
      fc.property(small, small, (a, b) => {
        const isShared = [...Array(24).keys()].some((at) => a.contains(codePoint(at)) && b.contains(codePoint(at)));
        expect(a.intersects(b)).toBe(isShared);
      }),
    );
  });

  it("stays as long as it was when it is moved into bounds that hold it", () => {
    fc.assert(
      fc.property(span, window, (moved, bounds) => {
        const within = moved.within(bounds);
        expect(bounds.covers(within)).toBe(true);
        expect(within.length).toBe(Math.min(moved.length, bounds.length));
      }),
    );
  });

  it("is another span all the way there, and itself before", () => {
    fc.assert(
      fc.property(span, span, (a, b) => {
        expect(a.towards(b, 0).equals(a)).toBe(true);
        expect(a.towards(b, 1).equals(b)).toBe(true);
      }),
    );
  });
});

describe("Scale", () => {
  it("finds the offset again from its pixel", () => {
    fc.assert(
      fc.property(scale, offset, (any, at) => {
        expect(any.offset(any.x(at))).toBeCloseTo(at, 2);
      }),
    );
  });

  it("lays its span from left to right", () => {
    fc.assert(
      fc.property(scale, (any) => {
        expect(any.x(any.span.start)).toBeCloseTo(any.left, 6);
        expect(any.x(any.span.end)).toBeCloseTo(any.right, 6);
      }),
    );
  });

  it("keeps what is under the pointer there when it zooms", () => {
    const factor = fc.double({ min: 0.05, max: 20, noNaN: true });
    fc.assert(
      fc.property(scale, fc.double({ min: 0, max: 1, noNaN: true }), factor, (any, part, by) => {
        const x = pixel(any.left + part * any.width);
        const zoomed = any.show(any.span.zoom(by, any.offset(x)));
        expect(zoomed.x(any.offset(x))).toBeCloseTo(x, 3);
        expect(zoomed.span.length / any.span.length).toBeCloseTo(by, 6);
      }),
    );
  });

  it("moves what is shown with the hand", () => {
    fc.assert(
      fc.property(scale, fc.integer({ min: -500, max: 500 }), offset, (any, distance, at) => {
        expect(any.translate(distance).x(at)).toBeCloseTo(any.x(at) + distance, 2);
      }),
    );
  });
});
