/** What a saved page carries, as navwidget/widget/page_data.py writes it. */
import { decodeColumn, headingsOf } from "../columns";
import type { Headings } from "../geometry/headings";
import type { Columns } from "../navigator";
import {
  type Call,
  CHUNK_TYPES,
  type ChunkType,
  type EvidenceItem,
  type GrepMode,
  type HitItem,
  type HitList,
  type HitPart,
  type ResultList,
  type ResultRole,
  type ScoreView,
  type SourceView,
  type Span,
  type Welcome,
} from "../protocol";
import { isBlank, split } from "../text";
import { CodePointText, codePointLength } from "../units";
import { termSpans, type Words } from "./words";

const EXCERPT = 120;
const SNIPPET = 160;
/** Two characters of one word; scripts without spaces have none. */
const INSIDE = /^(?!.?[\u0e00-\u0eff\u1000-\u109f\u1780-\u17dd\u3005-\u9fff])[\p{L}\p{N}_]{2}$/u;
const FIRST_WORD = /^\S{1,80}\s+(?=\S)/u;

/** Text without a hole in it; `differs` where it is one chunk that is not what the source has there. */
export interface Piece {
  readonly source_id: string;
  readonly start: number | null;
  readonly end: number | null;
  readonly chunk_ids: readonly string[];
  readonly text: string;
  readonly differs: boolean;
  readonly pages: readonly (number | string)[];
}

/** A starred chunk that is no row: of another source, cut otherwise, or changed since. */
interface Kept {
  readonly item: EvidenceItem;
  readonly piece: Piece;
  /** The white space before it in its source. */
  readonly lead: string;
}

/** A hit in the open source: what cannot be told from its row. */
interface SavedHit {
  readonly row: number;
  readonly score: number | null;
  readonly parts: readonly (readonly [retriever: HitPart["retriever"], rank: number, score: number, share: number])[];
  readonly title?: string;
  /** Where in its text it begins, and what goes before; as it is where the text has changed since. */
  readonly snippet?: string | readonly [begin: number, before: string];
}

/** A search that was made in the notebook, as it is carried. */
export interface SavedSearch extends Omit<Recorded, "hits"> {
  readonly hits: Omit<HitList, "items"> & { readonly items: readonly (SavedHit | HitItem)[] };
}

/** A search that was made in the notebook. */
export interface Recorded {
  readonly hits: HitList;
  /** The Python call that made it. */
  readonly call: Call;
  /** The words of the source that are marked for its query: where in each, in code points. */
  readonly words: Words;
  readonly scores: ScoreView | null;
  readonly score_columns: readonly string[];
}

export interface SavedReading {
  readonly operation: ResultList["operation"];
  readonly rows: readonly number[];
  readonly roles: readonly ResultRole[];
  readonly anchor_row: number | null;
  readonly pattern: string;
  readonly mode: GrepMode;
  readonly cut: boolean;
  readonly crossing: number;
  readonly edges: readonly [boolean, boolean];
}

export interface SavedPage {
  readonly welcome: Welcome;
  readonly source: SourceView;
  /** The columns of `source` in base64. */
  readonly columns: readonly string[];
  /** Null where all ids are UUIDs: then these are in `uuids`, 16 bytes each, in base64. */
  readonly ids: readonly string[] | null;
  readonly uuids: string;
  /** The source's own text, or null where the index does not know it. */
  readonly text: string | null;
  /** By row, the texts of chunks that are no slice of it. */
  readonly texts: { readonly [row: number]: string };
  /** By row, the pages that chunks stand on; empty where none says so. */
  readonly pages: readonly (readonly (number | string)[])[];
  /** The last is on show. */
  readonly searches: readonly SavedSearch[];
  readonly reading: SavedReading;
  /** Rows that were in any list so far. */
  readonly read: readonly number[];
  /** In the order in which they were starred: rows, or places between and beside them. */
  readonly starred: readonly number[];
  /** By place, what has no row. */
  readonly kept: readonly (readonly [place: number, kept: Kept])[];
  readonly selected_row: number | null;
}

export function decodeBase64(text: string): DataView {
  return new DataView(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer);
}

function onOneLine(text: string, start: number, length: number): string {
  return split(new CodePointText(text).slice(start, start + length)).join(" ");
}

