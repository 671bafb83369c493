/** What was on show, list and hits, in the order of reading, with a place among it, as a browser keeps pages. */
import type { HitList } from "../protocol";
import type { Shown } from "./journey";
import type { Reading } from "./reading";

export class Trail {
  #stops: Shown[];
  #place = 0;
  #isNew = false;

  constructor(first: Shown) {
    this.#stops = [first];
  }

  get #stop(): Shown {
    return this.#stops[this.#place] as Shown;
  }

  get current(): Reading {
    return this.#stop.reading;
  }

  get canGoBack(): boolean {
    return this.#place > 0;
  }

  get canGoForward(): boolean {
    return this.#place + 1 < this.#stops.length;
  }

  /** Go on to a list; what was gone back from is let go. The same list again is no step. */
  push(reading: Reading): void {
    if (JSON.stringify(reading) !== JSON.stringify(this.current)) this.#add({ ...this.#stop, reading });
  }

  /** Take note of what a request has put on show in the end: other hits beside the same list are a step too. */
  settle(shown: Shown): void {
    if (this.#isNew || identity(shown.hits) === identity(this.#stop.hits)) this.#stops[this.#place] = shown;
    else this.#add(shown);
    this.#isNew = false;
  }

  #add(stop: Shown): void {
    this.#stops = [...this.#stops.slice(0, this.#place + 1), stop];
    this.#place += 1;
    this.#isNew = true;
  }

  /** Go to where something stands, unless it was let go. */
  goTo({ reading, hits }: Shown): void {
    const place = this.#stops.findIndex((stop) => stop.reading === reading && stop.hits === hits);
    if (place >= 0) this.#place = place;
  }

  /** What is back or forward, as far as there is anything. */
  peek(step: number): Shown {
    return this.#stops[Math.min(Math.max(this.#place + step, 0), this.#stops.length - 1)] as Shown;
  }
}

/** What was asked and came, whatever was opened since. */
function identity({ query, retriever, top_k, items }: HitList): string {
  return JSON.stringify([query, retriever, top_k, items.map(({ chunk_id }) => chunk_id)]);
}
