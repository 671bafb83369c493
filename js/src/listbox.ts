/** One tab stop for a list: arrows move, Enter opens; the focus stays on the list itself. */
import type { Context } from "./context";
import { el, on } from "./dom";

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
  PageDown: 8,
  PageUp: -8,
  Home: -Infinity,
  End: Infinity,
};

interface Listbox {
  readonly label: string;
  readonly class: string;
  readonly testid?: string;
  readonly count: () => number;
  readonly active: () => number;
  readonly move: (position: number) => void;
  readonly open: (position: number) => void;
}

/** The chunk that what was pressed or pointed at stands for; null where it stands for none that is here. */
export function rowOf(event: Event): number | null {
  const item = (event.target as Element).closest<HTMLElement>("[data-row]");
  return item ? Number(item.dataset.row) : null;
}

export function listbox(options: Listbox, { actions, signal }: Context): HTMLElement {
  const element = el("div", {
    class: options.class,
    role: "listbox",
    tabindex: 0,
    "aria-label": options.label,
    "data-testid": options.testid,
  });
  const press = (event: KeyboardEvent) => {
    if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step !== undefined && options.count() > 0) {
      options.move(Math.max(0, Math.min(options.active() + step, options.count() - 1)));
      event.preventDefault();
    }
    if (event.key === "Enter" && options.active() >= 0) options.open(options.active());
  };
  on(element, "keydown", press, signal);
  on(element, "pointerover", (event) => actions.hover(rowOf(event)), signal);
  on(element, "pointerleave", () => actions.hover(null), signal);
  return element;
}
