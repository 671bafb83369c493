/** What is said above and below the hits. */
import type { Context } from "../context";
import { el } from "../dom";
import type { HistoryEntry, HitList } from "../protocol";
import { hitsHere, type State } from "../state";
import { colorOf, type Part } from "./parts";

export function footOf(state: State, strings: Context["strings"]): string {
  const { hits } = state;
  return strings.hitsFoot(hits?.items.length ?? 0, hits?.candidates ?? null, hits?.sources ?? null, timeOf(state));
}

/** How long the search took, as far as the history knows, up to where one is in it; a grep for the same words is none. */
function timeOf({ hits, history }: State): number | null {
  const isTheirs = ({ entry, source_id, label }: HistoryEntry) =>
    !source_id && label === hits?.query && entry <= (history?.current ?? entry);
  return history?.entries.findLast(isTheirs)?.milliseconds ?? null;
}

/** What was handed over is called as one said; what the reader's own retriever found are hits like others. */
export function headOf(hits: HitList | null, parts: readonly Part[], { store, strings }: Context): Node[] {
  const label = hits?.label === store.state.ownLabel ? "" : hits?.label;
  const title = el("span", el("strong", label || strings.hits));
  if (!hits || hits.items.length === 0) return [title];
  const here = hitsHere(store.state).length;
  title.append(el("span.count", ` ${strings.hitsHere(here, hits.items.length)}`));
  const legends = parts.length < 2 ? [] : parts.map((part) => legend(part, strings.parts[part]));
  return [
    title,
    el("span.in-document", strings.inDocument),
    el("span.score", strings.scoreNames[hits.retriever]),
    ...legends,
  ];
}

function legend(part: Part, name: string): HTMLElement {
  return el("span.legend", { style: `--color: var(${colorOf(part)})` }, name);
}
