/** What a screen reader hears of an answer. */
import type { Context } from "./context";
import { el } from "./dom";
import { countOf, hitsHere, numberOf, placeOf, type State } from "./state";
import type { Strings } from "./strings";

/** The position of a row in words: "Chunk 17 of 212, characters 8,112 to 8,624". */
export function positionOf(state: State, row: number, strings: Strings): string {
  const source = state.source;
  if (!source) return "";
  const [number, total] = [numberOf(source, row), countOf(source, row)];
  return strings.timeline.position(number, total, ...placeOf(source, row));
}

/** A sentence as the rest of another. */
function goingOn(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** What a star did where nothing else changed: that is no new list. */
function starOf(before: State, after: State, strings: Strings): string | null {
  const { rows, starred: old } = before.results;
  const now = after.results.starred;
  if (after.source !== before.source || after.results.rows.length !== rows.length) return null;
  if (after.results.rows.some((row, at) => row !== rows[at])) return null;
  const changed = [...now.filter((row) => !old.includes(row)), ...old.filter((row) => !now.includes(row))];
  const [row] = changed;
  if (row === undefined || changed.length > 1) return null;
  return (now.includes(row) ? strings.starred : strings.unstarred)(positionOf(after, row, strings));
}

export function announcementOf(before: State, after: State, strings: Strings): string {
  if (!before.welcomed) return ""; // what was there already is no news, and the language is not known yet
  if (after.edge && after.call !== before.call) return strings.atEdge[after.edge];
  const star = starOf(before, after, strings);
  if (star !== null) return star;
  if (after.results !== before.results && after.results.operation !== "none") {
    const { rows } = after.results;
    const told = after.selected !== null && rows.includes(after.selected) ? after.selected : rows[0];
    return strings.announceResults(rows.length, told === undefined ? "" : goingOn(positionOf(after, told, strings)));
  }
  if (after.hits && after.hits !== before.hits) {
    return strings.announceHits(after.hits.items.length, hitsHere(after).length);
  }
  return before.announcement;
}

/** A polite live region: it interrupts nobody. */
export function createAnnouncer({ watch }: Context): HTMLElement {
  const region = el("div.unseen", { role: "status", "aria-live": "polite" });
  watch(["announcement"], (state) => region.replaceChildren(state.announcement));
  return region;
}
