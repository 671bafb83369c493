/** The keyboard of the explorer: keys act only inside it, and never reach the notebook around it. */
import type { Context } from "./context";
import { on } from "./dom";
import { citedText } from "./results/cite";

interface Targets {
  readonly root: HTMLElement;
  readonly grep: () => void;
  readonly help: () => void;
  /** Where the focus goes when a field is left by Esc. */
  readonly list: () => void;
}

/** Chords belong to the browser and the notebook: they pass. */
function isChord(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey;
}

/** Where letters are text and not commands. */
function isTyping(event: Event): boolean {
  return event.target instanceof Element && event.target.matches("input, textarea, select");
}

export function bindKeys({ store, actions, signal }: Context, { root, grep, help, list }: Targets): void {
  const toggleStar = () => {
    const { selected, results } = store.state;
    if (actions.can("ring") && selected !== null) actions.star(selected, !results.starred.includes(selected));
  };
  const toggleFold = () => {
    const { selected, folding } = store.state;
    if (actions.can("ring") && selected !== null) actions.fold(selected, folding.get(selected) === false);
  };
  const copy = () => {
    const { selected } = store.state;
    const text = !actions.can("ring") || selected === null ? null : citedText(store.state, selected);
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
    "/": grep,
    s: toggleStar,
    u: showUnread,
    e: toggleFold,
    c: copy,
    "?": help,
    Escape: clear,
  };
  const press = (event: KeyboardEvent) => {
    if (isChord(event)) return;
    event.stopPropagation();
    if (isTyping(event)) {
      if (event.key === "Escape") list();
      return;
    }
    const command = commands[event.key];
    if (!command || event.defaultPrevented) return;
    event.preventDefault();
    command();
  };
  on(root, "keydown", press, signal);
  for (const type of ["keyup", "keypress"] as const) {
    on(root, type, (event) => !isChord(event) && event.stopPropagation(), signal);
  }
}
