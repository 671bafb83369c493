import { type CodePoint, codePoint, type Pixel } from "../brand";
import { type Column, firstAtLeast, firstOver } from "./columns";
import type { Scale } from "./scale";
import { Span } from "./span";

/** Spans narrower than this many pixels are drawn together, a column at a time. */
export const NARROW = 2;

/** Neighbours on a track that are drawn as one; `first === last` where a span stands alone. */
export interface Run {
  readonly first: number;
  readonly last: number;
  readonly left: Pixel;
  readonly right: Pixel;
}

/**
 * Spans side by side, in order, none over another: a lane of chunks, the gaps, what was read.
 *
 * Starts and ends both ascend, so whatever a window shows is found by binary search however many
 * spans there are. `places` says which chunk each span is, where they are chunks.
 */
export class Track {
  constructor(
    readonly starts: Column,
    readonly ends: Column,
    readonly places: Uint32Array | null = null,
  ) {}

  static of(spans: readonly Span[]): Track {
    return new Track(
      Float64Array.from(spans, (span) => span.start),
      Float64Array.from(spans, (span) => span.end),
    );
  }

  get size(): number {
    return this.starts.length;
  }

  span(index: number): Span {
    return Span.between(this.starts[index] as number, this.ends[index] as number);
  }

  start(index: number): CodePoint {
    return codePoint(this.starts[index] as number);
  }

  end(index: number): CodePoint {
    return codePoint(this.ends[index] as number);
  }

  place(index: number): number {
    return this.places === null ? index : (this.places[index] as number);
  }

  /** Indices `[from, to)` of the spans that touch a window, so that a span of no length at either edge is there. */
  visible(window: Span): readonly [from: number, to: number] {
    const from = firstAtLeast(this.ends, window.start);
    return [from, firstOver(this.starts, window.end, from)];
  }

  /**
   * The spans that a scale shows, narrow neighbours gathered into one run as far as they touch.
   *
   * Columns are stepped over by binary search, so the work grows with the pixels, not the spans.
   */
  *runs(scale: Scale): Generator<Run> {
    const [from, to] = this.visible(scale.span);
    for (let first = from; first < to; ) {
      const last = this.#isNarrow(first, scale) ? this.#lastTouching(first, to, scale) : first;
      yield { first, last, left: scale.x(this.start(first)), right: scale.x(this.end(last)) };
      first = last + 1;
    }
  }

  /** The span at a place, else the nearest one less than `reach` code points away; -1 where there is none. */
  at(offset: CodePoint, reach = 0): number {
    const before = firstOver(this.starts, offset) - 1;
    if (before >= 0 && offset < this.end(before)) return before;
    const left = before >= 0 ? offset - this.end(before) : Infinity;
    const right = before + 1 < this.size ? this.start(before + 1) - offset : Infinity;
    if (Math.min(left, right) >= reach) return -1;
    return left <= right ? before : before + 1;
  }

  #isNarrow(index: number, scale: Scale): boolean {
    return scale.breadth(this.end(index) - this.start(index)) < NARROW;
  }

  #lastTouching(first: number, to: number, scale: Scale): number {
    let last = this.#lastInColumn(first, to, scale);
    for (let next = last + 1; next < to && this.#isNarrow(next, scale); next = last + 1) {
      if (scale.breadth(this.start(next) - this.end(last)) >= 1) break;
      last = this.#lastInColumn(next, to, scale);
    }
    return last;
  }

  #lastInColumn(first: number, to: number, scale: Scale): number {
    const columnEnd = scale.offset(Math.floor(scale.x(this.start(first))) + 1);
    const last = Math.max(first, firstAtLeast(this.starts, columnEnd, first + 1, to) - 1);
    // Only the last span of a column can be wide, and then it stands for itself.
    return last > first && !this.#isNarrow(last, scale) ? last - 1 : last;
  }
}
