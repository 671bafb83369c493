import { type Column, pick } from "./columns";
import { type Run, Track } from "./track";

/** More lanes than this are not drawn: what lies deeper is counted. */
export const MOST_LANES = 6;

/** The lane of a chunk that found all lanes taken. */
export const DEEPER = 255;

/** Chunks laid out so that none covers another. */
export interface Lanes {
  readonly tracks: readonly Track[];
  /** Lane of each chunk: a number below `MOST_LANES`, or `DEEPER`. */
  readonly laneOf: Uint8Array;
  readonly deeper: Deeper;
}

/** Chunks below the last lane, of which only numbers are shown: those that overlap are one heap. */
export class Deeper {
  readonly heaps: Track;
  /** How many chunks lie in the heaps before each. */
  readonly #before: readonly number[];

  /** From spans whose starts ascend. */
  constructor(starts: Column, ends: Column) {
    const froms: number[] = [];
    const tos: number[] = [];
    const before: number[] = [];
    let end = -Infinity;
    starts.forEach((start, at) => {
      if (start >= end) {
        froms.push(start);
        before.push(at);
      }
      end = Math.max(end, ends[at] as number);
      tos[froms.length - 1] = end;
    });
    this.heaps = new Track(Float64Array.from(froms), Float64Array.from(tos));
    this.#before = [...before, starts.length];
  }

  /** How many lie in some heaps beside each other. */
  count({ first, last }: Pick<Run, "first" | "last">): number {
    return (this.#before[last + 1] as number) - (this.#before[first] as number);
  }
}

/**
 * Give each chunk the first lane that is free where it starts.
 *
 * For chunks in order of their starts this uses as few lanes as there are chunks over one place,
 * and what finds all six lanes taken never changes a lane above, so deeper lanes need no list.
 * A chunk of no length takes its place as if it were one code point long: two of them at one
 * offset stand below each other.
 */
export function assignLanes(starts: Column, ends: Column): Lanes {
  const laneOf = new Uint8Array(starts.length);
  const freeFrom = new Float64Array(MOST_LANES).fill(-Infinity);
  for (let index = 0; index < starts.length; index++) {
    const start = starts[index] as number;
    const lane = freeLane(freeFrom, start);
    if (lane !== DEEPER) freeFrom[lane] = Math.max(ends[index] as number, start + 1);
    laneOf[index] = lane;
  }
  const used = [...freeFrom].filter(Number.isFinite).map((_, lane) => lane);
  const tracks = used.map((lane) => gather(starts, ends, laneOf, lane));
  const rest = gather(starts, ends, laneOf, DEEPER);
  return { tracks, laneOf, deeper: new Deeper(rest.starts, rest.ends) };
}

function freeLane(freeFrom: Float64Array, start: number): number {
  for (let lane = 0; lane < MOST_LANES; lane++) {
    if ((freeFrom[lane] as number) <= start) return lane;
  }
  return DEEPER;
}

function gather(starts: Column, ends: Column, laneOf: Uint8Array, lane: number): Track {
  const places = indicesOf(laneOf, lane);
  return new Track(pick(starts, places), pick(ends, places), places);
}

/** Where a column of small numbers holds a value. */
export function indicesOf(column: Uint8Array, value: number): Uint32Array {
  const places = new Uint32Array(column.length);
  let found = 0;
  for (let index = 0; index < column.length; index++) {
    if (column[index] === value) places[found++] = index;
  }
  return places.slice(0, found);
}
