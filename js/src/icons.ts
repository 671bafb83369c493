import { svg } from "./dom";

/** Strokes on a square of 16. */
const PATHS = {
  file: "M4 2.5h5l3 3v8H4zM9 2.5v3h3",
  down: "M4.5 6.5 8 10l3.5-3.5",
  up: "M4.5 9.5 8 6l3.5 3.5",
  find: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.4 10.4l3.1 3.1",
  close: "M5 5l6 6M11 5l-6 6",
  check: "M3.5 8.5 6.5 11.5 12.5 5",
  previous: "M12.5 8h-9M7 4.5 3.5 8 7 11.5",
  next: "M3.5 8h9M9 4.5 12.5 8 9 11.5",
  undo: "M6 3.5 3 6.5l3 3M3 6.5h6.5a3.5 3.5 0 0 1 0 7H8",
  redo: "M10 3.5l3 3-3 3M13 6.5H6.5a3.5 3.5 0 0 0 0 7H8",
  hash: "M6.5 2.5 5 13.5M11 2.5 9.5 13.5M3 6h10.5M2.5 10H13",
  history: "M3 8a5 5 0 1 0 1.6-3.7L3 5.8M3 2.8v3h3M8 5.2V8l2 1.4",
  help: "M6 6.2a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.4M8 12v.1",
  copy: "M6 6h7v7H6zM10 6V3H3v7h3",
  star: "M8 2.6l1.65 3.35 3.7.54-2.68 2.6.64 3.68L8 11.03l-3.31 1.74.64-3.68-2.68-2.6 3.7-.54z",
  open: "M5.5 3.5 2.5 8l3 4.5M10.5 3.5l3 4.5-3 4.5",
  save: "M8 2.5v7M5 6.8l3 3 3-3M3 13h10",
  range: "M3 4v8M13 4v8M5 8h6",
  warn: "M8 2.8 14 13H2zM8 6.8v3M8 11.6v.1",
};

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGSVGElement {
  const drawing = svg("svg", { viewBox: "0 0 16 16", class: "icon", "aria-hidden": true });
  drawing.append(svg("path", { d: PATHS[name] }));
  return drawing;
}
