/**
 * The colours that a canvas needs, read from the page's own custom properties.
 *
 * styles.css is the one place where colours are written; a canvas cannot use `var()`, so they are
 * read from an element of the page and read again when something that may change them changes.
 */
import { on } from "./dom";

/** The custom properties of the page, and what takes their place where the system chooses the colours. */
const TOKENS = {
  bg: "Canvas",
  band: "Canvas",
  ink: "CanvasText",
  ink2: "CanvasText",
  ink3: "CanvasText",
  line: "Canvas",
  line2: "CanvasText",
  mute: "CanvasText",
  accent: "Highlight",
  hit: "Mark",
  hitInk: "MarkText",
  hitEdge: "CanvasText",
  mark: "Mark",
  markEdge: "CanvasText",
  kw: "CanvasText",
  vec: "GrayText",
  chunk: "Canvas",
  chunkInk: "CanvasText",
  hatch: "CanvasText",
} as const;

export type Token = keyof typeof TOKENS;

export interface Theme extends Readonly<Record<Token, string>> {
  /** Drawn around chunks and bars where the system chooses the colours; elsewhere null. */
  readonly edge: string | null;
  readonly family: string;
}

export function readTheme(element: Element): Theme {
  const style = getComputedStyle(element);
  const isForced = isMatched("(forced-colors: active)");
  const entries = Object.entries(TOKENS).map(([token, system]) => {
    return [token, isForced ? system : style.getPropertyValue(nameOf(token)).trim()];
  });
  const colours = Object.fromEntries(entries) as Record<Token, string>;
  return { ...colours, edge: isForced ? "CanvasText" : null, family: style.fontFamily || "sans-serif" };
}

/** `hitInk` is `--hit-ink`. */
function nameOf(token: string): string {
  return `--${token.replace(/[A-Z]/, (capital) => `-${capital.toLowerCase()}`)}`;
}

export const DARK = "(prefers-color-scheme: dark)";
const QUERIES = [DARK, "(prefers-contrast: more)", "(forced-colors: active)"];

/** Hear of everything that may change the colours: the system, the page around, the explorer itself. */
export function watchTheme(element: Element, listener: () => void, signal: AbortSignal): void {
  for (const query of QUERIES) on(matchMedia(query), "change", listener, signal);
  const observer = new MutationObserver(listener);
  const root = element.getRootNode();
  const within = root instanceof ShadowRoot ? [...ancestors(element), ...ancestors(root.host)] : ancestors(element);
  for (const target of within) observer.observe(target, { attributeFilter: THEMED });
  on(signal, "abort", () => observer.disconnect());
}

// How JupyterLab, VS Code, marimo and the explorer say which theme they have.
const THEMED = ["class", "style", "data-theme", "data-jp-theme-light", "data-vscode-theme-kind"];

function* ancestors(element: Element): Generator<Element> {
  for (let at: Element | null = element; at !== null; at = at.parentElement) yield at;
}

export function isMotionReduced(): boolean {
  return isMatched("(prefers-reduced-motion: reduce)");
}

function isMatched(query: string): boolean {
  return typeof matchMedia === "function" && matchMedia(query).matches;
}
