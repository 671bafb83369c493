/**
 * navigate, read, grep, neighbours and get_chunk over plain columns, for pages without a kernel.
 *
 * The twin of ChunkStore in Python: tests/data/contract_fixture.jsonl holds both to the same answers. Offsets are code
 * points; they are only ever compared, so numbers beyond 2^53, which JavaScript rounds, still compare as they should.
 */
import { CHUNK_TYPES, DIRECTIONS, GREP_MODES, type GrepMode } from "./protocol";
import { fold, matchSpans, needles } from "./text";

/** The chunks of one source, one entry a row, rows in reading order: by start, end and id, all types together. */
export interface Columns {
  readonly starts: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
  /** Positions in `CHUNK_TYPES`. */
  readonly types: ArrayLike<number>;
  readonly ids: readonly string[];
  /** The text of a row, or null where it is not known. */
  text(row: number): string | null;
}

export interface Place {
  readonly sourceId: string;
  readonly row: number;
}

export class SearchError extends Error {
  override readonly name = "SearchError";
}

export class SourceNotFoundError extends Error {
  override readonly name = "SourceNotFoundError";
  constructor(sourceId: unknown) {
    super(`No source ${JSON.stringify(sourceId)} in this page.`);
  }
}

export class ChunkNotFoundError extends Error {
  override readonly name = "ChunkNotFoundError";
  constructor(chunkId: string) {
    super(`No chunk ${JSON.stringify(chunkId)} in this page.`);
  }
}

/** Answers are rows of the source that was asked about, ascending, which is reading order. */
export class Navigator {
  readonly #sources: ReadonlyMap<string, Lanes>;
  #places: Map<string, Place> | undefined;

  constructor(sources: ReadonlyMap<string, Columns>) {
    this.#sources = new Map([...sources].map(([sourceId, columns]) => [sourceId, new Lanes(columns)]));
  }

  /** "next" ignores `start`, "previous" ignores `end`; arguments may be anything, and are refused in a sentence. */
  navigate(
    sourceId: string,
    start: unknown,
    end: unknown,
    direction: unknown,
    topK: unknown = 1,
    type: unknown = "content",
  ): number[] {
    const side = member("direction", direction, DIRECTIONS);
    const [low, high, most] = [whole("start_offset", start), whole("end_offset", end), count(topK)];
    const lane = this.#lane(sourceId, type);
    return side === "next" ? lane.after(high, most) : lane.before(low, most);
  }

  /** Null leaves a side open. */
  read(sourceId: string, start: unknown, end: unknown, topK: unknown = 20, type: unknown = "content"): number[] {
    const low = start === null ? -Infinity : whole("start_offset", start);
    const high = end === null ? Infinity : whole("end_offset", end);
    const most = count(topK);
    return this.#lane(sourceId, type).inside(low, high, most);
  }

  grep(
    sourceId: string,
    pattern: unknown,
    mode: unknown = "phrase",
    topK: unknown = 5,
    type: unknown = "content",
  ): number[] {
    if (typeof pattern !== "string") throw new SearchError(`pattern is ${said(pattern)}, but must be a string.`);
    const how = member("mode", mode, GREP_MODES);
    const most = count(topK);
    return this.#lane(sourceId, type).holding(pattern, how, most);
  }

  getChunk(chunkId: string): Place | null {
    this.#places ??= new Map(
      [...this.#sources].flatMap(([sourceId, { columns }]) =>
        columns.ids.map((id, row) => [id, { sourceId, row }] as const),
      ),
    );
    return this.#places.get(chunkId) ?? null;
  }

  /** By position in reading order within the chunk's own type, so that neighbours which overlap it are not skipped. */
  neighbours(chunkId: string, before = 1, after = 1): number[] {
    const place = this.getChunk(chunkId);
    const lanes = place && this.#sources.get(place.sourceId);
    if (!place || !lanes) throw new ChunkNotFoundError(chunkId);
    const { rows } = lanes.of(lanes.columns.types[place.row] as number);
    const at = firstWhere(rows.length, (i) => (rows[i] as number) >= place.row);
    return [...rows.slice(Math.max(0, at - before), at), ...rows.slice(at + 1, at + 1 + after)];
  }

  #lane(sourceId: string, type: unknown): Lane {
    const wanted = member("content_type", type, CHUNK_TYPES);
    const lanes = this.#sources.get(sourceId);
    if (!lanes) throw new SourceNotFoundError(sourceId);
    return lanes.of(CHUNK_TYPES.indexOf(wanted));
  }
}

