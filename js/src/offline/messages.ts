/** What the state looks like as parts of an update: the twin of navwidget/widget/messages.py and cards.py. */
import type { Card, HitList, ResultList, Span } from "../protocol";
import { matchSpans } from "../text";
import { codePointSpans } from "../units";
import { characters, holes, matchesIn, placed, type Reading, repeated, spansOf } from "./reading";
import type { Recorded, SavedSource } from "./saved";

/** Letters and digits with the marks on them. */
const WORD =
  /[\p{L}\p{N}](?:[\p{L}\p{N}\xad\u200c\u200d]|[\u0300-\u036f]|[\u064b-\u065f]|[\u0900-\u0dff]|[\u0e31-\u0e4e])*/gu;

interface Shown {
  readonly source: SavedSource;
  readonly reading: Reading;
  readonly hits: HitList;
  readonly stars: ReadonlySet<number>;
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
}

export function resultList({ source, reading, hits, stars, canGoBack, canGoForward }: Shown): ResultList {
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
    starred: [...stars].sort((a, b) => a - b),
    skipped: holes(reading, spans, source.view.length)
      .filter(({ start, end }) => !source.isBlank(start, end))
      .map(({ after, before, start, end }) => ({
        after_row: after,
        before_row: before,
        start,
        end,
        characters: end - start,
        rows: source.rowsBetween(start, end, reading.chunkType).filter((row) => !shown.has(row)),
      })),
    matches: placed(reading, spans, matches),
    pattern: reading.pattern,
    mode: reading.mode,
    anchor_row: reading.anchor,
    characters: characters(spans),
    cut: reading.cut,
    crossing: reading.crossing,
    can_go_back: canGoBack,
    can_go_forward: canGoForward,
    literal: matches.every((inside, i) => inside.length > 0 || reading.entries[i]?.role !== "match"),
  };
}

/** The cards of rows; of a row that is not there, none. */
export function cardsOf(
  source: SavedSource,
  rows: readonly number[],
  { pattern, mode }: Reading,
  words: Recorded["words"],
): Card[] {
  return rows
    .filter((row) => source.has(row))
    .map((row) => {
      const content = source.text(row) as string;
      const matches = codePointSpans(content, matchSpans(content, pattern, mode));
      const isMatch = ([start, end]: Span) => matches.some(([from, to]) => from <= start && end <= to);
      const terms = termSpans(content, words).filter((span) => !isMatch(span));
      const heading = source.headingAt(source.starts[row] as number);
      return { row, id: source.ids[row] as string, content, heading, matches, terms };
    });
}

/** Where a text has words that are marked for a query; spans that touch are one. */
function termSpans(content: string, words: Recorded["words"]): Span[] {
  const found = [...content.matchAll(WORD)].filter(([word]) => Object.hasOwn(words, word));
  const places = codePointSpans(
    content,
    found.map(({ index }) => [index, index]),
  );
  const spans = found.flatMap(([word], i) =>
    (words[word] as readonly Span[]).map(([start, end]): [number, number] => {
      const offset = (places[i] as Span)[0];
      return [offset + start, offset + end];
    }),
  );
  const merged: [number, number][] = [];
  for (const [start, end] of spans) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
