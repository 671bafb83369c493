/** What the reading list holds, in order: cards, and between them what a step left unread. */
import type { ResultList, Skipped } from "../protocol";

export type Item =
  | { readonly kind: "card"; readonly row: number; readonly position: number }
  | { readonly kind: "skip"; readonly skipped: Skipped };

export function itemsOf({ rows, skipped }: ResultList): Item[] {
  const before = new Map(skipped.map((gap) => [gap.before_row, gap]));
  const items: Item[] = [];
  rows.forEach((row, position) => {
    const gap = before.get(row);
    before.delete(row);
    if (gap) items.push({ kind: "skip", skipped: gap });
    items.push({ kind: "card", row, position });
  });
  // A step past the last chunk leaves a hole with nothing behind it.
  for (const gap of skipped) if (before.has(gap.before_row)) items.push({ kind: "skip", skipped: gap });
  return items;
}

/** Numbers, since there may be very many: rows, and below them where holes start. */
export function keyOf(item: Item | undefined): number {
  if (!item) return Number.NaN;
  return item.kind === "card" ? item.row : -1 - item.skipped.start;
}
