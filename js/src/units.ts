/**
 * Code points to UTF-16 units: the one place where the page converts.
 *
 * Python counts code points, JavaScript UTF-16 units; a character beyond U+FFFF is one there and two here.
 */

/** Where ascending code point positions of a text lie in UTF-16 units; beyond the end is the end. */
export function utf16Positions(text: string, codePoints: readonly number[]): number[] {
  const found: number[] = [];
  let unit = 0;
  let point = 0;
  for (const wanted of codePoints) {
    while (point < wanted && unit < text.length) {
      unit += (text.codePointAt(unit) as number) > 0xffff ? 2 : 1;
      point += 1;
    }
    found.push(unit);
  }
  return found;
}

/** Spans of UTF-16 units, ascending, as spans of code points. */
export function codePointSpans(text: string, spans: readonly (readonly [number, number])[]): [number, number][] {
  let unit = 0;
  let point = 0;
  const reached = (wanted: number): number => {
    for (; unit < wanted; point += 1) unit += (text.codePointAt(unit) as number) > 0xffff ? 2 : 1;
    return point;
  };
  return spans.map(([start, end]) => [reached(start), reached(end)]);
}

export function codePointLength(text: string): number {
  let length = text.length;
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) length -= 1;
  return length;
}

const STRIDE = 1024;

/** A text that is cut at code points; where every 1,024th lies is kept, so that no cut counts from the start. */
export class CodePointText {
  readonly #text: string;
  readonly #marks: number[] = [];

  constructor(text: string) {
    this.#text = text;
    const isPlain = !/[\ud800-\udbff][\udc00-\udfff]/.test(text);
    for (let unit = 0, point = 0; !isPlain && unit < text.length; point += 1) {
      if (point % STRIDE === 0) this.#marks.push(unit);
      unit += (text.codePointAt(unit) as number) > 0xffff ? 2 : 1;
    }
  }

  slice(start: number, end: number): string {
    return this.#text.slice(this.#unit(start), this.#unit(end));
  }

  #unit(point: number): number {
    const mark = this.#marks[Math.min(Math.floor(point / STRIDE), this.#marks.length - 1)];
    if (mark === undefined) return point;
    const behind = point - STRIDE * Math.min(Math.floor(point / STRIDE), this.#marks.length - 1);
    return mark + (utf16Positions(this.#text.slice(mark, mark + 2 * behind), [behind])[0] as number);
  }
}
