import { lanesBottom } from "./anatomy";
import type { Scene } from "./scene";
import { type Surface, shorten } from "./surface";

/** The headings over the window, each with a line down to where its section starts. */
export function drawSections(surface: Surface, scene: Scene): void {
  const { anatomy, theme, scale } = scene;
  const type = { colour: theme.ink2 };
  for (const { heading, left, right } of scene.headings.sections(scale, 48)) {
    const hasLine = scale.x(heading.offset) > scale.left;
    if (hasLine) {
      surface.box(left, anatomy.headings, 1, lanesBottom(anatomy) - anatomy.headings, { fill: theme.line2 });
    }
    const words = shorten(surface, heading.title, right - left - 12, type);
    if (words !== "") surface.text(words, left + (hasLine ? 6 : 0), anatomy.headings + 10, type);
  }
}
