/** One display of an explorer: a shadow root, a store of its own, and the end of both. */
import { type Context, createContext } from "./context";
import { Controller } from "./controller";
import { el, on, setText } from "./dom";
import { createExplorer } from "./explorer";
import { createProblem } from "./results/problem";
import { createStore, type ExplorerStore } from "./state";
import { stringsFor } from "./strings";
import styles from "./styles.css";
import type { Channel } from "./transport";

// Typesetting extensions of notebooks leave elements of these classes alone.
const NO_MATHS = "tex2jax_ignore mathjax_ignore";

export interface View {
  readonly store: ExplorerStore;
  destroy(): void;
}

export function createView(host: HTMLElement, channel: Channel): View {
  const ending = new AbortController();
  const store = createStore();
  const strings = () => stringsFor(store.state.settings.locale);
  const actions = new Controller(store, channel, strings, ending.signal);
  const frame = el("div.frame");
  host.classList.add(...NO_MATHS.split(" "));
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  shadow.replaceChildren(el("style", styles), frame);
  followLocale(frame, createContext(store, actions, strings(), ending.signal));
  actions.hello();
  return {
    store,
    destroy() {
      ending.abort();
      shadow.replaceChildren();
    },
  };
}

/** Until Python has answered there is only a place; a change of language builds the page anew. */
function followLocale(frame: HTMLElement, context: Context): void {
  let language: unknown = null;
  let page = new AbortController();
  on(context.signal, "abort", () => page.abort());
  const build = () => {
    const { settings, welcomed: isReady } = context.store.state;
    const strings = stringsFor(settings.locale);
    if (isReady && language === strings) return;
    page.abort();
    page = new AbortController();
    language = isReady ? strings : null;
    const inside = createContext(context.store, context.actions, strings, page.signal);
    if (isReady) createExplorer(frame, inside);
    else frame.replaceChildren(placeholder(inside));
  };
  context.watch(["settings", "welcomed"], build);
}

function placeholder(context: Context): HTMLElement {
  const text = el("div.void");
  const { watch, strings } = context;
  watch(["status"], ({ status }) => setText(text, strings.status[status] || strings.connecting));
  return el("section.nw.waiting", { "data-testid": "navwidget" }, createProblem(context), text);
}
