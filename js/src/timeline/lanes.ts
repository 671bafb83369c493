import type { Run, Track } from "../geometry/track";
import { LANE, LANE_STEP, lanesBottom, laneTop } from "./anatomy";
import { chunkBox, drawChunk, type Look, labelChunk, PLAIN } from "./chunk";
import { MARK_KINDS, type MarkKind, type Scene } from "./scene";
import type { Surface } from "./surface";

/** Every chunk that the window shows: first the plain ones, over them what is marked. */
export function drawLanes(surface: Surface, scene: Scene): void {
  scene.chunks.lanes.tracks.forEach((track, lane) => {
    drawPlain(surface, scene, track, laneTop(scene.anatomy, lane));
  });
  for (const kind of MARK_KINDS) {
    scene.marks.tracks[kind].forEach((track, lane) => {
      drawMarked(surface, scene, track, kind, laneTop(scene.anatomy, lane));
    });
  }
  drawRing(surface, scene);
}

function drawPlain(surface: Surface, scene: Scene, track: Track, top: number): void {
  for (const run of track.runs(scene.scale)) {
    const place = track.place(run.first);
    if (run.first !== run.last) drawChunk(surface, run, top, PLAIN, scene.theme);
    else if (!isMarked(scene, place)) drawAlone(surface, scene, run, top, place, "plain");
  }
}

function drawMarked(surface: Surface, scene: Scene, track: Track, kind: MarkKind, top: number): void {
  for (const run of track.runs(scene.scale)) {
    if (run.first !== run.last) drawChunk(surface, run, top, { ...PLAIN, kind }, scene.theme);
    else drawAlone(surface, scene, run, top, track.place(run.first), kind);
  }
}

function drawAlone(surface: Surface, scene: Scene, run: Run, top: number, place: number, kind: Look["kind"]): void {
  const { marks, scale, theme, words } = scene;
  const isSelected = place === scene.selected;
  const isResult = marks.results.has(place);
  const isSkipped = !isResult && marks.skipped.has(place);
  const look = { kind, isResult, isSkipped, isSelected, isHovered: place === scene.hovered };
  drawChunk(surface, run, top, look, theme);
  const { x, width } = chunkBox(run);
  const bounds = { left: Math.max(x, scale.left), right: Math.min(x + width, scale.right) };
  if (bounds.right - bounds.left < LANE) return;
  const rank = kind === "hit" ? words.number(marks.hits.get(place) ?? 0) : null;
  labelChunk(surface, bounds, top + 14, { rank, number: scene.partial ? "" : words.number(place + 1), kind }, theme);
}

/** The ring round the selection comes last, so that no neighbour covers it. */
function drawRing(surface: Surface, { anatomy, chunks, scale, selected, theme }: Scene): void {
  const lane = selected === null ? null : chunks.lane(selected);
  if (selected === null || lane === null) return;
  const span = chunks.span(selected);
  const { x, width } = chunkBox({ left: scale.x(span.start), right: scale.x(span.end) });
  const ring = { stroke: theme.accent, weight: 2, radius: 5 };
  surface.box(x - 2.5, laneTop(anatomy, lane) - 2, width + 5, LANE + 4, ring);
}

function isMarked({ marks }: Scene, place: number): boolean {
  return marks.hits.has(place) || marks.results.has(place) || marks.skipped.has(place);
}

/** Characters in no chunk, hatched, with their number. */
export function drawGaps(surface: Surface, { anatomy, chunks, scale, theme, words }: Scene): void {
  const height = lanesBottom(anatomy) - anatomy.lanes;
  for (const run of chunks.gaps.runs(scale)) {
    const [left, width] = [run.left + 1, run.right - run.left - 2];
    if (run.first !== run.last || width < 2) continue;
    surface.hatch(left, anatomy.lanes, width, height, theme.hatch);
    const label = words.number(chunks.gaps.span(run.first).length);
    const type = { colour: theme.ink2, align: "middle" } as const;
    const room = surface.breadth(label, type) + 8;
    if (room + 8 > width) continue;
    const [middle, centre] = [left + width / 2, anatomy.lanes + height / 2];
    surface.box(middle - room / 2, centre - 8, room, 16, { fill: theme.band, radius: 2 });
    surface.text(label, middle, centre + 4, type);
  }
}

/** Nearer to each other than this, heaps share one number. */
const HEAP = 40;

/** How many chunks lie deeper than the last lane, where each heap of them ends. */
export function drawDeeper(surface: Surface, { anatomy, chunks, scale, theme, words }: Scene): void {
  const { deeper } = chunks.lanes;
  const sums: { readonly x: number; count: number }[] = [];
  for (const run of deeper.heaps.runs(scale)) {
    const [x, count] = [Math.min(run.right, scale.right), deeper.count(run)];
    const last = sums.at(-1);
    if (last && x - last.x < HEAP) last.count += count;
    else sums.push({ x, count });
  }
  const top = lanesBottom(anatomy) - LANE_STEP + 8;
  const type = { colour: theme.ink, weight: 700, align: "end" } as const;
  for (const { x, count } of sums) {
    const label = words.timeline.more(count);
    const width = surface.breadth(label, type) + 8;
    const right = Math.max(x, scale.left + width);
    surface.box(right - width, top, width, 16, { fill: theme.band, radius: 2 });
    surface.text(label, right - 4, top + 11.5, type);
  }
}
