import type { Actions } from "../actions";
import { Span } from "../geometry/span";
import { dragged, lawful, pinched } from "./moves";
import type { Scene } from "./scene";
import type { Target } from "./targets";

/** What the pointer needs of the view. */
export interface Hand {
  readonly element: HTMLElement;
  readonly actions: Actions;
  readonly signal: AbortSignal;
  /** The picture as it was last drawn. */
  scene(): Scene | null;
  /** The window that is shown, or that a glide goes to; it may be ahead of the picture. */
  goal(): Span;
  /** Show another window, at once or in a glide. */
  move(window: Span, isAtOnce: boolean): void;
  /** The pointer rests over something, or over nothing. */
  point(target: Target | null, x: number, y: number): void;
  focus(): void;
}

/** A press that goes on: told of every move, and of its end as a click where it hardly moved. */
export interface Gesture {
  move(x: number): void;
  click?(): void;
}

/** What a press on a target starts; null where it starts nothing. */
export function begin(hand: Hand, scene: Scene, x: number, target: Target, isRange: boolean): Gesture | null {
  const isTimeline = !["chip", "window", "strip", "none"].includes(target.kind);
  if (target.kind === "ruler" || (isRange && isTimeline)) return selectRange(hand, scene, x, target);
  switch (target.kind) {
    case "none":
      return null;
    case "chip":
      return { move: () => {}, click: () => hand.actions.openHit(target.rank) };
    case "window":
      return dragOnStrip(hand, scene, x, target.part);
    case "strip":
      return centreOnStrip(hand, scene, x);
    default:
      return pan(hand, scene, x, target);
  }
}

function pan({ actions, move }: Hand, { scale, chunks }: Scene, origin: number, target: Target): Gesture {
  return {
    move: (x) => move(lawful(scale.translate(x - origin).span, chunks.length), true),
    click: () => {
      const place = target.kind === "match" ? target.match.place : target.kind === "chunk" ? target.place : -1;
      actions.setRange(null);
      actions.select(place < 0 ? null : chunks.row(place));
    },
  };
}

function selectRange({ actions }: Hand, { scale, chunks }: Scene, origin: number, target: Target): Gesture {
  const offsetAt = (x: number) => Math.round(Math.min(Math.max(scale.offset(x), 0), chunks.length));
  return {
    move: (x) => actions.setRange(Span.between(offsetAt(origin), offsetAt(x)).ends),
    click: () => actions.setRange(target.kind === "chunk" ? chunks.span(target.place).ends : null),
  };
}

function dragOnStrip(hand: Hand, scene: Scene, origin: number, part: "start" | "end" | "whole"): Gesture {
  const { overview, scale, chunks } = scene;
  return {
    move: (x) => hand.move(dragged(scale.span, part, overview.length(x - origin), chunks.length), true),
  };
}

function centreOnStrip(hand: Hand, scene: Scene, origin: number): Gesture {
  const { overview, scale, chunks } = scene;
  const centredOn = (x: number) => lawful(scale.span.translate(overview.offset(x) - scale.span.middle), chunks.length);
  return { move: (x) => hand.move(centredOn(x), true), click: () => hand.move(centredOn(origin), false) };
}

/** One of two fingers moved: `pressed` has where they were. */
export function pinch(hand: Hand, pressed: ReadonlyMap<number, number>, id: number, x: number): void {
  const scene = hand.scene();
  const [one, other] = [...pressed.values()];
  if (scene === null || one === undefined || other === undefined) return;
  const [first] = pressed.keys();
  const after: [number, number] = first === id ? [x, other] : [one, x];
  const scale = scene.scale.show(hand.goal());
  hand.move(lawful(pinched(scale, [one, other], after), scene.chunks.length), true);
}
