import type { Context } from "../context";
import { el, on, setAttributes, setText } from "../dom";
import { listbox, rowOf } from "../listbox";
import type { Card } from "../protocol";
import { hasMore, type State } from "../state";
import { VirtualList } from "../virtual";
import { drawCard } from "./card";
import { linesOf, recentRows } from "./folds";
import { type Item, itemsOf, keyOf } from "./items";
import { createNote, nothingText } from "./notes";
import { createProblem } from "./problem";
import { addedRow } from "./reveal";
import { drawSkip } from "./skip";

/** Left above the card that was opened, so that one sees that there is something before it. */
const LEAD = 56;
const ESTIMATE = 130;

/** The chunks that were read, in reading order, with their text. */
export function createResults(context: Context): HTMLElement {
  return new Results(context).panel;
}

class Results {
  readonly panel: HTMLElement;
  readonly #context: Context;
  readonly #cards: HTMLElement;
  readonly #count = el("span.count");
  readonly #nothing = el("div.void");
  readonly #list: VirtualList;
  /** The text that each card was made from. */
  readonly #texts = new WeakMap<HTMLElement, Card | undefined>();
  #items: readonly Item[] = [];
  #shown: State | null = null;
  #recent: ReadonlySet<number> = new Set();

  constructor(context: Context) {
    const { strings, signal } = context;
    this.#context = context;
    this.#cards = this.#listbox();
    this.#list = new VirtualList(this.#cards, (first, last) => this.#drawn(first, last), signal);
    this.panel = el(
      "section.results",
      { "aria-label": strings.results },
      el("div.head", el("strong", strings.results), this.#count, createNote(context)),
      createProblem(context),
      this.#nothing,
      this.#cards,
      el("div.fade"),
    );
    this.#listen();
    this.#watch();
  }

  #listbox(): HTMLElement {
    const { store, actions, strings } = this.#context;
    const rows = () => store.state.results.rows;
    return listbox(
      {
        label: strings.results,
        class: "cards",
        testid: "results",
        count: () => rows().length,
        active: () => rows().indexOf(store.state.selected ?? -1),
        move: (to) => actions.select(rows()[to] ?? null),
        open: (at) => actions.openRow(rows()[at] as number),
      },
      this.#context,
    );
  }

  #listen(): void {
    const { actions, signal } = this.#context;
    const cards = this.#cards;
    // Letting go of the mouse after marking some text is no choice of a card.
    on(cards, "click", (event) => !getSelection()?.toString() && this.#click(event), signal);
    on(cards, "dblclick", (event) => isTitle(event) && choose(event, (row) => actions.openRow(row)), signal);
  }

