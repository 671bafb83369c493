import { type CodePoint, codePoint, type Pixel, pixel } from "../brand";
import type { Span } from "./span";

/** A span of a source laid along a stretch of the page. Never changes. */
export class Scale {
  readonly pixelsPerCodePoint: number;

  constructor(
    readonly span: Span,
    readonly left: Pixel,
    readonly width: Pixel,
  ) {
    this.pixelsPerCodePoint = width / Math.max(span.length, Number.EPSILON);
  }

  get right(): Pixel {
    return pixel(this.left + this.width);
  }

  x(offset: number): Pixel {
    return pixel(this.left + (offset - this.span.start) * this.pixelsPerCodePoint);
  }

  offset(x: number): CodePoint {
    return codePoint(this.span.start + (x - this.left) / this.pixelsPerCodePoint);
  }

  /** How wide so many code points are. */
  breadth(length: number): Pixel {
    return pixel(length * this.pixelsPerCodePoint);
  }

  /** How many code points so many pixels are. */
  length(breadth: number): number {
    return breadth / this.pixelsPerCodePoint;
  }

  /** Move what is shown by a distance on the page, as a hand moves a sheet. */
  translate(distance: number): Scale {
    return this.show(this.span.translate(-this.length(distance)));
  }

  show(span: Span): Scale {
    return new Scale(span, this.left, this.width);
  }
}
