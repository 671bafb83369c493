/** The one home of what the laws of geometry are tried on. */
import fc from "fast-check";
import { pixel } from "../brand";
import { Scale } from "./scale";
import { Span } from "./span";

export type Pair = readonly [start: number, end: number];

/** Chunks in reading order: overlapping, nested, touching, of no length, at one place. */
export const chunkPairs = fc
  .array(fc.tuple(fc.nat(120), fc.oneof(fc.constant(0), fc.nat(8), fc.nat(80))), { maxLength: 60 })
  .map((found) => found.map(([start, length]): Pair => [start, start + length]))
  .map((pairs) => pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]));

export const scales = fc
  .tuple(fc.nat(150), fc.integer({ min: 1, max: 150 }), fc.integer({ min: 5, max: 400 }))
  .map(([start, length, width]) => new Scale(Span.between(start, start + length), pixel(10), pixel(width)));

export const startsOf = (pairs: readonly Pair[]) => Uint32Array.from(pairs, ([start]) => start);
export const endsOf = (pairs: readonly Pair[]) => Uint32Array.from(pairs, ([, end]) => end);
