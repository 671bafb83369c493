// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Headings } from "../geometry/headings";
import { Span } from "../geometry/span";
import { createStore, type State } from "../state";
import { readTheme, type Theme } from "../theme";
import { createCompose } from "./compose";
import { drawScene } from "./draw";
import type { Fan, Paint, Type } from "./surface";
import { FIVE, hitsOf, RecordingSurface, resultsOf, WORDS } from "./testing";

type Colour = readonly [red: number, green: number, blue: number];
type Inside = (x: number, y: number) => boolean;

/** Something that covers what is below it, wholly or in part, or words that are to be read. */
interface Layer {
  readonly colour: string;
  readonly opacity: number;
  readonly inside: Inside;
  readonly words?: string;
  readonly at?: readonly [x: number, y: number][];
}

/** What is thinner is a line that words may cross. */
const HAIRLINE = 2;

/** Keeps what was drawn in its order, as areas. */
class Layers extends RecordingSurface {
  readonly layers: Layer[] = [];
  #clip: Inside = () => true;

  override box(x: number, y: number, width: number, height: number, { fill, opacity = 1 }: Paint): void {
    const inside: Inside = (px, py) => px >= x && px <= x + width && py >= y && py <= y + height;
    if (fill !== undefined && width > HAIRLINE) this.#add({ colour: fill, opacity, inside });
  }
  override fan(points: readonly number[], { colour, from }: Fan): void {
    const [top, bottom] = [points[1] ?? 0, points.at(-1) ?? 0];
    this.#add({ colour, opacity: from, inside: (_, y) => y >= top && y <= bottom });
  }
  override hatch(left: number, top: number, width: number, height: number, colour: string): void {
    this.box(left, top, width, height, { fill: colour });
  }
  override text(words: string, x: number, baseline: number, { colour, align, halo }: Type): void {
    const width = this.breadth(words);
    const left = x - { start: 0, middle: width / 2, end: width }[align ?? "start"];
    if (halo !== undefined) this.box(left - 2, baseline - 9, width + 4, 12, { fill: halo });
    const at = [0.05, 0.25, 0.5, 0.75, 0.95].flatMap((part) =>
      [7, 4, 1].map((up): [number, number] => [left + width * part, baseline - up]),
    );
    this.layers.push({
      colour,
      opacity: 1,
      inside: () => false,
      words,
      at: at.filter((point) => this.#clip(...point)),
    });
  }
  override clip(left: number, top: number, width: number, height: number, draw: () => void): void {
    this.#clip = (x, y) => x >= left && x <= left + width && y >= top && y <= top + height;
    draw();
    this.#clip = () => true;
  }
  #add(layer: Layer): void {
    const clip = this.#clip;
    this.layers.push({ ...layer, inside: (x, y) => clip(x, y) && layer.inside(x, y) });
  }
}

function parse(colour: string): Colour {
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(colour) ?? expect.fail(`${colour} is no colour`);
  return [red, green, blue].map((part) => Number.parseInt(part as string, 16)) as unknown as Colour;
}

function over(below: Colour, colour: Colour, opacity: number): Colour {
  return below.map((part, k) => part + ((colour[k] as number) - part) * opacity) as unknown as Colour;
}

/** Relative luminance of WCAG 2.2. */
function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** The least contrast along some words: with what lies below them, and all of it below what was drawn later. */
function leastContrast(layers: readonly Layer[], words: Layer): number {
  const place = layers.indexOf(words);
  const at = (x: number, y: number) => {
    let ground: Colour = [0, 0, 0];
    let ink: Colour = ground;
    layers.forEach(({ colour, opacity, inside }, k) => {
      if (k === place) ink = parse(words.colour);
      if (!inside(x, y)) return;
      ground = over(ground, parse(colour), opacity);
      ink = over(ink, parse(colour), opacity);
    });
    const isCovered = layers.some(({ opacity, inside }, k) => k > place && opacity === 1 && inside(x, y));
    return isCovered ? Number.POSITIVE_INFINITY : contrast(ink, ground);
  };
  return Math.min(...(words.at ?? []).map(([x, y]) => at(x, y)));
}

const TOKENS = readFileSync("src/styles/tokens.css", "utf-8");

