import { type Column, firstAtLeast, firstOver } from "./columns";
import type { Scale } from "./scale";

const BLOCK = 64;

/**
 * The highest of any stretch of values, found without looking at them all.
 *
 * Each level keeps the place of the highest of 64 of the level below, so that a range of a million
 * is answered by looking at a few hundred.
 */
export class Peaks {
  readonly #levels: readonly Uint32Array[];

  constructor(private readonly values: Float32Array) {
    const levels: Uint32Array[] = [];
    for (let size = values.length; size > BLOCK; size = Math.ceil(size / BLOCK)) {
      levels.push(this.#summarise(levels.at(-1) ?? null, size));
    }
    this.#levels = levels;
  }

  /** Place of the highest value in `[from, to)`, the first of equals; -1 where the range is empty. */
  highest(from: number, to: number): number {
    return this.#search(0, from, to);
  }

  #search(depth: number, from: number, to: number): number {
    const level = this.#levels[depth];
    const inner = Math.ceil(from / BLOCK);
    const innerEnd = Math.floor(to / BLOCK);
    if (level === undefined || inner >= innerEnd) return this.#scan(depth, from, to);
    const before = this.#scan(depth, from, inner * BLOCK);
    const within = this.#search(depth + 1, inner, innerEnd);
    const after = this.#scan(depth, innerEnd * BLOCK, to);
    return this.#better(this.#better(before, within), after);
  }

  #scan(depth: number, from: number, to: number): number {
    const places = this.#levels[depth - 1];
    let best = -1;
    for (let index = from; index < to; index++) {
      best = this.#better(best, places === undefined ? index : (places[index] as number));
    }
    return best;
  }

  #summarise(below: Uint32Array | null, size: number): Uint32Array {
    const summary = new Uint32Array(Math.ceil(size / BLOCK));
    for (let block = 0; block < summary.length; block++) {
      let best = -1;
      for (let index = block * BLOCK; index < Math.min(size, (block + 1) * BLOCK); index++) {
        best = this.#better(best, below === null ? index : (below[index] as number));
      }
      summary[block] = best;
    }
    return summary;
  }

  #better(one: number, other: number): number {
    if (one < 0) return other;
    if (other < 0) return one;
    return (this.values[other] as number) > (this.values[one] as number) ? other : one;
  }
}

/** A bar of the score strip: from the start of a chunk to the next, or a pixel of many chunks. */
export interface Bar {
  readonly place: number;
  readonly left: number;
  readonly right: number;
}

/**
 * One bar a chunk where there is room, else the best chunk of each pixel.
 *
 * A bar ends where the next chunk starts, since overlapping bars would hide each other.
 */
export function* scoreBars(starts: Column, ends: Column, peaks: Peaks, scale: Scale): Generator<Bar> {
  const to = firstAtLeast(starts, scale.span.end);
  let first = Math.max(0, firstOver(starts, scale.span.start) - 1);
  while (first < to) {
    const left = scale.x(starts[first] as number);
    const next = firstAtLeast(starts, scale.offset(Math.floor(left) + 1), first + 1);
    const best = peaks.highest(first, next);
    const end = Math.min(starts[next] ?? Infinity, farthest(ends, first, next));
    yield { place: best, left, right: Math.max(scale.x(end), left + 1) };
    first = next;
  }
}

// Where many chunks share a pixel its width is all that matters, so looking at the last is enough.
function farthest(ends: Column, first: number, next: number): number {
  return Math.max(ends[first] as number, ends[next - 1] as number);
}
