import { type CodePoint, codePoint } from "../brand";
import type { Scale } from "./scale";

/** Places of a ruler: numbered ones, and the small ones between them. */
export interface Ticks {
  readonly step: number;
  readonly major: readonly CodePoint[];
  readonly minor: readonly CodePoint[];
}

// Into how many parts a step of 10, 20 or 50 falls, so that the parts are round too.
const PARTS: { readonly [digit: string]: number } = { 1: 10, 2: 4, 5: 5 };

/** The smallest of 1, 2, 5, 10, 20, 50, ... that is at least `least`; never a part of a code point. */
export function roundStep(least: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  const digit = [1, 2, 5, 10].find((digit) => digit * power >= least) ?? 10;
  return digit * power;
}

/** Ticks at round numbers, numbered ones at least `room` pixels apart. */
export function ticks(scale: Scale, room: number): Ticks {
  const step = roundStep(scale.length(room));
  const parts = step < 10 ? step : (PARTS[step.toString().charAt(0)] ?? 1);
  const smallest = step / parts;
  const all = multiples(smallest, scale);
  const isMajor = (offset: number) => Math.round(offset / smallest) % parts === 0;
  return { step, major: all.filter(isMajor), minor: all.filter((offset) => !isMajor(offset)) };
}

function multiples(step: number, scale: Scale): CodePoint[] {
  const first = Math.ceil(scale.span.start / step);
  const last = Math.floor(scale.span.end / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => codePoint((first + k) * step));
}
