import fc from "fast-check";
import { expect, it } from "vitest";
import { HeightMap } from "./heights";

const sum = (heights: readonly number[]) => heights.reduce((total, height) => total + height, 0);

it("agrees with adding up, whatever was measured in whatever order", () => {
  const measured = fc.array(fc.tuple(fc.nat(19), fc.integer({ min: 1, max: 500 })));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), measured, (count, changes) => {
      const map = new HeightMap(count, 10);
      const heights = new Array<number>(count).fill(10);
      for (const [item, height] of changes.filter(([item]) => item < count)) {
        map.set(item, height);
        heights[item] = height;
      }
      for (let item = 0; item <= count; item++) expect(map.top(item)).toBe(sum(heights.slice(0, item)));
      for (let place = 0; place < map.total; place += 7) {
        const item = map.at(place);
        expect(map.top(item)).toBeLessThanOrEqual(place);
        expect(map.top(item + 1)).toBeGreaterThan(place);
      }
    }),
  );
});

it("gives the last item beyond the end, and the first of none", () => {
  expect(new HeightMap(3, 10).at(1000)).toBe(2);
  expect(new HeightMap(0, 10).at(5)).toBe(0);
});

it("says by how much a height differs from what was assumed", () => {
  const map = new HeightMap(3, 10);
  expect([map.set(1, 25), map.set(1, 20), map.total]).toEqual([15, -5, 40]);
});
