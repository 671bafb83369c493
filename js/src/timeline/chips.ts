import { STRIP } from "./anatomy";
import type { Scene } from "./scene";
import type { Surface } from "./surface";

/** The hits over the strip; a chip that had to slide apart leads to its place. */
export function drawChips(surface: Surface, { anatomy, theme, pins, hovered }: Scene): void {
  const { chips, strip } = anatomy;
  for (const { item, at } of pins) {
    surface.line([at, chips + 13, item.x, strip, item.x, strip + STRIP], { stroke: theme.hitEdge });
    surface.box(item.x - 1.5, strip, 3, STRIP, { fill: theme.hit });
  }
  for (const { item, at } of pins) {
    const width = 15 + 6 * Math.max(0, String(item.rank).length - 2);
    const weight = item.place === hovered ? 2 : 1;
    surface.box(at - width / 2, chips + 0.5, width, 13, {
      fill: theme.hit,
      stroke: theme.hitEdge,
      weight,
      radius: 3,
    });
    const type = { colour: theme.hitInk, align: "middle", weight: 700 } as const;
    surface.text(String(item.rank), at, chips + 10.5, type);
  }
}
