import type { Context } from "../context";
import { button, field } from "../controls";
import { el, on } from "../dom";
import type { Strings } from "../strings";

/** Something that opens under the toolbar; Esc, a press elsewhere or choosing closes it. */
export class Popover {
  readonly element: HTMLElement;
  #opener: HTMLElement | null = null;
  readonly #signal: AbortSignal;

  constructor(
    content: HTMLElement,
    signal: AbortSignal,
    side: "start" | "end" = "end",
    private readonly opened: () => void = () => {},
  ) {
    this.#signal = signal;
    this.element = el("div", { class: `popover ${side}`, hidden: true, role: "dialog" }, content);
    this.element.addEventListener("close-popover", () => this.close());
    on(this.element, "keydown", (event) => event.key === "Escape" && this.#dismiss(event), signal);
  }

  /** Make a button open and close this; its label names the dialog. */
  opener<Opener extends HTMLElement>(opener: Opener): Opener {
    this.#opener = opener;
    opener.setAttribute("aria-haspopup", "dialog");
    opener.setAttribute("aria-expanded", "false");
    this.element.setAttribute("aria-label", opener.getAttribute("aria-label") ?? "");
    opener.addEventListener("click", () => (this.element.hidden ? this.open() : this.close()));
    on(
      opener,
      "keydown",
      (event) => !this.element.hidden && event.key === "Escape" && this.#dismiss(event),
      this.#signal,
    );
    const elsewhere = (event: Event) => {
      const path = event.composedPath();
      if (!path.includes(this.element) && !path.includes(opener)) this.close();
    };
    document.addEventListener("pointerdown", elsewhere, { capture: true, signal: this.#signal });
    return opener;
  }

  open(): void {
    this.element.hidden = false;
    this.#opener?.setAttribute("aria-expanded", "true");
    this.element.querySelector<HTMLElement>("input, [tabindex]")?.focus();
    this.opened();
  }

  close(): void {
    this.element.hidden = true;
    this.#opener?.setAttribute("aria-expanded", "false");
  }

  #dismiss(event: Event): void {
    event.stopPropagation();
    this.close();
    this.#opener?.focus();
  }
}

/** Tell the popover around an element that something was chosen. */
export function closePopover(inside: Element): void {
  inside.dispatchEvent(new CustomEvent("close-popover", { bubbles: true }));
}

export function chunkIdField({ actions, strings }: Context): HTMLElement {
  const go = () => {
    const id = input.value.trim();
    if (id === "") return;
    actions.openId(id);
    closePopover(element);
  };
  const options = {
    testid: "chunk-id",
    label: strings.chunkIdField,
    placeholder: strings.chunkIdField,
    class: "space",
  };
  const { element, input } = field(options, () => {}, go);
  return el("div", { class: "group" }, element, button({ text: strings.go, testid: "go" }, go));
}

export function keyList({ keyList }: Strings): HTMLElement {
  const list = el("dl", { class: "keys", tabindex: -1, "data-testid": "keys" });
  for (const [keys, what] of keyList) list.append(el("dt", {}, keys), el("dd", {}, what));
  return list;
}
