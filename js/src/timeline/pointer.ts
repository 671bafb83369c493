import { on } from "../dom";
import { begin, type Gesture, type Hand, pinch } from "./gestures";
import { fitted, lawful, zoomed } from "./moves";
import { type Target, targetAt } from "./targets";

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
  const { chunks } = scene;
  const scale = scene.scale.show(hand.goal());
  const { x } = placeOf(event, hand.element);
  // One notch of a mouse wheel counts a hundred pixels, a pinch a few.
  const factor = Math.exp(Math.min(Math.max(event.deltaY * unit, -60), 60) * 0.008);
  const at = Math.min(Math.max(x, scale.left), scale.right);
  const next = isZoom
    ? zoomed(scale.span, factor, scale.offset(at), chunks.length)
    : lawful(scale.translate(-event.deltaX * unit).span, chunks.length);
  hand.move(next, true);
}
