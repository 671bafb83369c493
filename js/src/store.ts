/** A snapshot that is only ever replaced, and listeners that hear of the slices they asked for. */
import { on } from "./dom";
export class Store<State extends object> {
  #state: State;
  readonly #listeners = new Set<{ keys: readonly (keyof State)[]; listener: (state: State) => void }>();

  constructor(initial: State) {
    this.#state = initial;
  }

  get state(): State {
    return this.#state;
  }

  /** Replace slices in one step; a listener runs once, however many of its slices changed. */
  update(patch: Partial<State>): void {
    const before = this.#state;
    this.#state = { ...before, ...patch };
    for (const { keys, listener } of [...this.#listeners]) {
      if (keys.some((key) => key in patch && !Object.is(before[key], patch[key]))) listener(this.#state);
    }
  }

  /** Run a listener now and after every change of one of the slices, until the signal says stop. */
  watch(keys: readonly (keyof State)[], listener: (state: State) => void, signal: AbortSignal): void {
    const entry = { keys, listener };
    this.#listeners.add(entry);
    on(signal, "abort", () => this.#listeners.delete(entry));
    listener(this.#state);
  }
}
