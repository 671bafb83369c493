import type { ResultList } from "../protocol";

/** The row to bring into view after a list changed, and whether the list is another one. */
export interface Added {
  readonly row: number;
  readonly isNew: boolean;
}

/** The first row that a step added, or the one that a new list was opened around; null where nothing was added. */
export function addedRow(before: ResultList | null, after: ResultList): Added | null {
  const [first] = after.rows;
  if (before === after || first === undefined) return null;
  const old = new Set(before?.rows);
  const added = after.rows.filter((row) => !old.has(row));
  const isKept = added.length < after.rows.length && after.anchor_row === before?.anchor_row;
  if (isKept && after.operation !== "grep") return added[0] === undefined ? null : { row: added[0], isNew: false };
  return { row: after.anchor_row ?? first, isNew: true };
}
