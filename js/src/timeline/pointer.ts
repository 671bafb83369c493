import type { Actions } from "../actions";
import { on } from "../dom";
import { Span } from "../geometry/span";
import { dragged, fitted, lawful, pinched, zoomed } from "./moves";
import type { Scene } from "./scene";
import { type Target, targetAt } from "./targets";

/** What the pointer needs of the view. */
export interface Hand {
  readonly element: HTMLElement;
  readonly actions: Actions;
  readonly signal: AbortSignal;
  /** The picture as it was last drawn. */
  scene(): Scene | null;
  /** Show another window, at once or in a glide. */
  move(window: Span, isAtOnce: boolean): void;
  /** The pointer rests over something, or over nothing. */
  point(target: Target | null, x: number, y: number): void;
  focus(): void;
}

/** A press that goes on: told of every move, and of its end as a click where it hardly moved. */
interface Gesture {
  move(x: number): void;
  click?(): void;
}

/** Moves of less than this many pixels are a click. */
const STILL = 4;

const CURSORS: { readonly [kind in Target["kind"]]?: string } = {
  chip: "pointer",
  chunk: "pointer",
  match: "pointer",
  ruler: "text",
  strip: "pointer",
  gap: "grab",
  hole: "grab",
  timeline: "grab",
};

export function listenToPointer(hand: Hand): void {
  const { element, signal } = hand;
  const pressed = new Map<number, number>();
  let gesture: Gesture | null = null;
  let origin = 0;
  let hasMoved = false;

  const down = (event: PointerEvent) => {
    const scene = hand.scene();
    if (scene === null || event.button !== 0) return;
    const { x, y } = placeOf(event, element);
    pressed.set(event.pointerId, x);
    element.setPointerCapture(event.pointerId);
    hand.focus();
    hand.point(null, x, y);
    [origin, hasMoved] = [x, pressed.size > 1];
    gesture = pressed.size === 1 ? begin(hand, scene, x, targetAt(scene, x, y), event.shiftKey) : null;
  };

  const move = (event: PointerEvent) => {
    const { x, y } = placeOf(event, element);
    const before = pressed.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType !== "touch") hover(hand, x, y);
      return;
    }
    if (pressed.size === 2) pinch(hand, pressed, event.pointerId, x);
    pressed.set(event.pointerId, x);
    hasMoved ||= Math.abs(x - origin) >= STILL;
    if (hasMoved) gesture?.move(x);
  };

  const up = (event: PointerEvent) => {
    if (!pressed.delete(event.pointerId)) return;
    if (!hasMoved && event.type === "pointerup") gesture?.click?.();
    gesture = null;
  };

  on(element, "pointerdown", down, signal);
  // A mouse press would take the focus away again, and start to select text.
  on(element, "mousedown", (event) => event.preventDefault(), signal);
  on(element, "pointermove", move, signal);
  on(element, "pointerup", up, signal);
  on(element, "pointercancel", up, signal);
  on(element, "pointerleave", () => hand.point(null, 0, 0), signal);
  on(element, "dblclick", (event) => fitUnder(hand, event), signal);
  on(element, "wheel", (event) => turn(hand, event), signal, { passive: false });
}

/** A place inside the element in its own pixels, whatever zoom the page gave it. */
function placeOf(event: MouseEvent, element: HTMLElement): { readonly x: number; readonly y: number } {
  const box = element.getBoundingClientRect();
  const zoom = box.width / element.offsetWidth || 1;
  return { x: (event.clientX - box.left) / zoom, y: (event.clientY - box.top) / zoom };
}

function hover(hand: Hand, x: number, y: number): void {
  const scene = hand.scene();
  if (scene === null) return;
  const target = targetAt(scene, x, y);
  const isHandle = target.kind === "window" && target.part !== "whole";
  hand.element.style.cursor = isHandle ? "ew-resize" : target.kind === "window" ? "grab" : (CURSORS[target.kind] ?? "");
  hand.point(target, x, y);
}

function begin(hand: Hand, scene: Scene, x: number, target: Target, isRange: boolean): Gesture | null {
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
    move: (x) => {
      const { start, end } = Span.between(offsetAt(origin), offsetAt(x));
      actions.setRange([start, end]);
    },
    click: () => {
      if (target.kind !== "chunk") {
        actions.setRange(null);
        return;
      }
      const { start, end } = chunks.span(target.place);
      actions.setRange([start, end]);
    },
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

function pinch(hand: Hand, pressed: ReadonlyMap<number, number>, id: number, x: number): void {
  const scene = hand.scene();
  const [one, other] = [...pressed.values()];
  if (scene === null || one === undefined || other === undefined) return;
  const [first] = pressed.keys();
  const after: [number, number] = first === id ? [x, other] : [one, x];
  hand.move(lawful(pinched(scene.scale, [one, other], after), scene.chunks.length), true);
}

function fitUnder(hand: Hand, event: MouseEvent): void {
  const scene = hand.scene();
  if (scene === null) return;
  const { x, y } = placeOf(event, hand.element);
  const target = targetAt(scene, x, y);
  if (target.kind !== "chunk") return;
  hand.move(fitted(scene.chunks.span(target.place), scene.chunks.length), false);
}

/** A pinch on a touch pad comes as a wheel with the control key; a plain wheel belongs to the page. */
function turn(hand: Hand, event: WheelEvent): void {
  const scene = hand.scene();
  const isZoom = event.ctrlKey || event.metaKey;
  const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
  if (scene === null || !(isZoom || isSideways)) return;
  event.preventDefault();
  event.stopPropagation();
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
  const { scale, chunks } = scene;
  const { x } = placeOf(event, hand.element);
  // One notch of a mouse wheel counts a hundred pixels, a pinch a few.
  const factor = Math.exp(Math.min(Math.max(event.deltaY * unit, -60), 60) * 0.008);
  const at = Math.min(Math.max(x, scale.left), scale.right);
  const next = isZoom
    ? zoomed(scale.span, factor, scale.offset(at), chunks.length)
    : lawful(scale.translate(-event.deltaX * unit).span, chunks.length);
  hand.move(next, true);
}
