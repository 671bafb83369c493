import type { Hole, Scene } from "./scene";
import type { Surface } from "./surface";

/** What was read, and the holes that a step left. */
export function drawRead(surface: Surface, scene: Scene): void {
  const { anatomy, read, scale, theme } = scene;
  for (const { left, right } of read.runs(scale)) {
    const width = Math.max(1, right - left);
    surface.box(left, anatomy.read + 4, width, 4, { fill: theme.accent, radius: 1 });
  }
  for (const hole of scene.holes) drawHole(surface, scene, hole);
}

function drawHole(surface: Surface, { anatomy, scale, theme, words }: Scene, hole: Hole): void {
  const [left, right] = [scale.x(hole.span.start), scale.x(hole.span.end)];
  if (right < scale.left || left > scale.right || right - left < 6) return;
  const type = { colour: theme.ink, align: "middle" } as const;
  const labels = [words.timeline.unread(hole.characters), words.number(hole.characters)];
  const label = labels.find((label) => surface.breadth(label, type) + 6 <= right - left + 2);
  const room = label === undefined ? 0 : surface.breadth(label, type) + 6;
  // Stubs beside the words would look like signs.
  if (room === 0 || right - left - room >= 22) {
    surface.line([left + 2, anatomy.read + 6, right - 2, anatomy.read + 6], { stroke: theme.ink3, dash: [3, 3] });
  }
  if (label === undefined) return;
  const middle = (left + right) / 2;
  surface.box(middle - room / 2, anatomy.read - 1, room, 14, { fill: theme.band });
  surface.text(label, middle, anatomy.read + 10, type);
}
