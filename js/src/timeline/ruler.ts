import { ticks } from "../geometry/ticks";
import type { Scene } from "./scene";
import type { Surface } from "./surface";

/** Least distance of two numbers on the ruler. */
const ROOM = 80;

export function drawRuler(surface: Surface, { anatomy, theme, scale, words }: Scene): void {
  const { major, minor } = ticks(scale, ROOM);
  for (const offset of minor) surface.box(scale.x(offset), anatomy.ruler + 12, 1, 3, { fill: theme.line2 });
  // Lines of headings pass behind the numbers.
  const type = { colour: theme.ink3, halo: theme.band };
  for (const offset of major) {
    const x = scale.x(offset);
    surface.box(x, anatomy.ruler + 3, 1, 12, { fill: theme.mute });
    const label = words.number(offset);
    if (x + 4 + surface.breadth(label, type) < scale.right) surface.text(label, x + 4, anatomy.ruler + 10, type);
  }
}

/** The range that was dragged on the ruler, over the ruler and the lanes. */
export function drawRange(surface: Surface, { anatomy, theme, scale, range }: Scene): void {
  if (range === null) return;
  const left = scale.x(range.start);
  const width = Math.max(1, scale.x(range.end) - left);
  surface.box(left, anatomy.ruler, width, anatomy.read - anatomy.ruler, { fill: theme.accent, opacity: 0.14 });
  for (const x of [left, left + width - 1]) {
    surface.box(x, anatomy.ruler, 1, anatomy.read - anatomy.ruler, { fill: theme.accent });
  }
}
