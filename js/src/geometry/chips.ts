/** Something that wants to stand at `x` in a row of its kind, the best `rank` first. */
export interface Wish {
  readonly rank: number;
  readonly x: number;
}

export interface Placed<T extends Wish> {
  readonly item: T;
  /** Where it stands, so that none is nearer to another than its size. */
  readonly at: number;
}

/**
 * Let crowded chips slide apart, moving each as little as can be.
 *
 * Pool adjacent violators: chips that would touch form a group, a group stands where the squares of
 * its distances are least, and groups that would touch become one. Where there is no room for all,
 * the best ranks get it; half of
 * the row stays free, so that chips are near their places.
 */
export function placeChips<T extends Wish>(
  wishes: readonly T[],
  size: number,
  left: number,
  right: number,
): Placed<T>[] {
  const room = Math.max(0, Math.floor((right - left) / size / 2 + 1));
  const kept = [...wishes].sort((a, b) => a.rank - b.rank).slice(0, room);
  kept.sort((a, b) => a.x - b.x || a.rank - b.rank);
  const groups: Group<T>[] = [];
  for (const item of kept) {
    let group = new Group([item], item.x);
    for (let last = groups.at(-1); last?.touches(group, size); last = groups.at(-1)) {
      groups.pop();
      group = last.join(group, size);
    }
    groups.push(group);
  }
  return clamp(
    groups.flatMap((group) => group.place(size)),
    size,
    left,
    right,
  );
}

class Group<T extends Wish> {
  constructor(
    readonly items: readonly T[],
    /** Where its first chip would best stand. */
    readonly start: number,
  ) {}

  touches(next: Group<T>, size: number): boolean {
    return this.start + this.items.length * size > next.start;
  }

  join(next: Group<T>, size: number): Group<T> {
    const [mine, theirs] = [this.items.length, next.items.length];
    const start = (mine * this.start + theirs * (next.start - mine * size)) / (mine + theirs);
    return new Group([...this.items, ...next.items], start);
  }

  place(size: number): Placed<T>[] {
    return this.items.map((item, k) => ({ item, at: this.start + k * size }));
  }
}

function clamp<T extends Wish>(placed: Placed<T>[], size: number, left: number, right: number): Placed<T>[] {
  const count = placed.length;
  return placed.map(({ item, at }, k) => ({
    item,
    at: Math.min(Math.max(at, left + k * size), right - (count - 1 - k) * size),
  }));
}
