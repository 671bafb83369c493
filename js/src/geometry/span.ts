import { type CodePoint, codePoint } from "../brand";

/** A stretch of a source, half-open: `start` is in it, `end` is not. Never changes. */
export class Span {
  private constructor(
    readonly start: CodePoint,
    readonly end: CodePoint,
  ) {}

  /** The span between two offsets, in whichever order they come. */
  static between(one: number, other: number): Span {
    return new Span(codePoint(Math.min(one, other)), codePoint(Math.max(one, other)));
  }

  get ends(): readonly [start: CodePoint, end: CodePoint] {
    return [this.start, this.end];
  }

  get length(): number {
    return this.end - this.start;
  }

  get middle(): CodePoint {
    return codePoint((this.start + this.end) / 2);
  }

  contains(offset: CodePoint): boolean {
    return this.start <= offset && offset < this.end;
  }

  covers(other: Span): boolean {
    return this.start <= other.start && other.end <= this.end;
  }

  equals(other: Span): boolean {
    return this.start === other.start && this.end === other.end;
  }

  intersects(other: Span): boolean {
    return this.start < other.end && other.start < this.end;
  }

  /** The smallest span that holds both. */
  hull(other: Span): Span {
    return Span.between(Math.min(this.start, other.start), Math.max(this.end, other.end));
  }

  translate(distance: number): Span {
    return Span.between(this.start + distance, this.end + distance);
  }

  /** Longer or shorter by a factor, so that `fixed` stays where it was in proportion. */
  zoom(factor: number, fixed: CodePoint): Span {
    return Span.between(fixed - (fixed - this.start) * factor, fixed + (this.end - fixed) * factor);
  }

  /** Moved into the bounds; shortened only where it is longer than they are. */
  within(bounds: Span): Span {
    if (this.length >= bounds.length) return bounds;
    if (this.start < bounds.start) return this.translate(bounds.start - this.start);
    if (this.end > bounds.end) return this.translate(bounds.end - this.end);
    return this;
  }

  /** Part of the way to another span: 0 is here, 1 is there. */
  towards(other: Span, part: number): Span {
    return Span.between(this.start + (other.start - this.start) * part, this.end + (other.end - this.end) * part);
  }

  toString(): string {
    return `[${this.start},${this.end})`;
  }
}
