import { STRIP } from "./anatomy";
import type { Scene } from "./scene";
import type { Surface } from "./surface";

/** Width of a column of the profile. */
export const PROFILE_STEP = 3;

/** The whole source in one strip: where it scores, where its headings and gaps are. */
export function drawStrip(surface: Surface, scene: Scene): void {
  const { anatomy, theme, overview } = scene;
  surface.box(overview.left, anatomy.strip, overview.width, STRIP, {
    fill: theme.chunk,
    radius: 2,
    ...(theme.edge === null ? {} : { stroke: theme.edge }),
  });
  drawProfile(surface, scene);
  for (const gap of scene.chunks.gaps.runs(overview)) {
    if (gap.first === gap.last && gap.right - gap.left >= 1) {
      surface.box(gap.left, anatomy.strip, gap.right - gap.left, STRIP, { fill: theme.band });
    }
  }
  for (const x of scene.seams) surface.box(x - 0.5, anatomy.strip, 1, STRIP, { fill: theme.band });
}

/** That not all is drawn: over the rest of the strip, at the widest place beside the handles. */
export function drawPartial(surface: Surface, scene: Scene): void {
  const { anatomy, theme, overview, partial } = scene;
  const [left, right] = windowEdges(scene);
  const places = [left - overview.left, right - left, overview.right - right];
  const end = [left, right, overview.right][places.indexOf(Math.max(...places))] as number;
  surface.text(partial, end - 8, anatomy.strip + 10, { colour: theme.chunkInk, align: "end" });
}

function drawProfile(surface: Surface, { anatomy, theme, overview, profile }: Scene): void {
  const bottom = anatomy.strip + STRIP;
  profile?.forEach((share, column) => {
    if (share <= 0.12) return;
    const height = Math.max(1, Math.round(share * (STRIP - 1)));
    const left = overview.left + column * PROFILE_STEP;
    surface.box(left, bottom - height, PROFILE_STEP - 1, height, { fill: theme.mute, opacity: 0.6 });
  });
}

/** What was read, under the strip; the shortest piece still shows. */
export function drawCoverage(surface: Surface, { anatomy, theme, overview, read }: Scene): void {
  surface.box(overview.left, anatomy.coverage, overview.width, 3, { fill: theme.line, radius: 1.5 });
  for (const { left, right } of read.runs(overview)) {
    surface.box(left, anatomy.coverage, Math.max(3, right - left), 3, { fill: theme.accent });
  }
}

/** The matches of a pattern over the whole source. */
export function drawOverviewMatches(surface: Surface, { anatomy, theme, overview, matches }: Scene): void {
  let last = -Infinity;
  for (const { span } of matches.items) {
    const x = overview.x(span.start);
    if (x - last < 1.5) continue;
    surface.box(x, anatomy.strip - 3, 1.5, 18, { fill: theme.markEdge });
    last = x;
  }
  if (matches.current === null) return;
  surface.box(overview.x(matches.current.span.start) - 2, anatomy.strip - 3, 4, 18, {
    fill: theme.hit,
    stroke: theme.hitEdge,
    radius: 1,
  });
}

/** Where the window stands on the strip; never so narrow that its handles cover each other. */
export function windowEdges({ overview, scale }: Scene): readonly [left: number, right: number] {
  const [left, right] = [overview.x(scale.span.start), overview.x(scale.span.end)];
  const missing = Math.max(0, LEAST_WINDOW - (right - left)) / 2;
  return [left - missing, right + missing];
}

const LEAST_WINDOW = 8;

/** The part that the timeline enlarges, with its two handles. */
export function drawWindow(surface: Surface, scene: Scene): void {
  const { anatomy, theme } = scene;
  const [left, right] = windowEdges(scene);
  const top = anatomy.strip - 2;
  surface.box(left, top, right - left, STRIP + 4, { fill: theme.accent, opacity: 0.1, radius: 3 });
  surface.box(left, top, right - left, STRIP + 4, { stroke: theme.accent, weight: 1.5, radius: 3 });
  for (const x of [left, right]) {
    surface.box(x - 2.5, top + 3, 5, 10, { fill: theme.bg, stroke: theme.accent, weight: 1.5, radius: 2.5 });
  }
}

/** "This enlarges that": from the window on the strip to the timeline below. */
export function drawFunnel(surface: Surface, scene: Scene): void {
  const { anatomy, theme, scale } = scene;
  const top = anatomy.strip + STRIP + 2;
  const bottom = anatomy.funnel + 7;
  const [left, right] = windowEdges(scene);
  surface.fan([left, top, right, top, scale.right, bottom, scale.left, bottom], {
    colour: theme.accent,
    from: 0.3,
    to: 0.06,
  });
}
