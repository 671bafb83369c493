import type { Context } from "../context";
import { el, on, setText } from "../dom";
import { listbox } from "../listbox";
import type { HistoryEntry, HitItem, HitList } from "../protocol";
import type { State } from "../state";
import { nothingOf } from "./nothing";
import { colorOf, type Part, partsOf } from "./parts";
import { hitRow } from "./row";

/** The ranked chunks of the last search, or those that were shown from Python. */
export function createHits(context: Context): HTMLElement {
  return new Hits(context).panel;
}

class Hits {
  readonly panel: HTMLElement;
  readonly #context: Context;
  readonly #head = el("div", { class: "head" });
  readonly #rows: HTMLElement;
  readonly #foot = el("div", { class: "foot" });
  readonly #nothing = el("div", { class: "void" });
  #active = 0;

  constructor(context: Context) {
    const { strings, store, signal } = context;
    this.#context = context;
    this.#rows = this.#listbox();
    const parts = [this.#head, this.#rows, this.#foot, this.#nothing];
    this.panel = el("section", { class: "hits", "aria-label": strings.hits }, ...parts);
    this.#listen();
    store.watch(["hits", "source"], (state) => this.#show(state), signal);
    store.watch(["hits", "source", "selected"], (state) => this.#tint(state), signal);
    store.watch(["hits", "history"], (state) => setText(this.#foot, footOf(state, strings)), signal);
    store.watch(["hovered"], ({ hovered }) => this.#mark("near", (row) => row.dataset.row === String(hovered)), signal);
  }

  get #items(): readonly HitItem[] {
    return this.#context.store.state.hits?.items ?? [];
  }

  #listbox(): HTMLElement {
    const { strings, signal } = this.#context;
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
      signal,
    );
  }

  #listen(): void {
    const { actions, signal } = this.#context;
    const positionOf = (event: Event) =>
      (event.target as Element).closest<HTMLElement>("[data-position]")?.dataset.position;
    const open = (event: Event) => {
      const position = positionOf(event);
      if (position === undefined) return;
      this.#point(Number(position));
      this.#open(Number(position));
    };
    const hover = (event: Event) => {
      const row = (event.target as Element).closest<HTMLElement>("[data-row]");
      actions.hover(row ? Number(row.dataset.row) : null);
    };
    on(this.#rows, "click", open, signal);
    on(this.#rows, "pointerover", hover, signal);
    on(this.#rows, "pointerleave", () => actions.hover(null), signal);
  }

  #open(position: number): void {
    const hit = this.#items[position];
    if (hit) this.#context.actions.openHit(hit.rank);
  }

  #point(position: number): void {
    const row = this.#rows.children[position];
    this.#active = position;
    this.#mark("active", (other) => other === row);
    this.#rows.setAttribute("aria-activedescendant", row?.id ?? "");
    row?.scrollIntoView?.({ block: "nearest" });
  }

  #mark(name: string, isMarked: (row: HTMLElement) => boolean): void {
    for (const row of this.#rows.children) row.classList.toggle(name, isMarked(row as HTMLElement));
  }

  /** The hit that is ringed in the reading list, else the one that was opened. */
  #tint({ hits, source, selected }: State): void {
    const isRinged = (hit: HitItem) => hit.row !== null && hit.row === selected && hit.source_id === source?.id;
    const rank = hits?.items.find(isRinged)?.rank ?? hits?.opened_rank;
    for (const row of this.#rows.children) {
      row.setAttribute("aria-selected", String((row as HTMLElement).dataset.rank === String(rank)));
    }
  }

  #show(state: State): void {
    const { hits } = state;
    const { strings } = this.#context;
    const parts = hits ? partsOf(hits) : [];
    const rows = hits?.items.map((hit, position) => hitRow(hit, position, hits, parts, state, strings)) ?? [];
    const isEmpty = rows.length === 0;
    this.panel.classList.toggle("single", parts.length < 2);
    this.panel.style.setProperty("--parts", String(parts.length));
    this.#head.replaceChildren(...headOf(hits, parts, this.#context));
    this.#rows.replaceChildren(...rows);
    this.#nothing.replaceChildren(...(isEmpty ? nothingOf(hits, this.#context) : []));
    this.#rows.hidden = isEmpty;
    this.#foot.hidden = isEmpty;
    this.#nothing.hidden = !isEmpty;
    this.#active = Math.max(
      0,
      this.#items.findIndex((hit) => hit.rank === hits?.opened_rank),
    );
  }
}

function footOf(state: State, strings: Context["strings"]): string {
  const { hits } = state;
  return strings.hitsFoot(hits?.items.length ?? 0, hits?.candidates ?? null, hits?.sources ?? null, timeOf(state));
}

/** How long the search took, as far as the history knows; a grep for the same words is none. */
function timeOf({ hits, history }: State): number | null {
  const isTheirs = ({ operation, label }: HistoryEntry) => operation !== "grep" && label === hits?.query;
  return history?.entries.findLast(isTheirs)?.milliseconds ?? null;
}

function headOf(hits: HitList | null, parts: readonly Part[], { strings }: Context): Node[] {
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
