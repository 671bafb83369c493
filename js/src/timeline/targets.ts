import { pixel } from "../brand";
import { CHIP, LANE, LANE_STEP, lanesBottom, laneTop, STRIP } from "./anatomy";
import { windowEdges } from "./overview";
import type { Hole, MatchMark, Scene } from "./scene";

/** What lies under a point of the map. */
export type Target =
  | { readonly kind: "chip"; readonly rank: number; readonly place: number }
  | { readonly kind: "window"; readonly part: "start" | "end" | "whole" }
  | { readonly kind: "strip" }
  | { readonly kind: "ruler" }
  | { readonly kind: "match"; readonly match: MatchMark }
  | { readonly kind: "chunk"; readonly place: number }
  | { readonly kind: "gap"; readonly characters: number }
  | { readonly kind: "hole"; readonly hole: Hole }
  | { readonly kind: "timeline" }
  | { readonly kind: "none" };

const NONE: Target = { kind: "none" };
const TIMELINE: Target = { kind: "timeline" };

/** A finger's or a shaky hand's allowance, in pixels. */
const REACH = 4;
const HANDLE = 6;

export function targetAt(scene: Scene, x: number, y: number): Target {
  const { anatomy } = scene;
  if (y < anatomy.strip - 3) return chipAt(scene, x) ?? NONE;
  if (y < anatomy.headings - 3) return stripAt(scene, x, y);
  if (x < anatomy.left || x > anatomy.right) return NONE;
  if (y < (anatomy.matches ?? anatomy.lanes)) return { kind: "ruler" };
  if (y < anatomy.lanes) return matchAt(scene, x) ?? TIMELINE;
  if (y < lanesBottom(anatomy)) return laneAt(scene, x, y);
  if (y < anatomy.read + 13) return holeAt(scene, x) ?? chunkUnder(scene, x);
  return chunkUnder(scene, x);
}

function chipAt({ pins }: Scene, x: number): Target | null {
  const pin = pins.find(({ at }) => Math.abs(at - x) <= CHIP / 2);
  return pin === undefined ? null : { kind: "chip", rank: pin.item.rank, place: pin.item.place };
}

function stripAt(scene: Scene, x: number, y: number): Target {
  const { anatomy } = scene;
  if (y > anatomy.strip + STRIP + REACH) return NONE;
  const [start, end] = windowEdges(scene);
  // Of a window narrower than its handles the middle still moves it.
  const inner = Math.min(HANDLE, (end - start) / 3);
  if (x >= start - HANDLE && x <= start + inner) return { kind: "window", part: "start" };
  if (x <= end + HANDLE && x >= end - inner) return { kind: "window", part: "end" };
  if (x > start && x < end) return { kind: "window", part: "whole" };
  return x >= anatomy.left && x <= anatomy.right ? { kind: "strip" } : NONE;
}

function matchAt({ matches, scale }: Scene, x: number): Target | null {
  const near = matches.items.filter(({ span }) => x > scale.x(span.start) - REACH && x < scale.x(span.end) + REACH);
  const match = near.find(({ position }) => position === matches.current?.position) ?? near[0];
  return match === undefined ? null : { kind: "match", match };
}

function laneAt(scene: Scene, x: number, y: number): Target {
  const { anatomy, chunks, scale } = scene;
  const lane = Math.floor((y - anatomy.lanes) / LANE_STEP);
  const track = chunks.lanes.tracks[lane];
  const isBetween = y - laneTop(anatomy, lane) > LANE;
  const index = isBetween ? -1 : (track?.at(scale.offset(x), scale.length(REACH)) ?? -1);
  if (track !== undefined && index >= 0) return { kind: "chunk", place: track.place(index) };
  const gap = chunks.gaps.at(scale.offset(x));
  return gap < 0 ? TIMELINE : { kind: "gap", characters: chunks.gaps.span(gap).length };
}

function holeAt({ holes, scale }: Scene, x: number): Target | null {
  const hole = holes.find(({ span }) => span.contains(scale.offset(x)));
  return hole === undefined ? null : { kind: "hole", hole };
}

/** Below the lanes a column stands for the chunk that starts last before it, as the score strip shows it. */
function chunkUnder({ chunks, scale }: Scene, x: number): Target {
  const offset = scale.offset(pixel(x));
  const place = chunks.nearest(offset);
  return chunks.size > 0 && chunks.span(place).contains(offset) ? { kind: "chunk", place } : TIMELINE;
}
