import type { Placed } from "../geometry/chips";
import type { Chunks } from "../geometry/chunks";
import type { Headings } from "../geometry/headings";
import type { Peaks } from "../geometry/peaks";
import type { Scale } from "../geometry/scale";
import type { Span } from "../geometry/span";
import type { Track } from "../geometry/track";
import type { Strings } from "../strings";
import type { Theme } from "../theme";
import type { Anatomy } from "./anatomy";

/**
 * All that a picture of the map depends on, plain and unchanging.
 *
 * Drawing and hit-testing read it and nothing else, so that what is seen and what is clicked agree.
 */
export interface Scene {
  readonly anatomy: Anatomy;
  readonly theme: Theme;
  readonly words: Strings;
  /** The whole source along the strip. */
  readonly overview: Scale;
  /** The window along the lanes. */
  readonly scale: Scale;
  readonly chunks: Chunks;
  /** What is said where not all chunks of the source are drawn. */
  readonly partial: string;
  readonly headings: Headings;
  /** Where headings part the strip. */
  readonly seams: readonly number[];
  readonly pins: readonly Placed<Pin>[];
  readonly marks: Marks;
  readonly matches: Matches;
  readonly read: Track;
  readonly holes: readonly Hole[];
  readonly scores: ScoreMarks | null;
  /** Heights from 0 to 1, one for every three pixels of the strip. */
  readonly profile: Float32Array | null;
  readonly selected: number | null;
  readonly hovered: number | null;
  readonly range: Span | null;
}

/** A hit on the strip; `x` is where it would stand if it had the place for itself. */
export interface Pin {
  readonly rank: number;
  readonly place: number;
  readonly x: number;
}

/** What chunks are marked as; keys are places. The tracks hold the same, one for each lane. */
export interface Marks {
  readonly hits: ReadonlyMap<number, number>;
  readonly results: ReadonlySet<number>;
  readonly skipped: ReadonlyMap<number, Hole>;
  readonly tracks: Readonly<Record<MarkKind, readonly Track[]>>;
}

/** In the order of drawing: what comes later lies over what came before. */
export const MARK_KINDS = ["skipped", "result", "hit"] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** Text that a step went past. */
export interface Hole {
  readonly span: Span;
  readonly characters: number;
  /** Up to where the text before it was read. */
  readonly edge: number;
}

/** Matches of a pattern by their places in the source. */
export interface Matches {
  readonly items: readonly MatchMark[];
  readonly current: MatchMark | null;
  readonly total: number;
  /** Whether there are more than are listed. */
  readonly more: boolean;
}

export interface MatchMark {
  readonly span: Span;
  readonly place: number;
  /** From 1, in reading order. */
  readonly position: number;
}

export interface ScoreMarks {
  readonly children: readonly ScoreChild[];
  readonly peaks: Peaks;
  readonly totals: Float32Array;
  readonly highest: number;
  readonly cut: number | null;
  readonly cutLabel: string;
}

/** What one child of the retriever gave to each chunk, by place. */
export interface ScoreChild {
  readonly name: "keyword" | "vector" | "own";
  readonly values: Float32Array;
}
