import { rankChip } from "../controls";
import { el } from "../dom";
import { memo } from "../memo";
import type { HitItem, HitList } from "../protocol";
import { drawRuns, runsOf } from "../runs";
import type { State } from "../state";
import { listed, type Strings } from "../strings";
import { colorOf, type Part } from "./parts";

/** Of letters at the beginning of two names: so many may be the same, and so many stay before what differs. */
const MOST_SHARED = 12;
const BEFORE = 4;

/** A score as its kind is read: RRF `.0325`, cosine `.812`, BM25 `11.84`. */
export function scoreText(score: number | null, retriever: HitList["retriever"], strings: Strings): string {
  if (score === null) return "–";
  if (retriever === "keyword" || Math.abs(score) >= 1) return strings.decimal(score, 2);
  return strings.decimal(score, retriever === "vector" ? 3 : 4).replace(/^0(?=[.,])/, "");
}

/** One hit: rank, where it is, and how its score came about. */
export function hitRow(
  position: number,
  hits: HitList,
  parts: readonly Part[],
  { source }: State,
  strings: Strings,
): HTMLElement {
  const hit = hits.items[position] as HitItem;
  const elsewhere = hit.source_id !== source?.id;
  const score = scoreText(hit.score, hits.retriever, strings);
  const title = strings.pages(hit.title) || hit.chunk_id;
  const where = listed([elsewhere && shortOf(hit.source_id, hits), hit.fate && strings.fates[hit.fate]]);
  return el(
    "div.hit",
    {
      role: "option",
      id: `hit-${position}`,
      "data-testid": "hit",
      "data-position": position,
      "data-rank": hit.rank,
      "data-row": elsewhere ? null : hit.row,
      "aria-posinset": position + 1,
      "aria-setsize": hits.items.length,
      "aria-label": strings.hitLabel(hit.rank, listed([where, title, hit.snippet]), score),
      title: detailsOf(hit, title, strings),
    },
    rankChip(hit.rank, elsewhere || hit.row === null ? "off" : ""),
    el("span.name", { dir: "auto" }, ...(where ? [el("span.other", { dir: "auto" }, where), "  "] : []), title),
    placeOf(hit, elsewhere ? 0 : (source?.length ?? 0)),
    barOf(hit, hits, parts),
    el("span.total", score),
    ...(parts.length < 2 ? [] : parts.map((part) => rankOf(hit, part, strings))),
    hit.snippet ? snippetOf(hit) : null,
  );
}

/**
 * The end of a source's path, as much of it as tells it from those of the other hits.
 *
 * A row cuts the end of what is long, so that a long beginning which another name has too is left out.
 */
export function shortOf(id: string, { items }: Pick<HitList, "items">): string {
  const others = items.map(({ source_id }) => source_id).filter((other) => other !== id);
  const parts = id.split("/");
  const names = parts.map((_, at) => parts.slice(-1 - at).join("/"));
  const short = names.find((name) => name && others.every((other) => !`/${other}`.endsWith(`/${name}`))) ?? id;
  const letters = [...short];
  const shared = Math.max(0, ...others.map((other) => sharedOf(letters, other.split("/").at(-1))));
  return shared > MOST_SHARED ? `…${letters.slice(shared - BEFORE).join("")}` : short;
}

/** How many letters at its beginning a name shares with another. */
function sharedOf(letters: readonly string[], other = ""): number {
  const others = [...other];
  return letters.findIndex((letter, at) => letter !== others[at]);
}

/** Its words on a line of their own, where the title is not enough. */
function snippetOf({ snippet: content, terms }: HitItem): HTMLElement {
  return el("span.snippet", { dir: "auto" }, drawRuns(runsOf({ content, terms, matches: [] }, 0, null)));
}

/** All that a row is too narrow for: the title in full, the span, and how each retriever ranked and scored it. */
function detailsOf(
  { source_id, chunk_id, start, end, parts, snippet }: HitItem,
  title: string,
  strings: Strings,
): string {
  const span = start === null || end === null ? strings.noPlace : `[${start}, ${end})`;
  const ranked = parts.map(
    ({ retriever, rank, score }) =>
      `${strings.partRank(strings.parts[retriever], rank)}, ${scoreText(score, retriever, strings)}`,
  );
  return [title, ...(snippet ? [snippet] : []), `${source_id} ${span}`, ...ranked, chunk_id].join("\n");
}

/** Where the hit lies in the open source; shown where there is no room for the lines. */
function placeOf(hit: HitItem, length: number): HTMLElement {
  const place = el("span.in-document");
  if (hit.start === null || length === 0) return place;
  place.append(el("span.place", { style: "display:block" }, el("i", { style: `left:${(hit.start / length) * 100}%` })));
  return place;
}

/** The highest score: of one's own hits the first need not have it. */
const bestOf = memo((hits: HitList) =>
  hits.items.reduce((best, { score }) => Math.max(best, score ?? 0), Number.MIN_VALUE),
);

/** The parts of a fusion side by side, as long as each adds to the score; else one bar. */
function barOf(hit: HitItem, hits: HitList, parts: readonly Part[]): HTMLElement {
  const best = bestOf(hits);
  const whole = Math.max(0, Math.min(1, (hit.score ?? 0) / best)) * 100;
  const alone = hits.retriever === "vector" ? "vector" : (parts[0] ?? "keyword");
  const shares = hit.parts.length > 0 ? hit.parts : [{ retriever: alone, share: 1 } as const];
  const bars = shares.map(({ retriever, share }) =>
    el("i", { style: `width:${whole * share}%;--color:var(${colorOf(retriever)})` }),
  );
  return el("span.bar", { "aria-hidden": true }, ...bars);
}

function rankOf(hit: HitItem, name: Part, strings: Strings): HTMLElement {
  const part = hit.parts.find(({ retriever }) => retriever === name);
  const label = part ? strings.partRank(strings.parts[name], part.rank) : null;
  return el("span.number", { title: label }, part ? String(part.rank) : "–");
}
