/**
 * The colours that a canvas needs, read from the page's own custom properties.
 *
 * styles.css is the one place where colours are written; a canvas cannot use `var()`, so they are
 * read from an element of the page and read again when something that may change them changes.
 */

const TOKENS = {
  bg: "--bg",
  band: "--band",
  ink: "--ink",
  ink2: "--ink2",
  ink3: "--ink3",
  line: "--line",
  line2: "--line2",
  mute: "--mute",
  accent: "--accent",
  hit: "--hit",
  hitInk: "--hit-ink",
  hitEdge: "--hit-edge",
  mark: "--mark",
  markEdge: "--mark-edge",
  keyword: "--kw",
  vector: "--vec",
  chunk: "--chunk",
  chunkInk: "--chunk-ink",
  hatch: "--hatch",
} as const;

export type Token = keyof typeof TOKENS;

export interface Theme extends Readonly<Record<Token, string>> {
  /** Drawn around chunks and bars where the system chooses the colours; elsewhere null. */
  readonly edge: string | null;
  readonly family: string;
}

// Where the system chooses the colours only its own words are seen as intended.
const FORCED: Readonly<Record<Token, string>> = {
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
  keyword: "CanvasText",
  vector: "GrayText",
  chunk: "Canvas",
  chunkInk: "CanvasText",
  hatch: "CanvasText",
};

export function readTheme(element: Element): Theme {
  const style = getComputedStyle(element);
  const family = style.fontFamily || "sans-serif";
  if (isMatched("(forced-colors: active)")) return { ...FORCED, edge: "CanvasText", family };
  const entries = Object.entries(TOKENS).map(([token, name]) => [token, style.getPropertyValue(name).trim()]);
  return { ...(Object.fromEntries(entries) as Record<Token, string>), edge: null, family };
}

const QUERIES = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "(forced-colors: active)"];

/** Hear of everything that may change the colours: the system, the page around, the explorer itself. */
export function watchTheme(element: Element, listener: () => void, signal: AbortSignal): void {
  for (const query of QUERIES) matchMedia(query).addEventListener("change", listener, { signal });
  const observer = new MutationObserver(listener);
  const root = element.getRootNode();
  const within = root instanceof ShadowRoot ? [...ancestors(element), ...ancestors(root.host)] : ancestors(element);
  for (const target of within) observer.observe(target, { attributeFilter: THEMED });
  signal.addEventListener("abort", () => observer.disconnect());
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
