import { el, on, onResize } from "./dom";
import { HeightMap } from "./heights";
import { Reel } from "./reel";

/** Drawn beyond what is in view, in pixels, so that scrolling does not outrun drawing. */
const BEYOND = 600;
/** What fades at the lower edge is not seen. */
const EDGE = 12;

interface Items {
  readonly count: number;
  readonly estimate: number;
  /** Names an item over time: what keeps its key keeps its height. */
  key(item: number): string | number;
  draw(item: number): HTMLElement;
}

/** A list of any length of which only what is in view is in the page. */
export class VirtualList {
  readonly #above = el("div", { role: "presentation" });
  readonly #below = el("div", { role: "presentation" });
  readonly #drawn = new Map<number, HTMLElement>();
  #items: Items = { count: 0, estimate: 1, key: Number, draw: () => el("div") };
  #heights = new HeightMap(0, 1);
  readonly #reel = new Reel();
  #width = 0;
  /** What to reveal as soon as the list has a place on the page. */
  #wanted: readonly [item: number, lead: number] | null = null;

  constructor(
    readonly element: HTMLElement,
    /** Hears which items are in the page after each drawing. */
    private readonly shown: (first: number, last: number) => void,
    signal: AbortSignal,
  ) {
    element.append(this.#above, this.#below);
    on(element, "scroll", () => this.#scrolled(), signal, { passive: true });
    onResize(element, () => this.#resized(), signal);
  }

  /** Show other items; those that keep their key keep their place under the eye. */
  show(items: Items): void {
    const anchor = this.#anchor();
    const known = new Map<string | number, number>();
    for (const item of this.#drawn.keys()) known.set(this.#items.key(item), this.#heights.heightOf(item));
    this.#clear();
    this.#items = items;
    this.#heights = new HeightMap(items.count, items.estimate);
    this.#reel.fit(this.#heights.total);
    for (let item = 0; known.size > 0 && item < items.count; item++) {
      const key = items.key(item);
      const height = known.get(key);
      if (height !== undefined) this.#heights.set(item, height);
      if (anchor && key === anchor.key) this.#scrollTo(this.#heights.top(item) + anchor.within);
    }
    this.#draw();
  }

  /** Draw anew what is in view and stale; in place, so that nothing scrolls. */
  refresh(isStale: (item: number, element: HTMLElement) => boolean): void {
    for (const [item, element] of this.#drawn) {
      if (!isStale(item, element)) continue;
      const fresh = this.#items.draw(item);
      element.replaceWith(fresh);
      this.#drawn.set(item, fresh);
    }
    this.#draw();
  }

  /** Bring an item into view, `lead` pixels below the top, unless it is wholly there. */
  reveal(item: number, lead = 0, always = false): void {
    this.#wanted = this.element.clientHeight === 0 ? [item, lead] : null;
    const visible = () => {
      const top = this.#heights.top(item) - this.#top;
      return top >= 0 && top + Math.min(this.#heights.heightOf(item), 60) <= this.element.clientHeight;
    };
    // Heights become known by drawing, so the place is corrected once they are.
    for (let attempt = 0; attempt < 3; attempt++) {
      if (!always && visible()) return;
      this.#scrollTo(this.#heights.top(item) - (item === 0 ? 0 : lead));
      this.#draw();
    }
  }

  /** Bring a part of a drawn item into view, where the item is too high to be seen as a whole. */
  revealPart(part: HTMLElement): void {
    let top = 0;
    for (let at: HTMLElement | null = part; at && at !== this.element; at = at.offsetParent as HTMLElement | null) {
      top += at.offsetTop;
    }
    const { scrollTop, clientHeight } = this.element;
    const isSeen = top >= scrollTop && top + part.offsetHeight + EDGE <= scrollTop + clientHeight;
    if (!isSeen) this.element.scrollTop = top - clientHeight / 3;
  }

  /** The place of the list that stands at the upper edge. */
  get #top(): number {
    return this.element.scrollTop + this.#reel.base;
  }

  #scrollTo(top: number): void {
    const { total } = this.#heights;
    const scroll = this.#reel.wind(top, total);
    setHeight(this.#above, this.#heights.top(this.#first()) - this.#reel.base);
    setHeight(this.#below, this.#reel.height(total));
    this.element.scrollTop = scroll;
  }

  #scrolled(): void {
    const { scrollTop, clientHeight } = this.element;
    const isMoved = this.#reel.follow(scrollTop, this.#heights.total, clientHeight);
    if (isMoved) this.#scrollTo(this.#top);
    const [first, last] = this.#near();
    const isDrawn = this.#drawn.size === last - first + 1 && this.#drawn.has(first) && this.#drawn.has(last);
    if (isMoved || !isDrawn) this.#draw();
  }

  #anchor(): { key: string | number; within: number } | null {
    if (this.#items.count === 0) return null;
    const item = this.#heights.at(this.#top);
    return { key: this.#items.key(item), within: this.#top - this.#heights.top(item) };
  }

  #first(): number {
    return Math.min(...this.#drawn.keys(), this.#items.count);
  }

  #clear(): void {
    for (const element of this.#drawn.values()) element.remove();
    this.#drawn.clear();
  }

  /** The first and the last item that should be in the page. */
  #near(): readonly [first: number, last: number] {
    if (this.#items.count === 0) return [0, -1];
    const top = this.#top;
    const first = this.#heights.at(Math.max(this.#reel.base, top - BEYOND));
    return [first, this.#heights.at(top + this.element.clientHeight + BEYOND)];
  }

  #draw(): void {
    const { base } = this.#reel;
    const [first, last] = this.#near();
    for (const [item, element] of this.#drawn) {
      if (item >= first && item <= last) continue;
      element.remove();
      this.#drawn.delete(item);
    }
    let before: Element = this.#above;
    for (let item = first; item <= last; item++) {
      const drawn = this.#drawn.get(item) ?? this.#items.draw(item);
      if (drawn.previousElementSibling !== before) before.after(drawn);
      this.#drawn.set(item, drawn);
      before = drawn;
    }
    setHeight(this.#above, this.#heights.top(first) - base);
    this.#measure(first, last);
    const end = base + this.#reel.height(this.#heights.total - base);
    setHeight(this.#below, end - this.#heights.top(last + 1));
    this.shown(first, last);
  }

  /** Heights above the eye that turn out differently move the scroll with them. */
  #measure(first: number, last: number): void {
    const eye = this.#top;
    let shift = 0;
    for (let item = first; item <= last; item++) {
      const drawn = this.#drawn.get(item);
      if (!drawn || drawn.offsetHeight === 0) continue;
      const isAbove = this.#heights.top(item) + this.#heights.heightOf(item) <= eye;
      const difference = this.#heights.set(item, outerHeight(drawn));
      if (isAbove) shift += difference;
    }
    if (Math.abs(shift) >= 1) this.element.scrollTop += shift;
  }

  /** Another width breaks lines elsewhere: every height is unknown again, and the text under the eye stays there. */
  #resized(): void {
    const { clientWidth } = this.element;
    const isOther = this.#width !== 0 && clientWidth !== 0 && clientWidth !== this.#width;
    this.#width = clientWidth || this.#width;
    if (!isOther) {
      this.#draw();
      if (this.#wanted) this.reveal(...this.#wanted, true);
      return;
    }
    const item = this.#heights.at(this.#top);
    const part = (this.#top - this.#heights.top(item)) / (this.#heights.heightOf(item) || 1);
    this.#heights = new HeightMap(this.#items.count, this.#items.estimate);
    this.#draw();
    this.#scrollTo(this.#heights.top(item) + part * this.#heights.heightOf(item));
    this.#draw();
  }
}

function setHeight({ style }: HTMLElement, height: number): void {
  style.height = `${Math.max(0, height)}px`;
}

function outerHeight(element: HTMLElement): number {
  const { marginTop, marginBottom } = getComputedStyle(element);
  return element.offsetHeight + (Number.parseFloat(marginTop) || 0) + (Number.parseFloat(marginBottom) || 0);
}
