import { reasonAgainst } from "../abilities";
import type { Context } from "../context";
import { button } from "../controls";
import { el } from "../dom";
import type { State } from "../state";
import type { Notice, Strings } from "../strings";

/** Beside the count: what the answer left out, and a button that brings it. */
export function createNote({ watch, actions, strings }: Context): HTMLElement {
  const note = el("span.note", { "data-testid": "note" });
  watch(["results", "edge"], ({ results, source, edge }) => {
    const all = () => (results.operation === "grep" ? actions.grep(source?.chunks) : actions.read(source?.chunks));
    const parts: (Node | string)[] = [];
    if (edge) parts.push(strings.atEdge[edge]);
    if (results.crossing > 0) {
      parts.push(strings.crossing(results.crossing));
      parts.push(button({ text: strings.widen, class: "low", testid: "widen" }, () => actions.widen()));
    }
    if (results.cut) {
      parts.push(strings.cut, button({ text: strings.showAll, class: "low", testid: "show-all" }, all));
    }
    if (results.uncounted > 0) parts.push(strings.uncounted(results.matches.length));
    if (!results.literal) parts.push(strings.notLiteral);
    note.replaceChildren(...parts);
  });
  return note;
}

/** What stands where the reading list is empty. */
export function nothingText({ results, source, abilities }: State, strings: Strings): Notice | null {
  if (results.rows.length > 0) return null;
  if (!source && reasonAgainst(abilities, "sources") === null) return strings.emptyIndex;
  if (!source) return [strings.noSource, strings.nothingOpen[1]];
  if (results.operation === "grep") return strings.nothingFound(results.pattern);
  return results.operation === "read" ? strings.nothingRead : strings.nothingOpen;
}