/** One source, type by type. */
class Lanes {
  readonly #made = new Map<number, Lane>();

  constructor(readonly columns: Columns) {}

  of(type: number): Lane {
    const known = this.#made.get(type) ?? new Lane(this.columns, type);
    this.#made.set(type, known);
    return known;
  }
}

/** The rows of one type. Starts ascend; ends need not, since chunks may lie in one another. */
class Lane {
  readonly rows: readonly number[];
  readonly #columns: Columns;
  #folded: readonly string[] | undefined;

  constructor(columns: Columns, type: number) {
    this.#columns = columns;
    this.rows = columns.ids.map((_, row) => row).filter((row) => columns.types[row] === type);
  }

  after(end: number, most: number): number[] {
    const first = this.#firstFrom(end);
    return this.rows.slice(first, first + most);
  }

  before(start: number, most: number): number[] {
    const found: number[] = [];
    // whatever ends by here starts by here
    for (let i = this.#firstFrom(start, true) - 1; i >= 0 && found.length < most; i--) {
      if (this.#end(i) <= start) found.push(this.rows[i] as number);
    }
    return found.reverse();
  }

  inside(low: number, high: number, most: number): number[] {
    const found: number[] = [];
    for (let i = this.#firstFrom(low); i < this.rows.length && this.#start(i) <= high && found.length < most; i++) {
      if (this.#end(i) <= high) found.push(this.rows[i] as number);
    }
    return found;
  }

  holding(pattern: string, mode: GrepMode, most: number): number[] {
    const wanted = needles(pattern, mode);
    if (wanted.length === 0) return [];
    this.#folded ??= this.rows.map((row) => fold(this.#columns.text(row) ?? ""));
    const found: number[] = [];
    for (let i = 0; i < this.rows.length && found.length < most; i++) {
      const text = this.#folded[i] as string;
      // includes() alone would take half a surrogate pair for a match
      const holds = wanted.every((needle) => text.includes(needle)) && matchSpans(text, pattern, mode).length > 0;
      if (holds) found.push(this.rows[i] as number);
    }
    return found;
  }

  #start(i: number): number {
    return this.#columns.starts[this.rows[i] as number] as number;
  }

  #end(i: number): number {
    return this.#columns.ends[this.rows[i] as number] as number;
  }

  #firstFrom(offset: number, beyond = false): number {
    return firstWhere(this.rows.length, (i) => (beyond ? this.#start(i) > offset : this.#start(i) >= offset));
  }
}

/** The first index for which a condition holds that holds for all after it; `length` where there is none. */
export function firstWhere(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function member<Name extends string>(name: string, value: unknown, allowed: readonly Name[]): Name {
  const found = allowed.find((known) => known === value);
  if (found) return found;
  const choices = allowed.map((known) => `'${known}'`);
  const listed = [choices.slice(0, -1).join(", "), choices.at(-1)].join(" or ");
  throw new SearchError(`${name} is ${said(value)}, but must be ${listed}.`);
}

/** A whole number of any size; one too large for a double arrives as infinity, and compares as it should. */
function whole(name: string, value: unknown, allowed = ""): number {
  if (typeof value === "number" && (Number.isInteger(value) || Math.abs(value) === Infinity)) return value;
  throw new SearchError(`${name} is ${said(value)}, but must be a whole number${allowed}.`);
}

function count(value: unknown): number {
  const allowed = " of at least 1";
  const most = whole("top_k", value, allowed);
  if (most < 1) throw new SearchError(`top_k is ${said(value)}, but must be a whole number${allowed}.`);
  return most;
}

function said(value: unknown): string {
  return typeof value === "string" ? `'${value}'` : String(value);
}
