/** A chunk's text cut into runs that look alike: plain, repeated, query term, match, current match. */
import { el } from "./dom";
import type { Card, Span } from "./protocol";
import { utf16Positions } from "./units";

export interface Run {
  readonly text: string;
  readonly look: "plain" | "repeated" | "term" | "match" | "now";
}

/** A text, and where in it something is marked. */
export type Marked = Pick<Card, "content" | "matches" | "terms">;

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly look: Run["look"];
}

/** Matches win over the terms that they touch; what does not lie in order is left out rather than drawn twice. */
function marksOf(card: Marked, current: number | null): Mark[] {
  const touches = ([start, end]: Span) => card.matches.some((match) => start < match[1] && match[0] < end);
  const terms = card.terms
    .filter((term) => !touches(term))
    .map(([start, end]) => ({ start, end, look: "term" as const }));
  const matches = card.matches.map(([start, end], position) => ({
    start,
    end,
    look: position === current ? ("now" as const) : ("match" as const),
  }));
  const ordered = [...terms, ...matches].sort((a, b) => a.start - b.start);
  let edge = 0;
  return ordered.filter((mark) => {
    const fits = mark.start >= edge && mark.end > mark.start;
    if (fits) edge = mark.end;
    return fits;
  });
}

/** `repeated` counts code points that an earlier card already showed; `current` is the position of the current match. */
export function runsOf(card: Marked, repeated: number, current: number | null): Run[] {
  const marks = marksOf(card, current);
  const edges = marks.flatMap(({ start, end }) => [start, end]);
  const units = utf16Positions(card.content, edges);
  const [seen = 0] = utf16Positions(card.content, [repeated]);
  const runs: Run[] = [];
  const add = (from: number, to: number, look: Run["look"]) => {
    if (from < to) runs.push({ text: card.content.slice(from, to), look });
  };
  const plain = (from: number, to: number) => {
    add(from, Math.min(to, seen), "repeated");
    add(Math.max(from, seen), to, "plain");
  };
  let at = 0;
  marks.forEach((mark, position) => {
    const [from = 0, to = 0] = [units[position * 2], units[position * 2 + 1]];
    plain(at, from);
    add(from, to, mark.look);
    at = Math.max(at, to);
  });
  plain(at, card.content.length);
  return runs;
}

/** Part runs at ends, which ascend up to the end of the text; a run that lies over an end goes on in the next part. */
export function cut(runs: readonly Run[], ends: readonly number[]): Run[][] {
  const parts: Run[][] = ends.map(() => []);
  let [at, part] = [0, 0];
  for (const { text, look } of runs) {
    for (let from = 0; from < text.length; ) {
      while (at >= (ends[part] ?? Infinity)) part++;
      const to = Math.min(text.length, from + (ends[part] ?? Infinity) - at);
      parts[part]?.push({ text: text.slice(from, to), look });
      at += to - from;
      from = to;
    }
  }
  return parts;
}

/** Runs as nodes, one after the other: there may be more than a call takes arguments. */
export function drawRuns(runs: readonly Run[]): DocumentFragment {
  const drawn = new DocumentFragment();
  for (const { text, look } of runs) {
    drawn.append(look === "plain" ? text : el(look === "repeated" ? "span" : "mark", { class: look }, text));
  }
  return drawn;
}
