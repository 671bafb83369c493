import { type ButtonOptions, button } from "./controls";
import { el, on, setAttributes } from "./dom";

const GAP = 4; // pixels

interface Options {
  /** The side that is in line with its opener. */
  readonly side?: "start" | "end";
  readonly above?: boolean;
  readonly wide?: boolean;
  readonly opened?: () => void;
}

/** What a button opens beside itself; Esc, a press elsewhere or choosing closes it. The button's label names it. */
export function popover(
  opener: HTMLElement,
  content: HTMLElement,
  signal: AbortSignal,
  options: Options = {},
): HTMLElement {
  const { side = "end", wide, opened } = options;
  const label = opener.getAttribute("aria-label");
  const look = `popover ${side} ${wide ? "wide" : ""}`;
  const element = el("div", { class: look, hidden: true, role: "dialog", "aria-label": label }, content);
  const show = (isOpen: boolean) => {
    element.hidden = !isOpen;
    setAttributes(opener, { "aria-expanded": isOpen });
  };
  let before: Element | null = null;
  const open = () => {
    before = (opener.getRootNode() as Document | ShadowRoot).activeElement;
    show(true);
    opened?.();
    place(element, opener, options.above);
    element.querySelector<HTMLElement>("input, [tabindex], button")?.focus();
  };
  // What had the focus inside leaves it to what had it before: a key opens this from anywhere.
  const close = () => {
    if (element.matches(":focus-within")) (before?.isConnected ? (before as HTMLElement) : opener).focus();
    show(false);
  };
  setAttributes(opener, { "aria-haspopup": "dialog", "aria-expanded": false });
  on(opener, "click", () => (element.hidden ? open() : close()));
  on(element, "close-popover", close);
  closeOn(element, opener, close, signal);
  return element;
}

/** A button with the popover that it opens. */
export function menu(
  look: ButtonOptions,
  content: HTMLElement,
  signal: AbortSignal,
  options?: Options,
): [opener: Node, popover: Node] {
  const opener = button(look, () => {});
  return [opener, popover(opener, content, signal, options)];
}

function closeOn(element: HTMLElement, opener: HTMLElement, close: () => void, signal: AbortSignal): void {
  const dismiss = (event: KeyboardEvent) => {
    if (element.hidden || event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  const elsewhere = (event: Event) => {
    const path = event.composedPath();
    if (!path.includes(element) && !path.includes(opener)) close();
  };
  for (const part of [element, opener]) on(part, "keydown", dismiss, signal);
  on(document, "pointerdown", elsewhere, signal, { capture: true });
}

/** Beside its opener, wherever rows have wrapped to, and no higher than there is room. */
function place({ offsetParent, style }: HTMLElement, { offsetTop, offsetHeight }: HTMLElement, above = false): void {
  const height = offsetParent?.clientHeight ?? 0;
  const below = offsetTop + offsetHeight + GAP;
  style.top = above ? "auto" : `${below}px`;
  style.bottom = above ? `${height - offsetTop + GAP}px` : "auto";
  style.maxHeight = `${(above ? offsetTop : height - below) - 3 * GAP}px`;
}

/** Tell the popover around an element that something was chosen. */
export function closePopover(inside: Element): void {
  inside.dispatchEvent(new CustomEvent("close-popover", { bubbles: true }));
}
