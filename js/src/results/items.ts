/** What the reading list holds, in order: cards, and between them what a step left unread. */
import type { ResultList, Skipped } from "../protocol";

export type Item =
  | { readonly kind: "card"; readonly row: number; readonly position: number }
  | { readonly kind: "skip"; readonly skipped: Skipped };

export function itemsOf({ rows, skipped }: ResultList): Item[] {
  const before = new Map(skipped.map((gap) => [gap.before_row, gap]));
  const known = new Set(rows);
  const cards = rows.flatMap((row, position): Item[] => {
    const gap = before.get(row);
    const card: Item = { kind: "card", row, position };
    return gap ? [{ kind: "skip", skipped: gap }, card] : [card];
  });
  // A step past the last chunk leaves a hole with nothing behind it.
  const behind = skipped
    .filter((gap) => !known.has(gap.before_row))
    .map((gap): Item => ({ kind: "skip", skipped: gap }));
  return [...cards, ...behind];
}

export function keyOf(item: Item | undefined): string {
  if (!item) return "";
  return item.kind === "card" ? `card ${item.row}` : `skip ${item.skipped.start}`;
}
