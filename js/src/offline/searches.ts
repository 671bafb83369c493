/** The searches that a page carries: they can be found again, and no other can be made. */
import { SearchError } from "../navigator";
import type { HitList, Request } from "../protocol";
import { speechFor } from "../strings";
import { savedStrings } from "../strings/saved";
import { fold, isBlank, split } from "../text";
import type { Made } from "./calls";
import type { Recorded, SavedPage } from "./saved";

/** Hits, and the search that they are of. */
export interface Ranking {
  readonly hits: HitList;
  readonly recorded: Recorded | null;
}

const NO_HITS: HitList = {
  query: "",
  retriever: "hybrid",
  label: "",
  top_k: 10,
  items: [],
  candidates: null,
  sources: 0,
  opened_rank: null,
};

export function newest(searches: readonly Recorded[]): Ranking {
  const recorded = searches.at(-1) ?? null;
  return { recorded, hits: recorded?.hits ?? NO_HITS };
}

/** The newest search of the same words, with those of its hits that are wanted. */
export function find(
  searches: readonly Recorded[],
  { query, retriever, top_k, skip_read, this_source }: Extract<Request, { kind: "search" }>,
  { source: { source_id: here }, welcome }: SavedPage,
  read: ReadonlySet<number>,
): Ranking {
  if (isBlank(query)) throw new SearchError("The query is empty: type what to look for.");
  const recorded = searches.findLast(({ hits }) => sameWords(hits.query, query) && hits.retriever === retriever);
  if (!recorded) throw new SearchError(notRecorded(searches, query, welcome.settings.locale));
  const items = recorded.hits.items
    .filter(({ row, source_id }) => !(skip_read && read.has(row ?? -1)) && !(this_source && source_id !== here))
    .slice(0, Math.max(1, top_k))
    .map((item, i) => ({ ...item, rank: i + 1 }));
  const sources = new Set(items.map(({ source_id }) => source_id)).size;
  return { recorded, hits: { ...recorded.hits, top_k, items, sources } };
}

function sameWords(one: string, other: string): boolean {
  const words = (text: string) => split(fold(text)).join(" ");
  return words(one) === words(other);
}

function notRecorded(searches: readonly Recorded[], query: string, locale: string): string {
  const known = searches.map(({ hits }) => `'${hits.query}' (${hits.retriever})`);
  return savedStrings(speechFor(locale)).notRecorded(query, [...new Set(known)].join(", "));
}

/** The call that made a search; none where its hits came from Python. */
export function callsOf({ recorded, hits }: Ranking): Made[] {
  const { code = "", cell = "", milliseconds = 0 } = recorded?.call ?? {};
  const whole = cell.split("\n").at(-1) || code;
  const [label, count] = [hits.query, hits.items.length];
  return code === ""
    ? []
    : [
        {
          operation: "retrieve",
          label,
          place: { source_id: "", start: null, end: null },
          code,
          whole,
          count,
          milliseconds,
        },
      ];
}

/** The row of a hit that lies in the open source. */
export function rowOfHit(rank: number, { items }: HitList, here: string): number {
  const hit = items[rank - 1];
  if (!hit) throw new SearchError(`There is no hit ${rank}: the last search gave ${items.length}.`);
  if (hit.row !== null) return hit.row;
  throw lyingElsewhere(`Hit ${rank}`, hit.source_id, here);
}

export function lyingElsewhere(what: string, sourceId: string, here: string): SearchError {
  const lies = sourceId === here ? "has no place in its source" : `lies in '${sourceId}'`;
  return new SearchError(`${what} ${lies}, and this page carries '${here}' alone: open it in the notebook.`);
}
