import { lanesBottom } from "./anatomy";
import { drawChips } from "./chips";
import { drawDeeper, drawGaps, drawLanes } from "./lanes";
import { drawMatches } from "./matches";
import { drawCoverage, drawFunnel, drawOverviewMatches, drawPartial, drawStrip, drawWindow } from "./overview";
import { drawRead } from "./read";
import { drawRange, drawRuler } from "./ruler";
import type { Scene } from "./scene";
import { drawScores } from "./scores";
import { drawSections } from "./sections";
import type { Surface } from "./surface";

/** The whole map, from the ground up. */
export function drawScene(surface: Surface, scene: Scene): void {
  const { anatomy } = scene;
  surface.box(0, 0, anatomy.width, anatomy.height, { fill: scene.theme.band });
  if (!anatomy.isNarrow) drawLabels(surface, scene);
  drawStrip(surface, scene);
  drawFunnel(surface, scene);
  drawCoverage(surface, scene);
  drawOverviewMatches(surface, scene);
  drawChips(surface, scene);
  drawWindow(surface, scene);
  if (scene.partial) drawPartial(surface, scene);
  const height = anatomy.height - anatomy.headings + 4;
  surface.clip(scene.scale.left, anatomy.headings - 4, scene.scale.width, height, () => drawTimeline(surface, scene));
}

function drawTimeline(surface: Surface, scene: Scene): void {
  drawSections(surface, scene);
  drawRuler(surface, scene);
  drawGaps(surface, scene);
  drawMatches(surface, scene);
  drawLanes(surface, scene);
  drawDeeper(surface, scene);
  drawRange(surface, scene);
  drawRead(surface, scene);
  drawScores(surface, scene);
}

function drawLabels(surface: Surface, { anatomy, theme, words }: Scene): void {
  const { timeline } = words;
  const type = { colour: theme.ink3 };
  const label = (text: string, baseline: number) => surface.text(text, 16, baseline, type);
  label(timeline.document, anatomy.strip + 10);
  label(timeline.characters, anatomy.ruler + 10);
  if (anatomy.matches !== null) label(timeline.matches, anatomy.matches + 10);
  label(timeline.chunks, (anatomy.lanes + lanesBottom(anatomy)) / 2 + 4);
  label(timeline.read, anatomy.read + 9);
  if (anatomy.scores !== null) label(timeline.score, anatomy.scores + 24);
}
