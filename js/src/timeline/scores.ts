import { type Bar, scoreBars } from "../geometry/peaks";
import type { Scale } from "../geometry/scale";
import type { Theme } from "../theme";
import { SCORE } from "./anatomy";
import type { Scene, ScoreChild, ScoreMarks } from "./scene";
import type { Surface } from "./surface";

/** The score of every chunk, and the cut that top_k makes. */
export function drawScores(surface: Surface, scene: Scene): void {
  const { anatomy, chunks, scale, scores, theme } = scene;
  if (anatomy.scores === null) return;
  const base = anatomy.scores + SCORE + 2;
  surface.box(scale.left, base, scale.width, 1, { fill: theme.line2 });
  if (scores === null) return;
  const bars = [...scoreBars(chunks.starts, chunks.ends, scores.peaks, scale)];
  for (const bar of bars) drawBar(surface, theme, scores, bar, base);
  if (scores.cut !== null) drawCut(surface, scene, scores, scores.cut, base, bars);
}

function drawBar(surface: Surface, theme: Theme, scores: ScoreMarks, { place, left, right }: Bar, base: number): void {
  const hasRoom = right - left >= 4;
  const [x, width] = hasRoom ? [left + 1, right - left - 2] : [left, Math.max(1, right - left)];
  const total = scores.totals[place] ?? 0;
  const opacity = scores.cut === null || total >= scores.cut * (1 - 1e-6) ? {} : { opacity: 0.42 };
  let bottom = base;
  for (const child of scores.children) {
    const height = heightOf(child.values[place] ?? 0, scores);
    if (height <= 0) continue;
    // A pixel of ground between the children, where they are tall enough to lose it.
    const seam = bottom < base && height > 2 ? 1 : 0;
    surface.box(x, bottom - height, width, height - seam, { fill: colourOf(child, theme), ...opacity });
    bottom -= height;
  }
}

function drawCut(
  surface: Surface,
  scene: Scene,
  scores: ScoreMarks,
  cut: number,
  base: number,
  bars: readonly Bar[],
): void {
  const { anatomy, scale, theme } = scene;
  const y = Math.round(base - heightOf(cut, scores)) + 0.5;
  surface.line([scale.left, y, scale.right, y], { stroke: theme.ink, dash: [2, 3] });
  // Over the line as long as that is inside the row, and where no bar stands.
  const baseline = y - 14 > anatomy.read + 8 ? y - 5 : y + 11;
  const type = { colour: theme.ink, align: "end", halo: theme.band } as const;
  const isBehind = ({ place }: Bar) => base - heightOf(scores.totals[place] ?? 0, scores) < baseline + 2;
  const end = lastFree(bars.filter(isBehind), surface.breadth(scores.cutLabel, type) + 8, scale);
  if (end !== null) surface.text(scores.cutLabel, end - 4, baseline, type);
}

/** Where the last place ends that is wide enough and free of bars, which ascend. */
function lastFree(bars: readonly Bar[], room: number, { left, right }: Scale): number | null {
  let end: number = right;
  for (const bar of bars.toReversed()) {
    if (end - bar.right >= room) break;
    end = Math.min(end, bar.left);
  }
  return end - left >= room ? end : null;
}

function heightOf(value: number, { highest }: ScoreMarks): number {
  return highest > 0 ? Math.max(0, (value / highest) * SCORE) : 0;
}

function colourOf({ name }: ScoreChild, theme: Theme): string {
  return { keyword: theme.kw, vector: theme.vec, own: theme.ink3 }[name];
}

/** Scores below 1 with four places and no nought before the point, others with two. */
export function scoreText(score: number, decimal: (value: number, digits: number) => string): string {
  return Math.abs(score) < 1 ? decimal(score, 4).replace(/^(-?)0(?=\D)/, "$1") : decimal(score, 2);
}
