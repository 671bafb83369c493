/** What one view shows, in immutable snapshots: the controller writes them, and the page what is its own. */
import type { Headings } from "./geometry/headings";
import {
  type Ability,
  type Call,
  type Card,
  CHUNK_TYPES,
  type ChunkType,
  type EvidenceList,
  type GrepMode,
  type HistoryList,
  type HitItem,
  type HitList,
  type Problem,
  type ResultList,
  type RetrieverName,
  type Settings,
  type SourceList,
  type Span,
} from "./protocol";
import { Store } from "./store";

export type Offsets = Uint32Array | Float64Array;

/** The open source: one entry a row in each column, rows in reading order with all chunk types together. */
export interface Source {
  readonly id: string;
  readonly length: number;
  readonly chunks: number;
  readonly counts: { readonly [key in ChunkType]?: number };
  readonly chunkType: ChunkType;
  /** Whether every chunk is known, so that chunks can be numbered and counted, and gaps are gaps. */
  readonly complete: boolean;
  readonly headings: Headings;
  readonly starts: Offsets;
  readonly ends: Offsets;
  /** Positions in `CHUNK_TYPES`. */
  readonly types: Uint8Array;
}

/** Every row's score, one column a child of the retriever; `cut` is the score of the last hit. */
export interface Scores {
  readonly children: readonly ("keyword" | "vector" | "own")[];
  readonly columns: readonly (Float32Array | Float64Array)[];
  readonly cut: number | null;
}

/** What the kernel is doing: `waiting` is no answer for two seconds, `gone` a kernel that was lost. */
export type Status = "connecting" | "idle" | "busy" | "waiting" | "gone";

/** What the controls hold; typed text stays text until it is used. */
export interface Form {
  readonly query: string;
  readonly retriever: RetrieverName;
  readonly topK: string;
  readonly skipRead: boolean;
  readonly thisSource: boolean;
  readonly step: string;
  readonly readStart: string;
  readonly readEnd: string;
  readonly pattern: string;
  readonly mode: GrepMode;
}

/** What went wrong, and in which field it can be put right. */
export interface Told extends Problem {
  readonly field?: string;
}

export function problemOf(told: Partial<Told>): Told {
  return { asked: "", why: "", remedy: "", exception: "", ...told };
}

/** The direction of a step. */
export type Edge = "NEXT" | "PREVIOUS";

export interface State {
  readonly status: Status;
  /** Whether Python has said what it can do; until then there is nothing to show. */
  readonly welcomed: boolean;
  readonly settings: Settings;
  readonly abilities: readonly Ability[];
  readonly ownLabel: string;
  readonly problem: Told | null;
  readonly source: Source | null;
  readonly sourceList: SourceList | null;
  readonly hits: HitList | null;
  readonly results: ResultList;
  readonly cards: ReadonlyMap<number, Card>;
  readonly scores: Scores | null;
  readonly call: Call | null;
  /** Where the last call, a step in the open source, found nothing more. */
  readonly edge: Edge | null;
  readonly evidence: EvidenceList;
  readonly history: HistoryList | null;
  /** The ringed row. */
  readonly selected: number | null;
  readonly form: Form;

  // What belongs to this view alone.
  /** The part of the source that the timeline enlarges, in code points; may be fractional while zooming. */
  readonly window: Span;
  readonly hovered: number | null;
  /** Position of the current match in `results.matches`. */
  readonly match: number | null;
  /** A range dragged on the ruler, for the read fields. */
  readonly range: Span | null;
  /** Cards that a person unfolded or folded; the others follow `isFolded`. */
  readonly folding: ReadonlyMap<number, boolean>;
  /** A text that could not be copied, for copying by hand. */
  readonly byHand: string | null;
  /** What a screen reader should say next. */
  readonly announcement: string;
}

export type ExplorerStore = Store<State>;

export const NO_RESULTS: ResultList = {
  operation: "none",
  rows: [],
  roles: [],
  repeated: [],
  match_counts: [],
  ranks: {},
  starred: [],
  covered: [],
  skipped: [],
  matches: [],
  pattern: "",
  mode: "phrase",
  anchor_row: null,
  characters: 0,
  cut: false,
  uncounted: 0,
  crossing: 0,
  can_go_back: false,
  can_go_forward: false,
  literal: true,
  kept: {},
};

const INITIAL: State = {
  status: "connecting",
  welcomed: false,
  settings: { height: 640, theme: "auto", scale: 1, locale: "auto" },
  abilities: [],
  ownLabel: "",
  problem: null,
  source: null,
  sourceList: null,
  hits: null,
  results: NO_RESULTS,
  cards: new Map(),
  scores: null,
  call: null,
  edge: null,
  evidence: { items: [], characters: 0, tokens: 0, budget: null, left_out: [] },
  history: null,
  selected: null,
  form: {
    query: "",
    retriever: "hybrid",
    topK: "10",
    skipRead: false,
    thisSource: false,
    step: "1",
    readStart: "",
    readEnd: "",
    pattern: "",
    mode: "phrase",
  },
  window: [0, 1],
  hovered: null,
  match: null,
  range: null,
  folding: new Map(),
  byHand: null,
  announcement: "",
};

export function createStore(initial: Partial<State> = {}): ExplorerStore {
  return new Store<State>({ ...INITIAL, ...initial });
}

/** The number of each row among the chunks of its type, from 1; kept as long as the source is. */
const NUMBERS = new WeakMap<Uint8Array, Uint32Array>();

function numbersOf({ types }: Source): Uint32Array {
  const known = NUMBERS.get(types);
  if (known) return known;
  const counts = CHUNK_TYPES.map(() => 0);
  const numbers = Uint32Array.from(types, (type) => {
    const number = (counts[type] ?? 0) + 1;
    counts[type] = number;
    return number;
  });
  NUMBERS.set(types, numbers);
  return numbers;
}

/** The number of a chunk among those of its type; null where not all chunks are known, so that none has a number. */
export function numberOf(source: Source | null, row: number): number | null {
  return source?.complete ? (numbersOf(source)[row] ?? null) : null;
}

export type HitHere = HitItem & { readonly row: number };

/** The hits of the open source; one that was cut otherwise has the row that holds most of it, and a span of its own. */
export function hitsHere({ hits, source }: Pick<State, "hits" | "source">): HitHere[] {
  return (hits?.items ?? []).filter((hit): hit is HitHere => hit.row !== null && hit.source_id === source?.id);
}

/** Where a chunk starts and ends; nowhere without a source. */
export function placeOf(source: Source | null, row: number): Span {
  return [source?.starts[row] ?? 0, source?.ends[row] ?? 0];
}

/** How many chunks are numbered as this one is; null where they are not. */
export function countOf(source: Source | null, row: number): number | null {
  const type = CHUNK_TYPES[source?.types[row] ?? -1];
  return source?.complete && type ? (source.counts[type] ?? null) : null;
}

/** The direction in which a call, if it was a step, found nothing more. */
export function edgeOf({ code, count, failed }: Call): Edge | null {
  const way = count === 0 && !failed ? code.match(/NavigationDirection\.(NEXT|PREVIOUS)/)?.[1] : null;
  return (way ?? null) as Edge | null;
}

/** Whether there are more matches than those that are listed. */
export function hasMore({ cut, uncounted }: ResultList): boolean {
  return cut || uncounted > 0;
}

/** The rows that a step left out. */
export function skippedRows(results: ResultList): ReadonlySet<number> {
  return new Set(results.skipped.flatMap((skipped) => skipped.rows));
}
