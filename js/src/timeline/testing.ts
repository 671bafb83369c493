/** What tests of the map share: a surface that writes down what was drawn, and scenes out of plain chunks. */
import { Headings } from "../geometry/headings";
import { Span } from "../geometry/span";
import type { HitItem, ResultList } from "../protocol";
import { createStore, NO_RESULTS, type Source, type State } from "../state";
import { stringsFor } from "../strings";
import type { Theme, Token } from "../theme";
import { createCompose } from "./compose";
import { drawScene } from "./draw";
import type { Scene } from "./scene";
import type { Fan, Paint, Stroke, Surface, Type } from "./surface";

/** Every colour is its own name, so that an expectation reads like the look. */
const TOKENS: readonly Token[] = [
  "bg",
  "band",
  "ink",
  "ink2",
  "ink3",
  "line",
  "line2",
  "mute",
  "accent",
  "hit",
  "hitInk",
  "hitEdge",
  "mark",
  "markEdge",
  "kw",
  "vec",
  "chunk",
  "chunkInk",
  "hatch",
];
export const THEME = {
  ...(Object.fromEntries(TOKENS.map((token) => [token, token])) as Record<Token, string>),
  edge: null,
  family: "sans",
} satisfies Theme;

export const WORDS = stringsFor("en");

export interface DrawnBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly paint: Paint;
}

export class RecordingSurface implements Surface {
  readonly boxes: DrawnBox[] = [];
  readonly words: { readonly words: string; readonly x: number; readonly baseline: number; readonly type: Type }[] = [];
  readonly lines: { readonly points: readonly number[]; readonly paint: Stroke }[] = [];
  readonly hatched: { readonly x: number; readonly width: number }[] = [];
  readonly fans: { readonly points: readonly number[]; readonly fan: Fan }[] = [];

  box(x: number, y: number, width: number, height: number, paint: Paint): void {
    this.boxes.push({ x, y, width, height, paint });
  }
  line(points: readonly number[], paint: Stroke): void {
    this.lines.push({ points, paint });
  }
  fan(points: readonly number[], fan: Fan): void {
    this.fans.push({ points, fan });
  }
  hatch(x: number, _top: number, width: number, _height: number, _colour: string): void {
    this.hatched.push({ x, width });
  }
  text(words: string, x: number, baseline: number, type: Type): void {
    this.words.push({ words, x, baseline, type });
  }
  breadth(words: string): number {
    return words.length * 6;
  }
  clip(_left: number, _top: number, _width: number, _height: number, draw: () => void): void {
    draw();
  }
}

export function sourceOf(pairs: readonly (readonly [number, number])[], length: number): Source {
  return {
    id: "report.md",
    length,
    chunks: pairs.length,
    counts: { content: pairs.length },
    chunkType: "content",
    complete: true,
    headings: new Headings([]),
    starts: Uint32Array.from(pairs, ([start]) => start),
    ends: Uint32Array.from(pairs, ([, end]) => end),
    types: new Uint8Array(pairs.length),
  };
}

export function hitOf(rank: number, row: number | null): HitItem {
  const parts = { start: null, end: null, score: 1, title: "", snippet: "", terms: [], fate: "", parts: [] } as const;
  return { rank, row, chunk_id: `${row}`, source_id: row === null ? "other.md" : "report.md", ...parts };
}

export function hitsOf(...rows: (number | null)[]): State["hits"] {
  const items = rows.map((row, k) => hitOf(k + 1, row));
  const rest = { query: "", retriever: "hybrid", label: "", top_k: 10, candidates: null, sources: null } as const;
  return { ...rest, items, opened_rank: null };
}

export function resultsOf(patch: Partial<ResultList>): ResultList {
  return { ...NO_RESULTS, operation: "navigate", ...patch };
}

/** Five chunks of 100, of which the third overlaps the second; a gap of 100 before the last. 1000 pixels wide. */
export const FIVE = sourceOf(
  [
    [0, 100],
    [100, 200],
    [150, 250],
    [250, 350],
    [450, 550],
  ],
  600,
);

export function sceneOf(patch: Partial<State>, width = 1096): Scene {
  const { state } = createStore({ source: FIVE, window: [0, patch.source?.length ?? FIVE.length], ...patch });
  const scene = createCompose()(state, { window: Span.between(...state.window), width, theme: THEME, words: WORDS });
  if (scene === null) throw new Error("a scene needs a source");
  return scene;
}

export function drawingOf(patch: Partial<State>, width?: number): RecordingSurface {
  const surface = new RecordingSurface();
  drawScene(surface, sceneOf(patch, width));
  return surface;
}
