/** Where the window goes: pure, so that pointer and keys move it by the same rules. */
import type { CodePoint } from "../brand";
import type { Scale } from "../geometry/scale";
import { Span } from "../geometry/span";

/** The closest view: so many code points fill the timeline. */
export const CLOSEST = 24;

/** A window that the source has, no closer than the closest. */
export function lawful(window: Span, length: number): Span {
  const source = Span.between(0, Math.max(1, length));
  const missing = Math.max(0, Math.min(CLOSEST, source.length) - window.length) / 2;
  return Span.between(window.start - missing, window.end + missing).within(source);
}

/** Closer (a factor below 1) or farther, as far as the source allows; `fixed` stays where it is. */
export function zoomed(window: Span, factor: number, fixed: CodePoint, length: number): Span {
  const least = Math.min(CLOSEST, length) / window.length;
  return lawful(window.zoom(Math.max(factor, Math.min(least, 1)), fixed), length);
}

/** The window with one edge, or the whole, moved along the strip. */
export function dragged(window: Span, part: "start" | "end" | "whole", distance: number, length: number): Span {
  if (part === "whole") return lawful(window.translate(distance), length);
  const least = Math.min(CLOSEST, length);
  if (part === "start") {
    return Span.between(Math.min(Math.max(0, window.start + distance), window.end - least), window.end);
  }
  return Span.between(window.start, Math.max(Math.min(length, window.end + distance), window.start + least));
}

/** A chunk and some of its surroundings. */
export function fitted(span: Span, length: number): Span {
  const margin = Math.max(span.length * 0.15, CLOSEST / 2);
  return lawful(Span.between(span.start - margin, span.end + margin), length);
}

/** The window moved just so far that a span is in it; its start where it is longer than the window. */
export function revealing(window: Span, span: Span, length: number): Span {
  if (window.covers(span)) return window;
  const margin = window.length * 0.06;
  if (span.start < window.start || span.length > window.length) {
    return lawful(window.translate(span.start - margin - window.start), length);
  }
  return lawful(window.translate(span.end + margin - window.end), length);
}

/** Two fingers moved from one pair of places to another; what was under each stays under it. */
export function pinched(scale: Scale, before: readonly [number, number], after: readonly [number, number]): Span {
  const [a, b] = [scale.offset(before[0]), scale.offset(before[1])];
  const apart = Math.max(1, Math.abs(after[1] - after[0]));
  const perPixel = Math.abs(b - a) / apart;
  const middle = (a + b) / 2 - ((after[0] + after[1]) / 2 - scale.left) * perPixel;
  return Span.between(middle, middle + scale.width * perPixel);
}
