/** Reading lists in the order in which they were read, with a place among them, as a browser keeps pages. */
import type { Reading } from "./reading";

export class Trail {
  #readings: Reading[];
  #place = 0;

  constructor(first: Reading) {
    this.#readings = [first];
  }

  get current(): Reading {
    return this.#readings[this.#place] as Reading;
  }

  get canGoBack(): boolean {
    return this.#place > 0;
  }

  get canGoForward(): boolean {
    return this.#place + 1 < this.#readings.length;
  }

  /** Go on to a list; what was gone back from is let go. The same list again is no step. */
  push(reading: Reading): void {
    if (JSON.stringify(reading) === JSON.stringify(this.current)) return;
    this.#readings = [...this.#readings.slice(0, this.#place + 1), reading];
    this.#place += 1;
  }

  /** Go to where a list stands, or on to it if it was let go. */
  goTo(reading: Reading): Reading {
    const place = this.#readings.indexOf(reading);
    if (place >= 0) this.#place = place;
    return reading;
  }

  /** Go back or forward, as far as there are lists. */
  go(step: number): Reading {
    this.#place = Math.min(Math.max(this.#place + step, 0), this.#readings.length - 1);
    return this.current;
  }
}