  /** A click rings a card, and unfolds one that was cut. */
  #click(event: Event): void {
    const { actions } = this.#context;
    const isClipped = (event.target as Element).closest(".clipped") !== null;
    choose(event, (row) => {
      actions.select(row);
      if (isClipped) actions.fold(row, false);
    });
  }

  #watch(): void {
    const { watch } = this.#context;
    watch(["results", "source"], (state) => this.#show(state));
    watch(["cards"], ({ cards }) => this.#refresh(cards));
    watch(["folding"], () => this.#list.refresh(() => true));
    watch(["match"], (state) => this.#seek(state));
    watch(["selected"], ({ selected }) => this.#point(selected));
    watch(["hovered"], () => this.#mark());
  }

  #show(state: State): void {
    const { strings } = this.#context;
    const before = this.#shown?.results ?? null;
    const added = addedRow(before, state.results);
    this.#recent = recentRows(before, state.results);
    this.#shown = state;
    this.#items = itemsOf(state.results);
    const text = nothingText(state, strings);
    setText(this.#count, countOf(state, this.#context));
    this.#nothing.hidden = text === null;
    this.#nothing.replaceChildren(...(text ? [el("strong", text[0]), text[1]] : []));
    this.#cards.hidden = this.#items.length === 0;
    this.#list.show({
      count: this.#items.length,
      estimate: ESTIMATE,
      key: (at) => keyOf(this.#items[at]),
      draw: (at) => this.#draw(at),
    });
    if (added) this.#reveal(added.row, added.isNew);
  }

  #draw(at: number): HTMLElement {
    const { state } = this.#context.store;
    const item = this.#items[at] as Item;
    if (item.kind === "skip") return drawSkip(item.skipped, state, this.#context);
    const lines = linesOf(state, item.row, item.position, this.#recent);
    const element = drawCard(item.row, item.position, lines, state, this.#context);
    if (this.#recent.has(item.row)) element.classList.add("fresh");
    this.#texts.set(element, state.cards.get(item.row));
    return element;
  }

  /** Only cards whose text came or changed are made anew: a list that is being scrolled gets texts all the time. */
  #refresh(cards: State["cards"]): void {
    this.#list.refresh((at, element) => {
      const item = this.#items[at];
      return item?.kind === "card" && cards.get(item.row) !== this.#texts.get(element);
    });
  }

  /** Texts are asked for as their cards come near; the lines to the cards follow them. */
  #drawn(first: number, last: number): void {
    const inPage = this.#items.slice(first, last + 1);
    this.#context.actions.fetchCards(inPage.flatMap((item) => (item.kind === "card" ? [item.row] : [])));
    this.#measure();
    this.#mark();
    this.#pointOut();
    this.#cards.dispatchEvent(new CustomEvent("cards-drawn", { bubbles: true }));
  }

  /** Which texts are cut; all are measured before any card is changed, so that the page is laid out once. */
  #measure(): void {
    const folded = [...this.#cards.querySelectorAll(".text.folded")];
    const isClipped = folded.map((text) => text.scrollHeight > text.clientHeight + 1);
    const laidOut = [...this.#cards.querySelectorAll<HTMLElement>(".laid-out")];
    const isWide = laidOut.map((part) => part.scrollWidth > part.clientWidth);
    folded.forEach((text, at) => {
      text.closest(".card")?.classList.toggle("clipped", isClipped[at]);
    });
    laidOut.forEach((part, at) => {
      setAttributes(part, { tabindex: isWide[at] ? 0 : null });
    });
  }

  #seek({ match, results }: State): void {
    const found = match === null ? undefined : results.matches[match];
    if (!found) return;
    this.#list.refresh(() => true);
    this.#reveal(found.row, false);
    const now = this.#cards.querySelector<HTMLElement>("mark.now");
    if (now) this.#list.revealPart(now);
  }

  #point(selected: number | null): void {
    this.#mark();
    this.#pointOut();
    if (selected !== null) this.#reveal(selected, false);
  }

  /** The ringed card, as long as it is in the page: another list may not have it, or it is scrolled out. */
  #pointOut(): void {
    const card = this.#cards.querySelector(`#card-${this.#context.store.state.selected}`);
    setAttributes(this.#cards, { "aria-activedescendant": card?.id ?? null });
  }

  /** What changes without another list, on the cards that are in the page. */
  #mark(): void {
    const { hovered, selected } = this.#context.store.state;
    for (const card of this.#cards.querySelectorAll<HTMLElement>(".card")) {
      const row = Number(card.dataset.row);
      card.classList.toggle("near", row === hovered);
      card.classList.toggle("active", row === selected);
      setAttributes(card, { "aria-selected": row === selected });
    }
  }

  #reveal(row: number, always: boolean): void {
    const at = this.#items.findIndex((item) => item.kind === "card" && item.row === row);
    if (at >= 0) this.#list.reveal(at, LEAD, always);
  }
}

function choose(event: Event, act: (row: number) => void): void {
  const row = rowOf(event);
  if (row !== null) act(row);
}

function isTitle(event: Event): boolean {
  return (event.target as Element).closest(".title") !== null;
}

function countOf({ results }: State, { strings }: Context): string {
  const { operation, rows, roles, characters, matches, match_counts, literal } = results;
  if (operation === "none" || rows.length === 0) return "";
  if (operation !== "grep" || !literal) return strings.resultsCount(rows.length, characters);
  const holding = rows.filter((_, at) => roles[at] === "match" || match_counts[at]); // steps add others
  return strings.matchesCount(matches.length, hasMore(results), holding.length);
}
