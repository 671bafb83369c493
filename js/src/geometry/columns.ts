/** Any of the numeric columns that a source is made of. */
export type Column = Uint32Array | Float64Array;

/** First index in `[from, to)` that is not before what is sought, where all that are come first; `to` where all are. */
export function firstNot(isBefore: (index: number) => boolean, from: number, to: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First index in `[from, to)` whose value is at least `least`; `to` where there is none. */
export function firstAtLeast(sorted: Column, least: number, from = 0, to = sorted.length): number {
  return firstNot((index) => (sorted[index] as number) < least, from, to);
}

/** First index in `[from, to)` whose value is over `limit`; `to` where there is none. */
export function firstOver(sorted: Column, limit: number, from = 0, to = sorted.length): number {
  return firstNot((index) => (sorted[index] as number) <= limit, from, to);
}

/** The values at some places of a column. */
export function pick(column: Column, places: Uint32Array): Column {
  const picked = column instanceof Uint32Array ? new Uint32Array(places.length) : new Float64Array(places.length);
  for (let index = 0; index < places.length; index++) {
    picked[index] = column[places[index] as number] as number;
  }
  return picked;
}
