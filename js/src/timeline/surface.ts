import { firstNot } from "../geometry/columns";

/** What the rows of the map are drawn on: a canvas, a picture in SVG, or a record for a test. */
export interface Surface {
  box(left: number, top: number, width: number, height: number, paint: Paint): void;
  /** A line through points given as x, y, x, y, ... */
  line(points: readonly number[], paint: Stroke): void;
  /** A shape that fades from its top to its bottom, given by its corners. */
  fan(points: readonly number[], paint: Fan): void;
  hatch(left: number, top: number, width: number, height: number, colour: string): void;
  text(words: string, x: number, baseline: number, type: Type): void;
  /** How wide words are. */
  breadth(words: string, type: Type): number;
  /** Keep what `draw` draws inside a box. */
  clip(left: number, top: number, width: number, height: number, draw: () => void): void;
}

export interface Stroke {
  readonly stroke: string;
  readonly weight?: number;
  readonly dash?: readonly number[];
}

export interface Paint extends Partial<Stroke> {
  readonly fill?: string;
  readonly radius?: number;
  readonly opacity?: number;
}

export interface Fan {
  readonly colour: string;
  readonly from: number;
  readonly to: number;
}

export interface Type {
  readonly colour: string;
  readonly align?: "start" | "middle" | "end";
  readonly weight?: 400 | 700;
  readonly size?: number;
  /** The colour of the ground, kept free around letters that stand over something. */
  readonly halo?: string;
}

/** How wide a halo is, half of it outside the letters. */
export const HALO = 4;

export const LABEL_SIZE = 10.5;

/** Words cut at the end to fit, with an ellipsis; empty where not even five letters would stand. */
export function shorten(surface: Surface, words: string, room: number, type: Type): string {
  if (surface.breadth(words, type) <= room) return words;
  const isShort = (length: number) => surface.breadth(ellipsis(words, length), type) <= room;
  const length = firstNot(isShort, 1, words.length) - 1;
  return length < 5 ? "" : ellipsis(words, length);
}

function ellipsis(words: string, length: number): string {
  // A cut between the halves of a surrogate pair would show as a box.
  const whole = /[\uD800-\uDBFF]$/.test(words.slice(0, length)) ? length - 1 : length;
  return `${words.slice(0, whole).trimEnd()}…`;
}

/** Distance of the lines of a hatching along the horizontal. */
const HATCH_STEP = 8.5;

/** Slanting lines over a box, cut off at its edges. */
export function hatch(
  surface: Surface,
  left: number,
  top: number,
  width: number,
  height: number,
  colour: string,
): void {
  surface.clip(left, top, width, height, () => {
    for (let x = left - (left % HATCH_STEP); x < left + width + height; x += HATCH_STEP) {
      surface.line([x, top, x - height, top + height], { stroke: colour, weight: 1.25 });
    }
  });
}
