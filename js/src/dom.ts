/** Elements out of text and attributes: nothing here, or anywhere on the page, parses markup. */

type Attributes = { readonly [name: string]: string | number | boolean | null | undefined };
type Child = Node | string | null;

/** An element; attributes that are null or false are left out, strings become text. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children.filter((child): child is Node | string => child !== null));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Node[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(SVG, tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
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

/** Text that is rarely changed is not touched when it is the same, so that selections in it survive. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
