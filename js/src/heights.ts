/**
 * The heights of a long list, of which few are known: an estimate stands in for the rest.
 *
 * A Fenwick tree (P. Fenwick, 1994) over the heights finds the top of an item, and the item at a place, in steps that
 * grow with the logarithm of the count.
 */
export class HeightMap {
  readonly #heights: Float64Array;
  readonly #tree: Float64Array;

  constructor(
    readonly count: number,
    readonly estimate: number,
  ) {
    this.#heights = new Float64Array(count).fill(estimate);
    // With equal heights the sum below a node is its lowest set bit times the height.
    this.#tree = new Float64Array(count + 1).map((_, node) => (node & -node) * estimate);
  }

  get total(): number {
    return this.top(this.count);
  }

  heightOf(item: number): number {
    return this.#heights[item] ?? 0;
  }

  /** Record a measured height; returns by how much it differs from what was assumed. */
  set(item: number, height: number): number {
    const difference = height - this.heightOf(item);
    this.#heights[item] = height;
    for (let node = item + 1; node <= this.count; node += node & -node) {
      this.#tree[node] = (this.#tree[node] as number) + difference;
    }
    return difference;
  }

  /** The sum of the heights of all items before this one. */
  top(item: number): number {
    let sum = 0;
    for (let node = Math.min(item, this.count); node > 0; node -= node & -node) sum += this.#tree[node] as number;
    return sum;
  }

  /** The item that covers a distance from the top; the last one beyond the end. */
  at(distance: number): number {
    let node = 0;
    let rest = distance;
    for (let step = 2 ** Math.floor(Math.log2(Math.max(1, this.count))); step > 0; step >>= 1) {
      const next = node + step;
      if (next <= this.count && (this.#tree[next] as number) <= rest) {
        node = next;
        rest -= this.#tree[next] as number;
      }
    }
    return Math.max(0, Math.min(node, this.count - 1));
  }
}
