/** The buffers behind a message, as typed arrays. */
import { Headings } from "./geometry/headings";
import type { Column, HeadingList } from "./protocol";

const TYPES = { uint8: Uint8Array, uint32: Uint32Array, float32: Float32Array, float64: Float64Array };

export type Values = Uint8Array | Uint32Array | Float32Array | Float64Array;

/** Copies: a buffer may start at a byte that is no multiple of the values' size, which a view refuses. */
export function decodeColumn(column: Column, buffer: DataView | undefined): Values {
  const array = TYPES[column.dtype];
  const bytes = column.length * array.BYTES_PER_ELEMENT;
  if (buffer?.byteLength !== bytes) {
    throw new Error(`column ${column.name}: ${bytes} bytes announced, ${buffer?.byteLength ?? "none"} arrived`);
  }
  return new array(buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + bytes) as ArrayBuffer);
}

export function headingsOf({ offsets, levels, titles }: HeadingList): Headings {
  return new Headings(offsets.map((offset, k) => ({ offset, level: levels[k] as number, title: titles[k] as string })));
}
