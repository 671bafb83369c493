import type { Context } from "../context";
import { button } from "../controls";
import { el, setText } from "../dom";
import { listbox } from "../listbox";
import type { HitList } from "../protocol";
import type { State } from "../state";
import type { Notice } from "../strings";
import { colorOf, type Part, partsOf } from "./parts";
import { hitRow } from "./row";

/** The ranked chunks of the last search, or those that were shown from Python. */
export function createHits(context: Context): HTMLElement {
  const { store, actions, strings, signal } = context;
  let active = 0;
  const items = () => store.state.hits?.items ?? [];
  const head = el("div", { class: "head" });
  const rows = listbox(
    {
      label: strings.hits,
      class: "rows",
      testid: "hits",
      count: () => items().length,
      active: () => active,
      move: (position) => point(position),
      open: (position) => openAt(position),
    },
    signal,
  );
  const foot = el("div", { class: "foot" });
  const nothing = el("div", { class: "void" });
  const panel = el("section", { class: "hits", "aria-label": strings.hits }, head, rows, foot, nothing);

  const openAt = (position: number) => {
    const hit = items()[position];
    if (hit) actions.openHit(hit.rank);
  };
  const point = (position: number) => {
    active = position;
    [...rows.children].forEach((row, at) => {
      row.classList.toggle("active", at === position);
    });
    const row = rows.children[position];
    rows.setAttribute("aria-activedescendant", row?.id ?? "");
    row?.scrollIntoView?.({ block: "nearest" });
  };
  rows.addEventListener("click", (event) => {
    const row = (event.target as Element).closest<HTMLElement>("[data-position]");
    if (!row) return;
    point(Number(row.dataset.position));
    openAt(active);
  });
  rows.addEventListener("pointerover", (event) => {
    const row = (event.target as Element).closest<HTMLElement>("[data-row]");
    actions.hover(row ? Number(row.dataset.row) : null);
  });
  rows.addEventListener("pointerleave", () => actions.hover(null));

  store.watch(
    ["hits", "source"],
    (state) => {
      const { hits } = state;
      const parts = hits ? partsOf(hits) : [];
      panel.classList.toggle("single", parts.length < 2);
      panel.style.setProperty("--parts", String(parts.length));
      head.replaceChildren(...headOf(state, parts, context));
      rows.replaceChildren(...items().map((hit, at) => hitRow(hit, at, hits as HitList, parts, state, strings)));
      rows.hidden = items().length === 0;
      active = Math.max(
        0,
        items().findIndex((hit) => hit.rank === hits?.opened_rank),
      );
      setText(foot, rows.hidden || !hits ? "" : strings.hitsFoot(items().length, hits.candidates, hits.sources));
      nothing.replaceChildren(...(rows.hidden ? nothingOf(hits, context) : []));
      nothing.hidden = !rows.hidden;
      foot.hidden = rows.hidden;
    },
    signal,
  );
  store.watch(
    ["hovered"],
    ({ hovered }) => {
      for (const row of rows.children)
        row.classList.toggle("near", (row as HTMLElement).dataset.row === String(hovered));
    },
    signal,
  );
  return panel;
}

function headOf({ hits }: State, parts: readonly Part[], { strings }: Context): Node[] {
  const title = el("strong", {}, hits?.label || strings.hits);
  if (!hits || hits.items.length === 0) return [title];
  const here = hits.items.filter((hit) => hit.row !== null).length;
  title.append(el("span", { class: "count" }, ` ${strings.hitsHere(here, hits.items.length)}`));
  const legends = parts.length < 2 ? [] : parts.map((part) => legend(part, strings.parts[part]));
  return [
    title,
    el("span", { class: "in-document" }, strings.inDocument),
    el("span", { class: "score" }, strings.scoreNames[hits.retriever]),
    ...legends,
  ];
}

function legend(part: Part, name: string): HTMLElement {
  return el("span", { class: "legend", style: `--color: var(${colorOf(part)})` }, name);
}

/** What was asked, why nothing came, and one thing to do about it. */
function nothingOf(hits: HitList | null, { store, actions, strings }: Context): Node[] {
  const say = ([title, text]: Notice, more = "") => [el("strong", {}, title), `${text} ${more}`.trim()].map(asNode);
  if (!hits || (hits.query === "" && hits.label === "")) return say(strings.noSearch);
  const { form } = store.state;
  const offer = form.skipRead
    ? ([strings.noHitsUnread, strings.searchAgain.all, { skipRead: false }] as const)
    : form.thisSource
      ? ([strings.noHitsHere, strings.searchAgain.everywhere, { thisSource: false }] as const)
      : hits.retriever === "keyword"
        ? ([strings.noHitsKeyword, strings.searchAgain.hybrid, { retriever: "hybrid" }] as const)
        : null;
  if (!offer) return say(strings.noHits(hits.query));
  const [why, text, change] = offer;
  const again = button({ text, testid: "search-again" }, () => {
    actions.fill(change);
    actions.search();
  });
  return [...say(strings.noHits(hits.query), why), el("br"), again];
}

function asNode(item: Node | string): Node {
  return typeof item === "string" ? document.createTextNode(item) : item;
}
