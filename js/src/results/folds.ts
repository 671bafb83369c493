/** How much of a card's text is shown. */
import type { State } from "../state";
import { addedTo } from "./reveal";

/** A chunk longer than this shows its beginning until it is unfolded. */
const LONG = 12; // lines

/**
 * The lines that a card shows; null is its whole text.
 *
 * What was read before the step that one is at needs no more than a line: `recent` has the rows that the step added.
 * A person's own choice comes first, then the current match, which must be seen.
 */
export function linesOf(state: State, row: number, position: number, recent: ReadonlySet<number>): number | null {
  const { results, match, folding } = state;
  const isShort = results.roles[position] === "previous" && !recent.has(row) && row !== results.anchor_row;
  const lines = isShort ? 1 : LONG;
  const chosen = folding.get(row);
  if (chosen !== undefined) return chosen ? lines : null;
  return match !== null && results.matches[match]?.row === row ? null : lines;
}

/** The rows that the last step added to a list that stayed; none where the list is another one. */
export function recentRows(before: State["results"] | null, after: State["results"]): ReadonlySet<number> {
  return new Set(addedTo(before, after));
}
