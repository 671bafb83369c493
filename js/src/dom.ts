/** Elements out of text and attributes: nothing here, or anywhere on the page, parses markup. */

type Attributes = { readonly [name: string]: string | number | boolean | null | undefined };
type Part = Attributes | Node | string | null | undefined;

/** An element, written as in a selector: `div.row.act`. What is null or undefined is left out of it, and strings become text. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  selector: Tag | `${Tag}.${string}`,
  ...parts: Part[]
): HTMLElementTagNameMap[Tag] {
  const [tag, ...classes] = selector.split(".");
  const element = document.createElement(tag as Tag);
  element.classList.add(...classes);
  fill(element, parts);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg<Tag extends keyof SVGElementTagNameMap>(tag: Tag, ...parts: Part[]): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(SVG, tag);
  fill(element, parts);
  return element;
}

function fill(element: Element, parts: readonly Part[]): void {
  for (const part of parts) {
    if (typeof part === "string" || part instanceof Node) element.append(part);
    else if (part) setAttributes(element, part);
  }
}

/** Attributes that are null or false are left out, but for the states of ARIA, whose false is said. */
export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    const said = typeof value === "boolean" && !name.startsWith("aria-") ? (value ? "" : null) : value;
    if (said === null || said === undefined) element.removeAttribute(name);
    else element.setAttribute(name, String(said));
  }
}

/** What elements of the page tell each other, beside what browsers tell. */
interface Events extends HTMLElementEventMap {
  "cards-drawn": CustomEvent;
  "close-popover": CustomEvent;
}

/** Listen, until the signal says stop where there is one. */
export function on<Type extends keyof Events>(
  target: EventTarget,
  type: Type,
  listener: (event: Events[Type]) => void,
  signal?: AbortSignal,
  options: AddEventListenerOptions = {},
): void {
  target.addEventListener(type, listener as EventListener, signal ? { ...options, signal } : options);
}

/** Hear of another size of an element; the observer is given back, to look at more by it. */
export function onResize(element: Element, listener: () => void, signal: AbortSignal): ResizeObserver {
  const observer = new ResizeObserver(listener);
  observer.observe(element);
  on(signal, "abort", () => observer.disconnect());
  return observer;
}

/** Text that is rarely changed is not touched when it is the same, so that selections in it survive. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
