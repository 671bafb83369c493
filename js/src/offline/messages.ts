/** What the state looks like as parts of an update: the twin of navwidget/widget/messages.py and cards.py. */
import type { Card, HitList, ResultList, Span } from "../protocol";
import { matchSpans } from "../text";
import { codePointSpans } from "../units";
import { characters, holes, matchesIn, placed, type Reading, repeated, spansOf } from "./reading";
import type { SavedSource } from "./saved";
import type { Trail } from "./trail";
import { termSpans, type Words } from "./words";

/** How many chunks of unread text are offered and drawn at once. */
const MOST_SKIPPED = 1000;

interface Shown {
  readonly source: SavedSource;
  readonly reading: Reading;
  readonly hits: HitList;
  readonly stars: ReadonlySet<number>;
  readonly read: ReadonlySet<number>;
  readonly trail: Pick<Trail, "canGoBack" | "canGoForward">;
}

export function resultList({ source, reading, hits, stars, read, trail }: Shown): ResultList {
  const spans = spansOf(reading, source);
  const matches = matchesIn(reading, source);
  const rows = reading.entries.map(({ row }) => row);
  const shown = new Set(rows);
  const ranked = new Map(hits.items.toReversed().map(({ row, rank }) => [row, rank]));
  return {
    operation: reading.operation,
    rows,
    roles: reading.entries.map(({ role }) => role),
    repeated: repeated(spans),
    match_counts: matches.map((inside) => inside.length),
    ranks: Object.fromEntries(rows.filter((row) => ranked.has(row)).map((row) => [row, ranked.get(row) as number])),
    starred: [...stars].filter((row) => source.has(row)).sort((a, b) => a - b),
    covered: source.united(read, reading.chunkType),
    skipped: holes(reading, spans, source.view.length)
      .filter(({ start, end }) => !source.isBlank(start, end))
      .map(({ after, before, start, end }) => ({
        after_row: after,
        before_row: before,
        start,
        end,
        characters: end - start,
        rows: source
          .rowsBetween(start, end, reading.chunkType)
          .filter((row) => !shown.has(row))
          .slice(0, MOST_SKIPPED),
      })),
    matches: placed(reading, spans, matches),
    pattern: reading.pattern,
    mode: reading.mode,
    anchor_row: reading.anchor,
    characters: characters(spans),
    cut: reading.cut,
    uncounted: 0,
    crossing: reading.crossing,
    can_go_back: trail.canGoBack,
    can_go_forward: trail.canGoForward,
    kept: {},
    literal: matches.every((inside, i) => inside.length > 0 || reading.entries[i]?.role !== "match"),
  };
}

/** The cards of rows; of a row that is not there, none. */
export function cardsOf(
  source: SavedSource,
  rows: readonly number[],
  { pattern, mode }: Reading,
  words: Words,
): Card[] {
  return rows
    .filter((row) => source.has(row))
    .map((row) => {
      const content = source.text(row) as string;
      const matches = codePointSpans(content, matchSpans(content, pattern, mode));
      const isMatch = ([start, end]: Span) => matches.some(([from, to]) => from <= start && end <= to);
      const terms = termSpans(content, words).filter((span) => !isMatch(span));
      return { row, id: source.ids[row] as string, content, matches, terms };
    });
}