function uuidsOf({ buffer }: DataView): string[] {
  const digits = Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return (digits.match(/.{32}/g) ?? []).map((uuid) => uuid.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"));
}

/** The open source, with its texts. */
export class SavedSource implements Columns {
  readonly starts: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
  readonly types: ArrayLike<number>;
  readonly ids: readonly string[];
  readonly buffers: readonly DataView[];
  readonly kept: ReadonlyMap<number, Kept>;
  readonly #text: CodePointText | null;
  readonly #headings: Headings;

  constructor(private readonly page: SavedPage) {
    this.buffers = page.columns.map(decodeBase64);
    const [starts, ends, types] = page.source.columns.map((column, i) => decodeColumn(column, this.buffers[i]));
    this.starts = starts as ArrayLike<number>;
    this.ends = ends as ArrayLike<number>;
    this.types = types as ArrayLike<number>;
    this.ids = page.ids ?? uuidsOf(decodeBase64(page.uuids));
    this.kept = new Map(page.kept);
    this.#headings = headingsOf(page.source.headings);
    this.#text = page.text === null ? null : new CodePointText(page.text);
  }

  get view(): SourceView {
    return this.page.source;
  }

  /** The searches, with all that is known of each hit. */
  get searches(): Recorded[] {
    return this.page.searches.map(({ hits, ...rest }) => {
      const items = hits.items.map((hit, i) => ("chunk_id" in hit ? hit : this.#hit(hit, i + 1, rest.words)));
      return { ...rest, hits: { ...hits, items } };
    });
  }

  #hit({ row, score, parts, title = this.title(row), ...hit }: SavedHit, rank: number, words: Words): HitItem {
    const [start, end] = this.span(row);
    const named = { chunk_id: this.ids[row] as string, source_id: this.view.source_id };
    const children = parts.map(([retriever, rank, score, share]) => ({ retriever, rank, score, share }));
    const snippet = this.#snippet(row, hit.snippet ?? "");
    const terms = termSpans(snippet, words);
    return { rank, ...named, row, start, end, score, title, snippet, terms, fate: "", parts: children };
  }

  #snippet(row: number, place: SavedHit["snippet"] & {}): string {
    if (typeof place === "string") return place;
    const [begin, before] = place;
    const said = before + onOneLine(this.text(row) ?? "", begin, 8 * SNIPPET);
    if (codePointLength(said) <= SNIPPET) return said;
    return `${new CodePointText(said).slice(0, SNIPPET - 1).replace(/ $/, "")}…`;
  }

  span(row: number): Span {
    return [this.starts[row] as number, this.ends[row] as number];
  }

  type(row: number): ChunkType {
    return CHUNK_TYPES[this.types[row] as number] as ChunkType;
  }

  /** The number of a chunk among those of its type. */
  number(row: number): number | null {
    return this.view.complete ? this.#rows(this.type(row)).indexOf(row) + 1 : null;
  }

  has(row: number | null): row is number {
    return row !== null && this.ids[row] !== undefined && this.text(row) !== null;
  }

  text(row: number): string | null {
    return this.page.texts[row] ?? this.#text?.slice(...this.span(row)) ?? null;
  }

  pagesOf(row: number): readonly (number | string)[] {
    return this.page.pages[row] ?? [];
  }

  /** The source's own text of a span, or null where it is not known. */
  slice(start: number, end: number): string | null {
    return this.#text?.slice(start, end) ?? null;
  }

  /** Whether a hole is white space alone; false where the text is not known. */
  isBlank(start: number, end: number): boolean {
    return this.#text !== null && isBlank(this.#text.slice(start, end));
  }

  /** The heading that a chunk stands under, else its first words; where it begins inside one, from the next on. */
  title(row: number): string {
    const [start, end] = this.span(row);
    const heading = this.#headings.over(start, end)?.title;
    if (heading) return heading;
    const [text, near] = [this.text(row) ?? "", start > 0 ? this.slice(start - 1, start + 1) : null];
    const isCut = near !== null && INSIDE.test(near) && text.startsWith(new CodePointText(near).slice(1, 2));
    const begin = (isCut && FIRST_WORD.exec(text)?.[0].length) || 0;
    const words = onOneLine(text.slice(begin), 0, 4 * EXCERPT);
    return (begin ? "… " : "") + new CodePointText(words).slice(0, EXCERPT);
  }

  /** Rows of a type that overlap a span. */
  rowsBetween(start: number, end: number, type: ChunkType): number[] {
    return this.#rows(type).filter((row) => (this.starts[row] as number) < end && (this.ends[row] as number) > start);
  }

  /** The spans of those rows that are of a type, overlaps once, ascending. */
  united(rows: ReadonlySet<number>, type: ChunkType): Span[] {
    const united: [number, number][] = [];
    for (const [start, end] of this.#rows(type)
      .filter((row) => rows.has(row))
      .map((row) => this.span(row))) {
      const last = united.at(-1);
      if (last && start <= last[1]) last[1] = Math.max(last[1], end);
      else if (start < end) united.push([start, end]);
    }
    return united;
  }

  countInside(start: number | null, end: number | null, type: ChunkType): number {
    return this.#rows(type).filter((row) => this.#isInside(row, start, end)).length;
  }

  /** How many chunks of a type cross an edge of a span and hold text of it that none inside holds. */
  countCrossing(start: number | null, end: number | null, type: ChunkType): number {
    const [low, high] = [Math.max(start ?? 0, 0), Math.min(end ?? Infinity, this.view.length)];
    if (low >= high) return 0;
    const touching = this.rowsBetween(low, high, type);
    // Up to where the chunks inside cover the span from its start, and from where on to its end.
    let [first, reached, last] = [low, low, low];
    for (const [from, to] of touching.filter((row) => this.#isInside(row, start, end)).map((row) => this.span(row))) {
      if (from > reached) last = from;
      reached = Math.max(reached, to);
      if (last === low) first = reached;
    }
    if (reached < high) last = high;
    return touching.filter((row) => {
      const [from, to] = this.span(row);
      const isHeld = (from <= low && Math.min(to, high) <= first) || (to >= high && Math.max(from, low) >= last);
      return !isHeld && !this.#isInside(row, start, end);
    }).length;
  }

  #isInside(row: number, start: number | null, end: number | null): boolean {
    return (this.starts[row] as number) >= (start ?? 0) && (this.ends[row] as number) <= (end ?? Infinity);
  }

  #rows(type: ChunkType): number[] {
    const code = CHUNK_TYPES.indexOf(type);
    return this.ids.map((_, row) => row).filter((row) => this.types[row] === code);
  }
}