function tokensOf(selector: string): string {
  const block = TOKENS.slice(TOKENS.indexOf(`${selector} {`));
  return block.slice(block.indexOf("{") + 1, block.indexOf("}"));
}

/** The theme as it is read from a page in light or dark, which changes what it has to. */
function themeOf(selector: string): Theme {
  const element = document.createElement("div");
  element.setAttribute("style", tokensOf(".nw") + tokensOf(selector));
  document.body.append(element);
  return readTheme(element);
}

const SKIPPED = [{ after_row: 1, before_row: 3, start: 200, end: 250, characters: 52, rows: [2] }];
const MATCHES = [10, 120, 300].map((start, k) => ({ row: [0, 1, 3][k] ?? 0, start, end: start + 6 }));
const SCORES = {
  children: ["keyword", "vector"] as const,
  columns: [Float32Array.of(0.02, 0.01, 0.02, 0.02, 0.02), Float32Array.of(0.02, 0, 0.02, 0.02, 0.02)],
  cut: 0.03,
};
const HEADINGS = [
  { offset: 0, level: 1, title: "First part" },
  { offset: 250, level: 1, title: "Second part" },
];
const STATES: Readonly<Record<string, Partial<State>>> = {
  plain: {},
  hits: { hits: hitsOf(0, 1, 2, 3, 4), scores: SCORES },
  results: { results: resultsOf({ rows: [0, 1, 3] }), hits: hitsOf(3) },
  ghosts: { results: resultsOf({ rows: [1, 3], skipped: SKIPPED }) },
  selection: { hits: hitsOf(3), results: resultsOf({ rows: [2, 3] }), selected: 3, hovered: 0 },
  matches: { results: resultsOf({ operation: "grep", rows: [0, 1, 3], matches: MATCHES }), match: 1 },
  range: { hits: hitsOf(0), results: resultsOf({ rows: [1, 3], skipped: SKIPPED }), range: [0, 600] },
};

function layersOf(patch: Partial<State>, theme: Theme): readonly Layer[] {
  const source = { ...FIVE, headings: new Headings(HEADINGS) };
  const { state } = createStore({ source, window: [0, FIVE.length], ...patch });
  const scene = createCompose()(state, { window: Span.between(...state.window), width: 1096, theme, words: WORDS });
  const surface = new Layers();
  drawScene(surface, scene ?? expect.fail("a scene needs a source"));
  return surface.layers;
}

afterEach(() => vi.unstubAllGlobals());

function faintIn(patch: Partial<State>, theme: Theme): string[] {
  const layers = layersOf(patch, theme);
  const words = layers.filter((layer) => layer.words !== undefined);
  expect(words.length).toBeGreaterThan(8);
  const faint = words.filter((layer) => leastContrast(layers, layer) < 4.5);
  return faint.map((layer) => `${layer.words} ${leastContrast(layers, layer).toFixed(2)}`);
}

describe.each([".nw", ".nw.dark"])("every word on the map, in the colours of %s", (selector) => {
  it.each(Object.entries(STATES))("stands out by 4.5 : 1 from what is below it: %s", (_, patch) => {
    expect(faintIn(patch, themeOf(selector))).toEqual([]);
  });

  it("would be missed in a fainter ink", () => {
    const theme = themeOf(selector);
    const faint = faintIn({}, { ...theme, chunkInk: theme.hatch }).map((told) => told.split(" ")[0]);
    expect(faint.sort()).toEqual(["1", "2", "3", "4", "5"]);
  });
});

it.each(Object.entries(STATES))(
  "where the system chooses, words take the ink that belongs to their ground: %s",
  (_, patch) => {
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("forced-colors") }));
    const layers = layersOf(patch, themeOf(".nw"));
    const pairs = layers.flatMap(({ words, colour, at = [] }, place) =>
      words === undefined
        ? []
        : at.map(([x, y]) => {
            const below = layers.findLast(({ inside, opacity }, k) => k < place && opacity === 1 && inside(x, y));
            return `${colour} on ${below?.colour}`;
          }),
    );
    expect(
      [...new Set(pairs)].filter((pair) => pair !== "CanvasText on Canvas" && pair !== "MarkText on Mark"),
    ).toEqual([]);
  },
);
