import { el, on, setAttributes } from "./dom";

const GAP = 4; // pixels

interface Options {
  /** The side that is in line with its opener. */
  readonly side?: "start" | "end";
  readonly above?: boolean;
  readonly wide?: boolean;
  readonly opened?: () => void;
}

/** Something that opens beside a button; Esc, a press elsewhere or choosing closes it. */
export class Popover {
  readonly element: HTMLElement;
  #opener: HTMLElement | null = null;
  readonly #signal: AbortSignal;

  constructor(
    content: HTMLElement,
    signal: AbortSignal,
    private readonly options: Options = {},
  ) {
    this.#signal = signal;
    const look = `popover ${options.side ?? "end"} ${options.wide ? "wide" : ""}`;
    this.element = el("div", { class: look, hidden: true, role: "dialog" }, content);
    on(this.element, "close-popover", () => this.close());
  }

  /** Make a button open and close this; its label names the dialog. */
  opener<Opener extends HTMLElement>(opener: Opener): Opener {
    this.#opener = opener;
    setAttributes(opener, { "aria-haspopup": "dialog", "aria-expanded": false });
    this.element.setAttribute("aria-label", opener.getAttribute("aria-label") ?? "");
    on(opener, "click", () => (this.element.hidden ? this.open() : this.close()));
    for (const place of [this.element, opener]) on(place, "keydown", (event) => this.#dismiss(event), this.#signal);
    const elsewhere = (event: Event) => {
      const path = event.composedPath();
      if (!path.includes(this.element) && !path.includes(opener)) this.close();
    };
    on(document, "pointerdown", elsewhere, this.#signal, { capture: true });
    return opener;
  }

  open(): void {
    this.element.hidden = false;
    this.#tell();
    this.options.opened?.();
    this.#place();
    this.element.querySelector<HTMLElement>("input, [tabindex], button")?.focus();
  }

  /** Beside its opener, wherever rows have wrapped to, and no higher than there is room. */
  #place(): void {
    const { offsetParent, style } = this.element;
    const { offsetTop = 0, offsetHeight = 0 } = this.#opener ?? {};
    const height = offsetParent?.clientHeight ?? 0;
    const below = offsetTop + offsetHeight + GAP;
    style.top = this.options.above ? "auto" : `${below}px`;
    style.bottom = this.options.above ? `${height - offsetTop + GAP}px` : "auto";
    style.maxHeight = `${(this.options.above ? offsetTop : height - below) - 3 * GAP}px`;
  }

  /** What had the focus inside leaves it to the opener. */
  close(): void {
    if (this.element.matches(":focus-within")) this.#opener?.focus();
    this.element.hidden = true;
    this.#tell();
  }

  #tell(): void {
    if (this.#opener) setAttributes(this.#opener, { "aria-expanded": !this.element.hidden });
  }

  #dismiss(event: KeyboardEvent): void {
    if (this.element.hidden || event.key !== "Escape") return;
    event.stopPropagation();
    this.close();
  }
}

/** Tell the popover around an element that something was chosen. */
export function closePopover(inside: Element): void {
  inside.dispatchEvent(new CustomEvent("close-popover", { bubbles: true }));
}
