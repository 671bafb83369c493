import { type Fan, HALO, hatch, LABEL_SIZE, type Paint, type Stroke, type Surface, type Type } from "./surface";

/** Draws on a canvas whose transform is already set. */
export class CanvasSurface implements Surface {
  #font = "";

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly family: string,
  ) {}

  box(left: number, top: number, width: number, height: number, paint: Paint): void {
    const { context } = this;
    if (paint.opacity !== undefined) context.globalAlpha = paint.opacity;
    if (paint.radius !== undefined || paint.stroke !== undefined) {
      context.beginPath();
      context.roundRect(left, top, width, height, Math.min(paint.radius ?? 0, width / 2, height / 2));
    }
    if (paint.fill !== undefined) {
      context.fillStyle = paint.fill;
      if (paint.radius === undefined) context.fillRect(left, top, width, height);
      else context.fill();
    }
    if (paint.stroke !== undefined) this.#stroke(paint);
    context.globalAlpha = 1;
  }

  line(points: readonly number[], paint: Stroke): void {
    this.#trace(points);
    this.#stroke(paint);
  }

  fan(points: readonly number[], { colour, from, to }: Fan): void {
    const { context } = this;
    const heights = points.filter((_, k) => k % 2 === 1);
    const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
    // The mask fades, not the colour, so that a colour in any notation will do.
    context.save();
    this.#trace(points);
    context.clip();
    context.fillStyle = colour;
    for (let y = Math.floor(top); y < bottom; y++) {
      context.globalAlpha = from + ((to - from) * (y - top)) / (bottom - top);
      context.fillRect(0, y, context.canvas.width, 1);
    }
    context.restore();
  }

  hatch(left: number, top: number, width: number, height: number, colour: string): void {
    hatch(this, left, top, width, height, colour);
  }

  text(words: string, x: number, baseline: number, type: Type): void {
    const { context } = this;
    this.#setFont(type);
    context.fillStyle = type.colour;
    context.textAlign = type.align === "middle" ? "center" : (type.align ?? "start");
    if (type.halo !== undefined) {
      context.lineJoin = "round";
      this.#setPen({ stroke: type.halo, weight: HALO });
      context.strokeText(words, x, baseline);
    }
    context.fillText(words, x, baseline);
  }

  breadth(words: string, type: Type): number {
    this.#setFont(type);
    return this.context.measureText(words).width;
  }

  clip(left: number, top: number, width: number, height: number, draw: () => void): void {
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(left, top, width, height);
    context.clip();
    draw();
    context.restore();
    this.#font = "";
  }

  #trace(points: readonly number[]): void {
    const { context } = this;
    context.beginPath();
    for (let k = 0; k + 1 < points.length; k += 2) {
      context.lineTo(points[k] as number, points[k + 1] as number);
    }
  }

  #stroke(stroke: Partial<Stroke>): void {
    this.#setPen(stroke);
    this.context.stroke();
  }

  #setPen({ stroke = "", weight = 1, dash = [] }: Partial<Stroke>): void {
    const { context } = this;
    context.strokeStyle = stroke;
    context.lineWidth = weight;
    context.setLineDash(dash as number[]);
  }

  // Parsing a font is dear, and most words have the font of the word before.
  #setFont({ weight = 400, size = LABEL_SIZE }: Type): void {
    const font = `${weight} ${size}px ${this.family}`;
    if (font !== this.#font) this.context.font = font;
    this.#font = font;
  }
}
