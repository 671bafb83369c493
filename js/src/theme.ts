/**
 * The colours that a canvas needs, read from the page's own custom properties.
 *
 * styles.css is the one place where colours are written; a canvas cannot use `var()`, so they are
 * read from an element of the page and read again when something that may change them changes.
 */
import { on } from "./dom";

/** A custom property of the page, and what takes its place where the system chooses the colours. */
const TOKENS = {
  bg: ["--bg", "Canvas"],
  band: ["--band", "Canvas"],
  ink: ["--ink", "CanvasText"],
  ink2: ["--ink2", "CanvasText"],
  ink3: ["--ink3", "CanvasText"],
  line: ["--line", "Canvas"],
  line2: ["--line2", "CanvasText"],
  mute: ["--mute", "CanvasText"],
  accent: ["--accent", "Highlight"],
  hit: ["--hit", "Mark"],
  hitInk: ["--hit-ink", "MarkText"],
  hitEdge: ["--hit-edge", "CanvasText"],
  mark: ["--mark", "Mark"],
  markEdge: ["--mark-edge", "CanvasText"],
  keyword: ["--kw", "CanvasText"],
  vector: ["--vec", "GrayText"],
  chunk: ["--chunk", "Canvas"],
  chunkInk: ["--chunk-ink", "CanvasText"],
  hatch: ["--hatch", "CanvasText"],
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
  const entries = Object.entries(TOKENS).map(([token, [name, system]]) => {
    return [token, isForced ? system : style.getPropertyValue(name).trim()];
  });
  const colours = Object.fromEntries(entries) as Record<Token, string>;
  return { ...colours, edge: isForced ? "CanvasText" : null, family: style.fontFamily || "sans-serif" };
}

const QUERIES = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "(forced-colors: active)"];

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
