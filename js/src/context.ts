import type { Actions } from "./actions";
import type { ExplorerStore } from "./state";
import type { Strings } from "./strings";

/** What every component is given. */
export interface Context {
  readonly store: ExplorerStore;
  readonly actions: Actions;
  readonly strings: Strings;
  /** Aborted when the view goes away: listeners and watchers end with it. */
  readonly signal: AbortSignal;
}
