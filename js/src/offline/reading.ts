/** The reading list, the twin of navwidget/widget/reading.py: rows in reading order, and what was left unread. */
import type { ChunkType, GrepMode, MatchItem, ResultList, ResultRole, Span } from "../protocol";
import { matchSpans } from "../text";
import { codePointSpans } from "../units";
import type { SavedSource } from "./saved";

export interface Entry {
  readonly row: number;
  readonly role: ResultRole;
}

/** Never changed, so that history can keep it. */
export interface Reading {
  readonly chunkType: ChunkType;
  readonly operation: ResultList["operation"];
  readonly entries: readonly Entry[];
  readonly anchor: number | null;
  readonly pattern: string;
  readonly mode: GrepMode;
  readonly cut: boolean;
  readonly crossing: number;
  /** Whether a step came to the beginning, to the end. */
  readonly edges: readonly [boolean, boolean];
}

/** Text that a step went past; -1 stands for a side where the list ends. */
export interface Hole {
  readonly after: number;
  readonly before: number;
  readonly start: number;
  readonly end: number;
}

export function begin(chunkType: ChunkType, more: Partial<Reading> = {}): Reading {
  return {
    chunkType,
    operation: "none",
    entries: [],
    anchor: null,
    pattern: "",
    mode: "phrase",
    cut: false,
    crossing: 0,
    edges: [false, false],
    ...more,
  };
}

/** Take in more chunks; those that are there already keep their role. */
export function adding(reading: Reading, rows: readonly number[], role: ResultRole): Reading {
  const present = new Set(reading.entries.map(({ row }) => row));
  const fresh = [...new Set(rows)].filter((row) => !present.has(row)).map((row) => ({ row, role }));
  return { ...reading, entries: [...reading.entries, ...fresh].sort((a, b) => a.row - b.row) };
}

export function spansOf(reading: Reading, source: SavedSource): Span[] {
  return reading.entries.map(({ row }) => source.span(row));
}

/** How many characters it shows, overlaps once; spans ascend by their starts. */
export function characters(spans: readonly Span[]): number {
  let [total, furthest] = [0, 0];
  for (const [start, end] of spans) {
    total += Math.max(0, end - Math.max(start, furthest));
    furthest = Math.max(furthest, end);
  }
  return total;
}

/** For each chunk, how many characters at its start earlier chunks already showed. */
export function repeated(spans: readonly Span[]): number[] {
  let furthest = 0;
  return spans.map(([start, end], i) => {
    const count = i === 0 ? 0 : Math.max(0, Math.min(furthest, end) - start);
    furthest = Math.max(furthest, end);
    return count;
  });
}

/** What steps left unread: from the furthest end shown so far to the next start. */
export function holes({ entries, edges }: Reading, spans: readonly Span[], length: number): Hole[] {
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return [];
  const found: Hole[] = [];
  const start = (spans[0] as Span)[0];
  if (edges[0] && start > 0) found.push({ after: -1, before: first.row, start: 0, end: start });
  let furthest = 0;
  for (const [i, { row, role }] of entries.entries()) {
    const [from, to] = spans[i] as Span;
    const before = entries[i - 1];
    const isBetweenMatches = before?.role === "match" && role === "match";
    if (before && from > furthest && !isBetweenMatches) {
      found.push({ after: before.row, before: row, start: furthest, end: from });
    }
    furthest = Math.max(furthest, to);
  }
  if (edges[1] && furthest < length) found.push({ after: last.row, before: -1, start: furthest, end: length });
  return found;
}

/** Where in each chunk the pattern of a grep stands, in code points of its text. */
export function matchesIn(reading: Reading, source: SavedSource): Span[][] {
  if (reading.operation !== "grep") return [];
  return reading.entries.map(({ row }) => {
    const text = source.text(row) ?? "";
    return codePointSpans(text, matchSpans(text, reading.pattern, reading.mode));
  });
}

/** Every place of the source where the pattern stands, once, though overlapping chunks show it twice. */
export function placed(reading: Reading, spans: readonly Span[], matches: readonly (readonly Span[])[]): MatchItem[] {
  const places = new Map<string, MatchItem>();
  for (const [i, inside] of matches.entries()) {
    const [first, end] = spans[i] as Span;
    for (const [start, stop] of inside) {
      // a text that differs from its span may be longer than it
      const item = {
        row: reading.entries[i]?.row ?? -1,
        start: Math.min(first + start, end),
        end: Math.min(first + stop, end),
      };
      const key = `${item.start} ${item.end}`;
      if (!places.has(key)) places.set(key, item);
    }
  }
  return [...places.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}
