import type { Context } from "../context";
import { el, setText } from "../dom";
import { listbox } from "../listbox";
import type { State } from "../state";
import { drawCard, drawSkip } from "./card";
import { type Item, itemsOf, keyOf } from "./items";
import { createNote, nothingText } from "./notes";
import { createProblem } from "./problem";
import { VirtualList } from "./virtual";

/** Left above the card that was opened, so that one sees that there is something before it. */
const LEAD = 56;
const ESTIMATE = 130;

/** The chunks that were read, in reading order, with their text. */
export function createResults(context: Context): HTMLElement {
  const { store, actions, strings, signal } = context;
  let items: readonly Item[] = [];
  const count = el("span", { class: "count" });
  const head = el("div", { class: "head" }, el("strong", {}, strings.results), count, createNote(context));
  const position = () => store.state.results.rows.indexOf(store.state.selected ?? -1);
  const cards = listbox(
    {
      label: strings.results,
      class: "cards",
      testid: "results",
      count: () => store.state.results.rows.length,
      active: position,
      move: (to) => actions.select(store.state.results.rows[to] ?? null),
      open: (at) => actions.openRow(store.state.results.rows[at] as number),
    },
    signal,
  );
  const nothing = el("div", { class: "void" });
  const panel = el(
    "section",
    { class: "results", "aria-label": strings.results },
    head,
    createProblem(context),
    nothing,
    cards,
    el("div", { class: "fade" }),
  );
  const list = new VirtualList(
    cards,
    (first, last) => {
      const rows = items.slice(first, last + 1).flatMap((item) => (item.kind === "card" ? [item.row] : []));
      actions.fetchCards(rows);
      cards.dispatchEvent(new CustomEvent("cards-drawn", { bubbles: true }));
    },
    signal,
  );
  const draw = (at: number): HTMLElement => {
    const item = items[at] as Item;
    return item.kind === "card"
      ? drawCard(item.row, item.position, store.state, context)
      : drawSkip(item.skipped, store.state, context);
  };
  const itemOf = (row: number | null) => items.findIndex((item) => item.kind === "card" && item.row === row);
  const revealRow = (row: number | null, always: boolean) => {
    const at = itemOf(row);
    if (at >= 0) list.reveal(at, LEAD, always);
  };

  cards.addEventListener("click", (event) => {
    const card = (event.target as Element).closest<HTMLElement>("[data-row]");
    if (card && !getSelection()?.toString()) actions.select(Number(card.dataset.row));
  });
  cards.addEventListener("dblclick", (event) => {
    const title = (event.target as Element).closest<HTMLElement>(".title")?.closest<HTMLElement>("[data-row]");
    if (title) actions.openRow(Number(title.dataset.row));
  });
  cards.addEventListener("pointerover", (event) => {
    const card = (event.target as Element).closest<HTMLElement>("[data-row]");
    actions.hover(card ? Number(card.dataset.row) : null);
  });
  cards.addEventListener("pointerleave", () => actions.hover(null));

  let shown: State | null = null;
  store.watch(
    ["results", "source"],
    (state) => {
      const added = addedRow(shown, state);
      shown = state;
      items = itemsOf(state.results);
      setText(count, countOf(state, context));
      const text = nothingText(state, strings);
      nothing.hidden = text === null;
      cards.hidden = items.length === 0;
      nothing.replaceChildren(...(text ? [el("strong", {}, text[0]), text[1]] : []));
      list.show({ count: items.length, estimate: ESTIMATE, key: (at) => keyOf(items[at]), draw });
      if (added !== null) revealRow(added.row, added.isNew);
    },
    signal,
  );
  store.watch(["cards"], () => list.refresh(), signal);
  store.watch(
    ["selected", "match"],
    (state) => {
      for (const card of cards.querySelectorAll<HTMLElement>(".card")) {
        const chosen = Number(card.dataset.row) === state.selected;
        card.setAttribute("aria-selected", String(chosen));
        card.classList.toggle("active", chosen);
      }
      cards.setAttribute("aria-activedescendant", state.selected === null ? "" : `card-${state.selected}`);
      revealRow(state.selected, false);
    },
    signal,
  );
  store.watch(
    ["match"],
    ({ match, results }) => {
      list.refresh();
      const found = match === null ? undefined : results.matches[match];
      if (found) revealRow(found.row, false);
    },
    signal,
  );
  store.watch(
    ["hovered"],
    ({ hovered }) => {
      for (const card of cards.querySelectorAll<HTMLElement>(".card")) {
        card.classList.toggle("near", Number(card.dataset.row) === hovered);
      }
    },
    signal,
  );
  return panel;
}

/** The row to bring into view: the first that a step added, or the one that a new list was opened around. */
function addedRow(before: State | null, { results }: State): { row: number; isNew: boolean } | null {
  const [first] = results.rows;
  if (before?.results === results || first === undefined) return null;
  const old = new Set(before?.results.rows);
  const added = results.rows.filter((row) => !old.has(row));
  const isGrown =
    added.length > 0 && added.length < results.rows.length && results.anchor_row === before?.results.anchor_row;
  if (isGrown) return { row: added[0] as number, isNew: false };
  if (added.length === 0 && results.rows.length < old.size) return null;
  return { row: results.anchor_row ?? first, isNew: true };
}

function countOf({ results }: State, { strings }: Context): string {
  if (results.operation === "none" || results.rows.length === 0) return "";
  if (results.operation !== "grep" || !results.literal)
    return strings.resultsCount(results.rows.length, results.characters);
  return strings.matchesCount(results.matches.length, results.cut, results.rows.length);
}
