/** The keyboard of the explorer: keys act only inside it, and never reach the notebook around it. */
import type { Context } from "./context";
import { on } from "./dom";
import { citedText } from "./results/cite";
import type { State } from "./state";

interface Targets {
  readonly root: HTMLElement;
  /** Move the focus to the first of some elements that is there. */
  readonly focus: (...testids: string[]) => void;
  readonly help: () => void;
}

/** What a notebook takes to select, join or undo cells, wherever the focus is. */
const OF_CELLS = "amz";

/** Chords of letters belong to the notebook, but none that changes a cell; a browser hears its own all the same. */
function passes({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey || altKey) && key.length === 1 && !OF_CELLS.includes(key.toLowerCase());
}

/** Where letters are text and not commands. */
function isTyping(event: Event): boolean {
  return event.target instanceof Element && event.target.matches("input, textarea, select");
}

export function bindKeys({ store, actions, strings, signal }: Context, { root, focus, help }: Targets): void {
  const ringed = (act: (row: number, state: State) => void) => () => {
    const { state } = store;
    if (actions.can("ring") && state.selected !== null) act(state.selected, state);
  };
  const copy = (row: number, state: State) => {
    const text = citedText(state, row, strings);
    if (text !== null) actions.copy(text);
  };
  const showUnread = () => {
    const { selected, results } = store.state;
    if (!actions.can("unread")) return;
    const holes = results.skipped.filter(({ rows }) => rows.length > 0);
    const beside = holes.find((hole) => hole.after_row === selected || hole.before_row === selected) ?? holes[0];
    if (beside) actions.showSkipped(beside.rows);
  };
  const clear = () => {
    if (store.state.problem) actions.dismissProblem();
    else if (store.state.range) actions.setRange(null);
    else actions.select(null);
  };
  const commands: Readonly<Record<string, () => void>> = {
    n: () => actions.navigate("next"),
    p: () => actions.navigate("previous"),
    "[": () => actions.goBack(-1),
    "]": () => actions.goBack(1),
    "/": () => focus("grep"),
    q: () => focus("query"),
    h: () => focus("hits", "query"),
    s: ringed((row, { results }) => actions.star(row, !results.starred.includes(row))),
    u: showUnread,
    e: ringed((row, { folding }) => actions.fold(row, folding.get(row) === false)),
    c: ringed(copy),
    "?": help,
    Escape: clear,
  };
  const press = (event: KeyboardEvent) => {
    if (passes(event)) return;
    event.stopPropagation();
    if (isTyping(event)) {
      if (event.key === "Escape") focus("results", "hits");
      return;
    }
    const command = commands[event.key];
    if (!command || event.defaultPrevented) return;
    event.preventDefault();
    command();
  };
  const hide = (event: KeyboardEvent) => {
    if (!event.composedPath().includes(root)) return;
    const { host } = root.getRootNode() as ShadowRoot;
    host.toggleAttribute("data-lm-suppress-shortcuts", !passes(event));
  };
  // Notebook 7 listens before the keys come down to the page; this attribute is what it asks then
  on(window, "keydown", hide, signal, { capture: true });
  on(root, "keydown", press, signal);
  for (const type of ["keyup", "keypress"] as const) {
    on(root, type, (event) => !passes(event) && event.stopPropagation(), signal);
  }
}
