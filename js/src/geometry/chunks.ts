import { type CodePoint, codePoint, type Row, row } from "../brand";
import { type Column, firstAtLeast, firstOver, pick } from "./columns";
import { findGaps } from "./gaps";
import { assignLanes, DEEPER, indicesOf, type Lanes } from "./lanes";
import { Span } from "./span";
import { Track } from "./track";

/**
 * The chunks of one type in a source, laid out once.
 *
 * A `Row` counts all chunks of the source, a *place* those of this type; both are in reading order,
 * and they are the same where the source has one type alone. Chunk numbers count places from 1.
 */
export class Chunks {
  readonly lanes: Lanes;
  readonly gaps: Track;

  private constructor(
    readonly starts: Column,
    readonly ends: Column,
    private readonly rows: Uint32Array | null,
    readonly length: number,
    isWhole: boolean,
  ) {
    this.lanes = assignLanes(starts, ends);
    this.gaps = isWhole ? findGaps(starts, ends, length) : Track.of([]);
  }

  /** The chunks whose type is `type`, a value of `types`; where they are not all that there are, no gap is known. */
  static ofType(type: number, types: Uint8Array, starts: Column, ends: Column, length: number, isWhole = true): Chunks {
    const rows = indicesOf(types, type);
    if (rows.length === types.length) return new Chunks(starts, ends, null, length, isWhole);
    return new Chunks(pick(starts, rows), pick(ends, rows), rows, length, isWhole);
  }

  get size(): number {
    return this.starts.length;
  }

  row(place: number): Row {
    return row(this.rows === null ? place : (this.rows[place] as number));
  }

  /** The place of a row; -1 where the row is of another type. */
  place(row: number): number {
    if (this.rows === null) return row < this.size ? row : -1;
    const place = firstAtLeast(this.rows, row);
    return this.rows[place] === row ? place : -1;
  }

  /** What a column says of each row, for each place; the column itself where they are the same, which is most often. */
  byPlace(column: Float32Array | Float64Array): Float32Array {
    const isByPlace = this.rows === null && column.length === this.size;
    if (isByPlace && column instanceof Float32Array) return column;
    const values = new Float32Array(this.size);
    for (let place = 0; place < values.length; place++) values[place] = column[this.row(place)] ?? 0;
    return values;
  }

  span(place: number): Span {
    return Span.between(this.starts[place] as number, this.ends[place] as number);
  }

  /** Lane of a chunk; null where it lies deeper than the last. */
  lane(place: number): number | null {
    const lane = this.lanes.laneOf[place];
    return lane === undefined || lane === DEEPER ? null : lane;
  }

  /** The last chunk that starts at or before an offset, else the first. */
  nearest(offset: number): number {
    return Math.max(0, firstOver(this.starts, offset) - 1);
  }

  /** Some of the chunks, as tracks: one for each lane. */
  select(places: Iterable<number>): readonly Track[] {
    const perLane: number[][] = this.lanes.tracks.map(() => []);
    for (const place of [...places].sort((a, b) => a - b)) {
      const lane = this.lane(place);
      if (lane !== null) perLane[lane]?.push(place);
    }
    return perLane.map((lane) => {
      const picked = Uint32Array.from(lane);
      return new Track(pick(this.starts, picked), pick(this.ends, picked), picked);
    });
  }

  start(place: number): CodePoint {
    return codePoint(this.starts[place] as number);
  }
}
