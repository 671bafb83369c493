import { laneTop } from "./anatomy";
import type { MatchMark, Scene } from "./scene";
import type { Surface } from "./surface";

/** The matches in the window, each with a line down to its chunk; the current one tells its position. */
export function drawMatches(surface: Surface, scene: Scene): void {
  const { anatomy, matches, scale } = scene;
  if (anatomy.matches === null) return;
  const { current } = matches;
  const now = current === null ? -Infinity : scale.x(current.span.start);
  let last = -Infinity;
  // The room between the marks beside the current one.
  let [left, right]: [number, number] = [scale.left, scale.right];
  for (const match of matches.items) {
    if (match.span.end < scale.span.start || match.span.start > scale.span.end) continue;
    const x = scale.x(match.span.start);
    if (match.position !== current?.position && x - last >= 3) drawMatch(surface, scene, match, anatomy.matches, false);
    last = x;
    if (x < now) left = Math.max(left, x + widthOf(match, scene));
    else if (x > now) right = Math.min(right, x);
  }
  if (current === null) return;
  drawMatch(surface, scene, current, anatomy.matches, true);
  if (now >= scale.left && now <= scale.right) drawPosition(surface, scene, current, anatomy.matches + 10, left, right);
}

function drawMatch(surface: Surface, scene: Scene, match: MatchMark, top: number, isCurrent: boolean): void {
  const { anatomy, chunks, scale, selected, theme } = scene;
  const x = scale.x(match.span.start);
  const width = widthOf(match, scene);
  const lane = chunks.lane(match.place);
  if (lane !== null) {
    const end = laneTop(anatomy, lane) - (match.place === selected ? 3 : 0);
    surface.line([x + width / 2, top + 12, x + width / 2, end], { stroke: theme.markEdge });
  }
  const [fill, stroke] = isCurrent ? [theme.hit, theme.hitEdge] : [theme.mark, theme.markEdge];
  const [y, height] = isCurrent ? [top + 0.5, 11] : [top + 3.5, 8];
  surface.box(x + 0.5, y, width, height, { fill, stroke, radius: 1.5 });
}

function widthOf({ span }: MatchMark, { scale }: Scene): number {
  return Math.max(5, scale.breadth(span.length));
}

/** Before the mark or after it, whichever is free; the bar below tells the same where neither is. */
function drawPosition(
  surface: Surface,
  scene: Scene,
  current: MatchMark,
  baseline: number,
  left: number,
  right: number,
): void {
  const { matches, scale, theme, words } = scene;
  const label = words.matchOf(current.position, matches.total, matches.more);
  const type = { colour: theme.ink, weight: 700 } as const;
  const room = surface.breadth(label, type) + 10;
  const start = scale.x(current.span.start);
  const end = start + widthOf(current, scene);
  if (start - left > room) surface.text(label, start - 5, baseline, { ...type, align: "end" });
  else if (right - end > room) surface.text(label, end + 6, baseline, type);
}
