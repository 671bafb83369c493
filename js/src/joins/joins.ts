/** The lines from each hit to its place in the document, and on to its card. */
import type { Context } from "../context";
import { el, on, onResize, svg } from "../dom";
import { hitsHere, placeOf, type Source, type State } from "../state";
import { isStretch, type Place, type Wire, wiresOf } from "./wires";

/** Ticks on the rail; more would lie on each other. */
const MOST = 500;
const RAIL = { left: 44, width: 6, top: 40, bottom: 12 };

/** `panels` holds the rows and cards whose places are measured; they meet here on the page alone. */
export function createJoins(panels: () => HTMLElement, { store, watch, signal }: Context): HTMLElement {
  const drawing = svg("svg", { "aria-hidden": true });
  const element = el("div.joins", drawing);
  let asked = 0;
  const draw = () => {
    asked = 0;
    const box = element.getBoundingClientRect();
    const scale = box.width / (element.offsetWidth || 1);
    if (box.width > 0) drawing.replaceChildren(...shapes(store.state, panels(), box, scale || 1));
  };
  const later = () => {
    if (asked === 0) asked = requestAnimationFrame(draw);
  };
  watch(["source", "hits", "results", "selected", "hovered", "problem"], later);
  onResize(element, later, signal);
  on(signal, "abort", () => cancelAnimationFrame(asked));
  // Scrolling does not bubble, but it can be captured on the way down.
  queueMicrotask(() => {
    on(panels(), "scroll", later, signal, { capture: true, passive: true });
    on(panels(), "cards-drawn", later, signal);
  });
  return element;
}

function shapes(state: State, panels: HTMLElement, box: DOMRect, scale: number): SVGElement[] {
  const { source } = state;
  if (!source || source.length === 0 || (!state.hits?.items.length && !state.results.rows.length)) return [];
  const [width, height] = [box.width / scale, box.height / scale];
  const rail = (offset: number) => RAIL.top + (offset / source.length) * (height - RAIL.top - RAIL.bottom);
  const places = (selector: string, middle: number | null) => placesOf(panels, selector, box, scale, middle);
  const wires = wiresOf(state, places(".hit[data-row]", null), places(".card", 14), rail, height);
  return [
    railRect(height),
    ...(isStretch(state) ? [funnel(state, source, rail, width, height)] : []),
    ...wires.map((wire) => path(wire, width)),
    ...ticks(state, rail),
  ];
}

/** Where rows and cards are now; what is scrolled out of its list has no place. */
function placesOf(panels: HTMLElement, selector: string, box: DOMRect, scale: number, middle: number | null): Place[] {
  return [...panels.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
    const own = element.getBoundingClientRect();
    const list = element.parentElement?.getBoundingClientRect() ?? own;
    const y = own.top + (middle === null ? own.height / 2 : middle * scale);
    if (y < list.top - 1 || y > list.bottom + 1) return [];
    return [{ row: Number(element.dataset.row), y: (y - box.top) / scale }];
  });
}

function railRect(height: number): SVGElement {
  const { left, width, top, bottom } = RAIL;
  return svg("rect", {
    x: left,
    y: top,
    width,
    height: Math.max(0, height - top - bottom),
    rx: 3,
    fill: "var(--chunk)",
  });
}

/** "This enlarges that": only where the list is one stretch of the document. */
function funnel(
  { results }: State,
  source: Source,
  rail: (offset: number) => number,
  width: number,
  height: number,
): SVGElement {
  const from = rail(placeOf(source, results.rows[0] as number)[0]);
  const to = rail(placeOf(source, results.rows.at(-1) as number)[1]);
  const x = RAIL.left + RAIL.width;
  const outline = `M${x} ${from}C${x + 12} ${from} ${x + 10} 32 ${width} 32V${height}C${x + 10} ${height} ${x + 12} ${to} ${x} ${to}Z`;
  const fade = svg(
    "linearGradient",
    { id: "join-fade", x1: 0, x2: 1 },
    svg("stop", { offset: 0, "stop-color": "var(--accent)", "stop-opacity": 0.3 }),
    svg("stop", { offset: 1, "stop-color": "var(--accent)", "stop-opacity": 0.06 }),
  );
  return svg("g", svg("defs", fade), svg("path", { d: outline, fill: "url(#join-fade)" }));
}

function path({ kind, from, to, look }: Wire, width: number): SVGElement {
  const { left } = RAIL;
  const right = left + RAIL.width;
  const d =
    kind === "hit"
      ? `M2 ${from}C24 ${from} 22 ${to} ${left} ${to}`
      : `M${right} ${from}C${right + 14} ${from} ${right + 6} ${to} ${width + 7} ${to}`;
  const stroke = { plain: "var(--wire)", match: "var(--accent)", opened: "var(--hit-edge)", near: "var(--ink2)" }[look];
  const isStrong = look === "opened" || look === "near";
  return svg("path", { d, fill: "none", stroke, "stroke-width": isStrong ? 2 : 1, opacity: isStrong ? 1 : 0.8 });
}

/** On the rail: every hit of this source, and beside it every match. */
function ticks(state: State, rail: (offset: number) => number): SVGElement[] {
  const { results, selected } = state;
  const here = hitsHere(state).filter((hit) => hit.start !== null);
  const marks = here.slice(0, MOST).map((hit) => {
    const y = rail(((hit.start ?? 0) + (hit.end ?? 0)) / 2) - 1;
    const look = { fill: "var(--hit)", stroke: "var(--hit-edge)", "stroke-width": hit.row === selected ? 1 : 0.75 };
    return svg("rect", { x: RAIL.left - 1, y, width: RAIL.width + 2, height: 2, rx: 1, ...look });
  });
  // One shape for all: it is drawn anew on every frame of a scroll.
  const x = RAIL.left + RAIL.width + 2;
  const matches = results.matches.slice(0, MOST).map(({ start }) => `M${x} ${rail(start).toFixed(1)}h4v1.5h-4Z`);
  return [...marks, svg("path", { d: matches.join(""), fill: "var(--mark-edge)" })];
}
