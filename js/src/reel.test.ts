import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Reel } from "./reel";

const MOST = 10_000;
const VIEW = 100;

describe("a list that is low enough", () => {
  it("is the stretch itself, whatever happens", () => {
    const scrolls = fc.array(fc.integer({ min: 0, max: MOST }), { maxLength: 20 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MOST }), scrolls, (total, places) => {
        const reel = new Reel(MOST);
        for (const place of places) {
          expect(reel.follow(place, total, VIEW)).toBe(false);
          expect(reel.wind(place, total)).toBe(place);
          expect([reel.base, reel.height(total)]).toEqual([0, total]);
        }
      }),
    );
  });
});

describe("a list that is too high", () => {
  const totals = fc.integer({ min: MOST + 1, max: 100 * MOST });

  it("can be wound to any of its places, which then can be scrolled to", () => {
    fc.assert(
      fc.property(totals, fc.double({ min: 0, max: 1, noNaN: true }), (total, part) => {
        const reel = new Reel(MOST);
        const top = part * (total - VIEW);
        const scroll = reel.wind(top, total);
        expect(reel.base + scroll).toBeCloseTo(top, 6);
        expect(scroll).toBeGreaterThanOrEqual(0);
        expect(scroll).toBeLessThanOrEqual(MOST - VIEW);
      }),
    );
  });

  it("is gone through by the wheel from its first pixel to its last, without a leap", () => {
    const total = 35 * MOST + 123;
    const reel = new Reel(MOST);
    let scroll = 0;
    for (let place = 0; place <= total - VIEW; place += VIEW) {
      expect(reel.base + scroll).toBeCloseTo(place, 6);
      scroll = Math.min(scroll + VIEW, MOST - VIEW);
      if (reel.follow(scroll, total, VIEW)) scroll = reel.wind(reel.base + scroll, total);
    }
    expect(reel.base).toBe(total - MOST);
  });

  it("is shown at its two ends where the scroll bar is, and between them in proportion", () => {
    fc.assert(
      fc.property(totals, fc.integer({ min: 0, max: MOST - VIEW }), (total, scroll) => {
        const reel = new Reel(MOST);
        reel.wind(total / 2, total);
        reel.follow(Number.MAX_SAFE_INTEGER, total, VIEW); // far away, so that the next is a jump too
        expect(reel.follow(scroll, total, VIEW)).toBe(false);
        expect(reel.base + scroll).toBeCloseTo((scroll / (MOST - VIEW)) * (total - VIEW), 4);
      }),
    );
  });

  it("stays within a list that became shorter", () => {
    const reel = new Reel(MOST);
    reel.wind(50 * MOST, 60 * MOST);
    reel.fit(2 * MOST);
    expect(reel.base).toBe(MOST);
    reel.fit(5);
    expect(reel.base).toBe(0);
  });
});
