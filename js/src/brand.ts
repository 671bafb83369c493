/**
 * Numbers that cannot be mistaken for each other.
 *
 * An offset handed over where a pixel is wanted is the commonest fault of a map; the compiler finds
 * it when each kind of number carries its name. A brand costs nothing when the page runs: calls of
 * declared functions that return what they are given are taken out of the bundle.
 */

declare const name: unique symbol;

export type Brand<Name extends string> = number & { readonly [name]: Name };

/** An offset in a source, in Python's code points; fractions occur while a window glides. */
export type CodePoint = Brand<"code point">;

/** A distance or place on the page, in CSS pixels. */
export type Pixel = Brand<"pixel">;

/** The position of a chunk in the outline of its source, from 0. */
export type Row = Brand<"row">;

export function codePoint(value: number): CodePoint {
  return value as CodePoint;
}
export function pixel(value: number): Pixel {
  return value as Pixel;
}
export function row(value: number): Row {
  return value as Row;
}
