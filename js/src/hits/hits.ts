import type { Context } from "../context";
import { el, on, setAttributes, setText } from "../dom";
import { listbox } from "../listbox";
import type { HitItem, HitList } from "../protocol";
import { hitsHere, type State } from "../state";
import { VirtualList } from "../virtual";
import { footOf, headOf } from "./head";
import { isAnswer, nothingOf } from "./nothing";
import { partsOf } from "./parts";
import { hitRow } from "./row";

const ROW = 24; // pixels

/** The ranked chunks of the last search, or those that were shown from Python. */
export function createHits(context: Context): HTMLElement {
  return new Hits(context).panel;
}

class Hits {
  readonly panel: HTMLElement;
  readonly #context: Context;
  readonly #head = el("div.head");
  readonly #rows: HTMLElement;
  readonly #foot = el("div.foot");
  readonly #nothing = el("div.void");
  readonly #list: VirtualList;
  #active = 0;
  /** Position of the hit that is ringed in the reading list, else of the one that was opened; -1 is none. */
  #chosen = -1;

  constructor(context: Context) {
    const { watch, strings, signal } = context;
    this.#context = context;
    this.#rows = this.#listbox();
    this.#list = new VirtualList(this.#rows, () => this.#mark(), signal);
    const parts = [this.#head, this.#rows, this.#foot, this.#nothing];
    this.panel = el("section.hits", { "aria-label": strings.hits }, ...parts);
    this.#listen();
    watch(["hits", "source"], (state) => this.#show(state));
    watch(["hits", "source", "selected"], (state) => this.#choose(state));
    watch(["hits", "history"], (state) => setText(this.#foot, footOf(state, strings)));
    watch(["hovered"], () => this.#mark());
    watch(["hits", "status"], ({ hits, status, form }) => {
      const isFirst = !isAnswer(hits) && form.query !== "" && (status === "busy" || status === "waiting");
      this.#nothing.hidden = isFirst || this.#items.length > 0;
    });
  }

  get #items(): readonly HitItem[] {
    return this.#context.store.state.hits?.items ?? [];
  }

  #listbox(): HTMLElement {
    const { strings } = this.#context;
    return listbox(
      {
        label: strings.hits,
        class: "rows",
        testid: "hits",
        count: () => this.#items.length,
        active: () => this.#active,
        move: (position) => this.#point(position),
        open: (position) => this.#open(position),
      },
      this.#context,
    );
  }

  #listen(): void {
    const positionOf = (event: Event) =>
      (event.target as Element).closest<HTMLElement>("[data-position]")?.dataset.position;
    const open = (event: Event) => {
      const position = positionOf(event);
      if (position === undefined) return;
      this.#point(Number(position));
      this.#open(Number(position));
    };
    on(this.#rows, "click", open, this.#context.signal);
  }

  #open(position: number): void {
    const hit = this.#items[position];
    if (hit) this.#context.actions.openHit(hit.rank);
  }

  #point(position: number): void {
    this.#active = position;
    this.#list.reveal(position, this.#rows.clientHeight / 2);
    this.#rows.setAttribute("aria-activedescendant", `hit-${position}`);
    this.#mark();
  }

  /** What changes without another list, on the rows that are in the page. */
  #mark(): void {
    const { hovered } = this.#context.store.state;
    for (const row of this.#rows.querySelectorAll<HTMLElement>(".hit")) {
      const position = Number(row.dataset.position);
      row.classList.toggle("near", row.dataset.row === String(hovered));
      row.classList.toggle("active", position === this.#active);
      setAttributes(row, { "aria-selected": position === this.#chosen });
    }
  }

  #choose(state: State): void {
    const ringed = hitsHere(state).find(({ row }) => row === state.selected);
    const rank = ringed?.rank ?? state.hits?.opened_rank;
    this.#chosen = this.#items.findIndex((hit) => hit.rank === rank);
    this.#mark();
  }

  #show(state: State): void {
    const { hits } = state;
    const parts = hits ? partsOf(hits) : [];
    const isEmpty = this.#items.length === 0;
    this.panel.style.setProperty("--ranks", "26px ".repeat(parts.length < 2 ? 0 : parts.length));
    this.#head.replaceChildren(...headOf(hits, parts, this.#context));
    this.#nothing.replaceChildren(...(isEmpty ? nothingOf(hits, this.#context) : []));
    this.#rows.hidden = isEmpty;
    this.#foot.hidden = isEmpty;
    this.#list.show({
      count: this.#items.length,
      estimate: ROW,
      key: (at) => `${hits?.query} ${at}`,
      draw: (at) => hitRow(at, hits as HitList, parts, state, this.#context.strings),
    });
    const opened = this.#items.findIndex((hit) => hit.rank === hits?.opened_rank);
    this.#active = Math.max(0, opened);
    if (!isEmpty) this.#list.reveal(this.#active, this.#rows.clientHeight / 2);
  }
}
