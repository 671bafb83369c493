import { svg } from "../dom";
import { type Fan, HALO, hatch, LABEL_SIZE, type Paint, type Stroke, type Surface, type Type } from "./surface";

/** Draws the map as a picture in SVG; words are measured by another surface, since a picture cannot. */
export class SvgSurface implements Surface {
  readonly element: SVGSVGElement;
  #into: SVGElement;

  constructor(
    width: number,
    height: number,
    family: string,
    private readonly ruler: Pick<Surface, "breadth">,
  ) {
    this.element = svg("svg", {
      xmlns: "http://www.w3.org/2000/svg",
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      "font-family": family,
    });
    this.#into = this.element;
  }

  box(x: number, y: number, width: number, height: number, paint: Paint): void {
    const { radius: rx, opacity, fill = "none" } = paint;
    const look = { rx, opacity, fill, ...strokeOf(paint) };
    this.#into.append(svg("rect", { x, y, width: Math.max(0, width), height, ...look }));
  }

  line(points: readonly number[], paint: Stroke): void {
    this.#into.append(svg("polyline", { points: points.join(" "), fill: "none", ...strokeOf(paint) }));
  }

  fan(points: readonly number[], { colour, from, to }: Fan): void {
    const id = nextId();
    const stop = (offset: number, opacity: number) =>
      svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity });
    const fade = svg("linearGradient", { id, x1: 0, y1: 0, x2: 0, y2: 1 }, stop(0, from), stop(1, to));
    this.#into.append(fade, svg("polygon", { points: points.join(" "), fill: `url(#${id})` }));
  }

  hatch(left: number, top: number, width: number, height: number, colour: string): void {
    hatch(this, left, top, width, height, colour);
  }

  text(words: string, x: number, y: number, type: Type): void {
    const { colour: fill, align = "start", weight = 400, size = LABEL_SIZE } = type;
    const halo = type.halo === undefined ? {} : strokeOf({ stroke: type.halo, weight: HALO });
    const font = { "text-anchor": align, "font-weight": weight, "font-size": size };
    const element = svg("text", { x, y, fill, ...font, ...halo, "paint-order": "stroke", "stroke-linejoin": "round" });
    element.append(words);
    this.#into.append(element);
  }

  breadth(words: string, type: Type): number {
    return this.ruler.breadth(words, type);
  }

  clip(x: number, y: number, width: number, height: number, draw: () => void): void {
    const id = nextId();
    const outside = this.#into;
    this.#into = svg("g", { "clip-path": `url(#${id})` });
    outside.append(svg("clipPath", { id }, svg("rect", { x, y, width, height })), this.#into);
    draw();
    this.#into = outside;
  }
}

let parts = 0;

/** Ids count for the whole page, where several pictures may stand. */
function nextId(): string {
  parts += 1;
  return `navwidget-map-${parts}`;
}

function strokeOf({ stroke, weight, dash }: Partial<Stroke>) {
  return { stroke, "stroke-width": weight, "stroke-dasharray": dash?.join(" ") };
}
