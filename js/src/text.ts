/**
 * Case folding and matches, the twin of navwidget/text.py.
 *
 * Spans count UTF-16 units here and code points there. Nothing else differs: both sides read the
 * same table, and tests/data/match_spans.json holds both to the same answers.
 */

import { FOLD_RUNS } from "./folding";

export type GrepMode = "phrase" | "term";

/** Half-open span in UTF-16 units. */
export type Utf16Span = readonly [start: number, end: number];

const FOLDS: ReadonlyMap<string, string> = new Map(
  FOLD_RUNS.flatMap(([first, delta, last = first, step = 1]) => {
    const pairs: [string, string][] = [];
    for (let code = first; code <= last; code += step) {
      pairs.push([String.fromCodePoint(code), String.fromCodePoint(code + delta)]);
    }
    return pairs;
  }),
);
const FOLDABLE = new RegExp(`[${[...FOLDS.keys()].join("")}]`, "gu");

// What Python's str.split() splits at; \s of JavaScript is another set.
// biome-ignore lint/suspicious/noControlCharactersInRegex: four separators are control characters
const SPACES = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;

/** Fold case by Unicode simple case folding; the length in UTF-16 units never changes. */
export function fold(text: string): string {
  return text.replace(FOLDABLE, (character) => FOLDS.get(character) ?? character);
}

/** The words of a text between spaces, as Python's str.split() gives them. */
export function split(text: string): string[] {
  return text.split(SPACES).filter(Boolean);
}

export function isBlank(text: string): boolean {
  return split(text).length === 0;
}

/** What must stand in a folded text for a pattern to match: the pattern as written, or every term; none if blank. */
export function needles(pattern: string, mode: GrepMode): string[] {
  const folded = fold(pattern);
  const terms = split(folded);
  return mode === "term" || terms.length === 0 ? [...new Set(terms)] : [folded];
}

/**
 * Find where a pattern stands in a text, whatever its case.
 *
 * "phrase" looks for the pattern as written, from left to right without overlaps; "term" looks so
 * for every term between spaces, merges spans that touch or overlap, and finds nothing unless
 * every term occurs. A blank pattern finds nothing.
 *
 * @returns Ascending spans in UTF-16 units of the content.
 */
export function matchSpans(content: string, pattern: string, mode: GrepMode): Utf16Span[] {
  const folded = fold(content);
  const found = needles(pattern, mode).map((needle) => occurrences(folded, needle));
  if (mode === "phrase") return found.flat();
  return found.every((spans) => spans.length > 0) ? merged(found.flat()) : [];
}

function occurrences(text: string, needle: string): Utf16Span[] {
  const spans: Utf16Span[] = [];
  let start = text.indexOf(needle);
  while (start >= 0) {
    const end = start + needle.length;
    const whole = !cutsPair(text, start) && !cutsPair(text, end);
    if (whole) spans.push([start, end]);
    start = text.indexOf(needle, whole ? end : start + 1);
  }
  return spans;
}

/** Whether an offset is between the halves of a surrogate pair, which is one character. */
function cutsPair(text: string, offset: number): boolean {
  return offset > 0 && (text.codePointAt(offset - 1) ?? 0) > 0xffff;
}

function merged(spans: readonly Utf16Span[]): Utf16Span[] {
  const result: Utf16Span[] = [];
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last !== undefined && start <= last[1]) {
      result[result.length - 1] = [last[0], Math.max(end, last[1])];
    } else {
      result.push([start, end]);
    }
  }
  return result;
}
