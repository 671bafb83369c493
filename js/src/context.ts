import type { Actions } from "./actions";
import type { ExplorerStore, State } from "./state";
import type { Strings } from "./strings";

/** What every component is given. */
export interface Context {
  readonly store: ExplorerStore;
  readonly actions: Actions;
  readonly strings: Strings;
  /** Aborted when the view goes away: listeners and watchers end with it. */
  readonly signal: AbortSignal;
  /** Run a listener now and after every change of one of the slices, as long as the view is there. */
  watch(slices: readonly (keyof State)[], listener: (state: State) => void): void;
}

export function createContext(store: ExplorerStore, actions: Actions, strings: Strings, signal: AbortSignal): Context {
  return { store, actions, strings, signal, watch: (slices, listener) => store.watch(slices, listener, signal) };
}
