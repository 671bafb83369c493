import { laneTop } from "./anatomy";
import type { MatchMark, Scene } from "./scene";
import type { Surface } from "./surface";

/** The matches in the window, each with a line down to its chunk; the current one tells its position. */
export function drawMatches(surface: Surface, scene: Scene): void {
  const { anatomy, matches, scale } = scene;
  if (anatomy.matches === null) return;
  let last = -Infinity;
  let before = -Infinity;
  for (const match of matches.items) {
    if (match.span.end < scale.span.start || match.span.start > scale.span.end) continue;
    const x = scale.x(match.span.start);
    if (match.position === matches.current?.position) before = last;
    else if (x - last >= 3) drawMatch(surface, scene, match, anatomy.matches, false);
    last = Math.max(last, x);
  }
  if (matches.current === null) return;
  drawMatch(surface, scene, matches.current, anatomy.matches, true);
  drawPosition(surface, scene, matches.current, anatomy.matches, before);
}

function drawMatch(surface: Surface, scene: Scene, match: MatchMark, top: number, isCurrent: boolean): void {
  const { anatomy, chunks, scale, selected, theme } = scene;
  const x = scale.x(match.span.start);
  const width = Math.max(5, scale.breadth(match.span.length));
  const lane = chunks.lane(match.place);
  if (lane !== null) {
    const end = laneTop(anatomy, lane) - (match.place === selected ? 3 : 0);
    surface.line([x + width / 2, top + 12, x + width / 2, end], { stroke: theme.markEdge });
  }
  const [fill, stroke] = isCurrent ? [theme.hit, theme.hitEdge] : [theme.mark, theme.markEdge];
  const [y, height] = isCurrent ? [top + 0.5, 11] : [top + 3.5, 8];
  surface.box(x + 0.5, y, width, height, { fill, stroke, radius: 1.5 });
}

function drawPosition(surface: Surface, scene: Scene, current: MatchMark, top: number, before: number): void {
  const { matches, scale, theme, words } = scene;
  const label = words.matchOf(current.position, matches.total);
  const type = { colour: theme.ink, weight: 700 } as const;
  const x = scale.x(current.span.start);
  const room = surface.breadth(label, type) + 10;
  if (x < scale.left || x > scale.right) return;
  if (x - Math.max(before + 5, scale.left) > room) {
    surface.text(label, x - 5, top + 10, { ...type, align: "end" });
    return;
  }
  const start = x + Math.max(5, scale.breadth(current.span.length)) + 6;
  if (start + room < scale.right) surface.text(label, start, top + 10, type);
}
