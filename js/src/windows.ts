/** Which part of the source the timeline enlarges after an answer. */
import type { ResultList, Span } from "./protocol";
import { placeOf, type Source } from "./state";

/** Chunks that a window of comfortable width holds, and the most that are fitted rather than centred. */
const COMFORTABLE = 8;
const MOST_FITTED = 40;

export function fullWindow(source: Source): Span {
  return [0, Math.max(1, source.length)];
}

function spanOf(source: Source, rows: readonly number[]): Span {
  const [first, ...others] = rows.map((row) => placeOf(source, row));
  return others.reduce(([start, end], other) => [Math.min(start, other[0]), Math.max(end, other[1])], first as Span);
}

function centred(source: Source, [start, end]: Span, width: number): Span {
  const size = Math.min(Math.max(width, (end - start) * 1.2), source.length);
  const from = Math.min(Math.max(0, (start + end - size) / 2), source.length - size);
  return [from, Math.max(from + 1, from + size)];
}

function comfortable(source: Source, [start, end]: Span): number {
  return COMFORTABLE * Math.min(Math.max(end - start, 50), source.length);
}

/** Keep the window where everything new can be seen in it; else go to the row that came, closer if it was far out. */
export function windowFor(source: Source, results: ResultList, window: Span, came: number | undefined): Span {
  if (came === undefined) return window;
  const focus = placeOf(source, came);
  const { operation, rows } = results;
  const fits = operation !== "grep" && rows.length <= MOST_FITTED && rows.includes(came); // a ring may be in no list
  const wanted = fits ? rows : [came];
  const all = spanOf(source, wanted);
  const near = comfortable(source, focus);
  const width = window[1] - window[0];
  const farOut = width > near * 4;
  if (!farOut && window[0] <= all[0] && all[1] <= window[1]) return window;
  return centred(source, all, farOut ? near : width);
}

/** The window moved so that a span lies in it, if it does not yet. */
export function windowAround(source: Source, span: Span, window: Span): Span {
  if (window[0] <= span[0] && span[1] <= window[1]) return window;
  return centred(source, span, window[1] - window[0]);
}
