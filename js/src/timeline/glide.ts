import type { Span } from "../geometry/span";
import { isMotionReduced } from "../theme";

const DURATION = 160;

/** The window as it is shown, which follows the window that is wanted. */
export class Glide {
  #from: Span;
  #to: Span;
  #began = 0;
  #isMoving = false;

  constructor(start: Span) {
    this.#from = start;
    this.#to = start;
  }

  /** Where it is or will be. */
  get goal(): Span {
    return this.#to;
  }

  /** Be there at once, as when a hand drags it. */
  jump(to: Span): void {
    this.#isMoving = false;
    this.#to = to;
  }

  /** Go there in a moment, unless motion is unwelcome. */
  go(to: Span, now: number): void {
    if (to.equals(this.#to)) return;
    if (isMotionReduced()) {
      this.jump(to);
      return;
    }
    [this.#from, this.#to, this.#began] = [this.at(now), to, now];
    this.#isMoving = true;
  }

  /** The window to show at a time. */
  at(now: number): Span {
    if (!this.#isMoving) return this.#to;
    const part = Math.min(1, Math.max(0, (now - this.#began) / DURATION));
    return this.#from.towards(this.#to, 1 - (1 - part) ** 3);
  }

  /** Whether another frame is needed; false from the end on. */
  isUnderWay(now: number): boolean {
    this.#isMoving &&= now - this.#began < DURATION;
    return this.#isMoving;
  }
}
