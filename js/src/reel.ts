/** Chromium lets no element be higher than 33,554,428 pixels, Firefox than about half of that. */
const MOST = 15_000_000;
/** What is nearer than this part of the stretch to one of its ends is wound back to its middle. */
const MARGIN = 1 / 16;
/** So many views at once are no wheel and no key: the scroll bar was moved. */
const JUMP = 20;

/**
 * The part of a long list that its element holds, where the list is higher than an element may be.
 *
 * Wheel and keys move by the pixel in a stretch of the list, and before it ends another is wound in; the scroll bar goes
 * to the part of the whole list that it points at. Of a list that is low enough the stretch is all.
 */
export class Reel {
  /** How much of the list lies above the stretch. */
  base = 0;
  #scroll = 0;

  constructor(private readonly most = MOST) {}

  /** How high the stretch is. */
  height(total: number): number {
    return Math.min(total, this.most);
  }

  /** Stay within another list. Heights that become known leave the stretch where it is, or it would never rest. */
  fit(total: number): void {
    this.base = Math.max(0, Math.min(this.base, total - this.height(total)));
  }

  /** The element was scrolled; tells whether what is seen should be wound to the middle. */
  follow(scroll: number, total: number, view: number): boolean {
    const height = this.height(total);
    const jumped = Math.abs(scroll - this.#scroll) > JUMP * view;
    this.#scroll = scroll;
    if (jumped) {
      this.base = Math.min(1, scroll / Math.max(1, height - view)) * (total - height);
      return false;
    }
    const isNearStart = scroll < height * MARGIN && this.base > 0;
    return isNearStart || (scroll + view > height * (1 - MARGIN) && this.base < total - height);
  }

  /** Wind to where a place of the list can be seen; gives how far the element has to be scrolled. */
  wind(top: number, total: number): number {
    this.base = top - this.height(total) / 2;
    this.fit(total);
    this.#scroll = Math.max(0, top - this.base);
    return this.#scroll;
  }
}
