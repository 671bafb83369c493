import { memo } from "../memo";
import type { ResultList } from "../protocol";

/** The row to bring into view after a list changed, and whether the list is another one. */
export interface Added {
  readonly row: number;
  readonly isNew: boolean;
}

/** The rows that a step added to a list that stayed; null where the list is another one. */
export const addedTo = memo((before: ResultList | null, after: ResultList): readonly number[] | null => {
  const old = new Set(before?.rows);
  const added = after.rows.filter((row) => !old.has(row));
  return added.length < after.rows.length && after.anchor_row === before?.anchor_row ? added : null;
});

/** Whether a list is still of the matches that one stood in: of one grep, however many steps were added to it. */
export function isSameGrep(before: ResultList, { operation, pattern, mode }: ResultList): boolean {
  return before.operation === "grep" && operation === "grep" && before.pattern === pattern && before.mode === mode;
}

/** The first row that a step added, or the one that a new list was opened around; null where nothing was added. */
export function addedRow(before: ResultList | null, after: ResultList): Added | null {
  const [first] = after.rows;
  if (before === after || first === undefined) return null;
  const added = addedTo(before, after);
  if (before && added && (after.operation !== "grep" || isSameGrep(before, after))) {
    const [row] = added;
    return row === undefined ? null : { row, isNew: false };
  }
  return { row: after.anchor_row ?? first, isNew: true };
}
