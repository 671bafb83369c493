/** Which lines are drawn, from where to where; pure. */
import { placeOf, type State } from "../state";

export interface Place {
  readonly row: number;
  readonly y: number;
}

export interface Wire {
  /** From a hit to the rail, or from the rail to a card. */
  readonly kind: "hit" | "card";
  readonly from: number;
  readonly to: number;
  readonly look: "plain" | "match" | "opened" | "near";
}

/** Whether the reading list is one stretch of the document, which a funnel may enlarge. */
export function isStretch({ results }: State): boolean {
  return results.rows.length > 0 && results.operation !== "grep";
}

export function wiresOf(
  state: State,
  hits: readonly Place[],
  cards: readonly Place[],
  rail: (offset: number) => number,
  height: number,
): Wire[] {
  const { source, results, selected, hovered } = state;
  const middle = (row: number) => {
    const [start, end] = placeOf(source, row);
    return rail((start + end) / 2);
  };
  const joined = cards.filter(({ row, y }) => y < height - 4 && (results.operation === "grep" || row in results.ranks));
  // Steps take the ring on; then the chunk that the list was opened around is still the opened one.
  const opened = [...hits, ...joined].some(({ row }) => row === selected) ? selected : results.anchor_row;
  const lookOf = (row: number, plain: Wire["look"]): Wire["look"] =>
    row === opened ? "opened" : row === hovered ? "near" : plain;
  const toRail = hits.map(
    ({ row, y }): Wire => ({ kind: "hit", from: y, to: middle(row), look: lookOf(row, "plain") }),
  );
  const toCards = joined.map(({ row, y }): Wire => {
    const look = row in results.ranks ? "plain" : "match";
    return { kind: "card", from: middle(row), to: y, look: lookOf(row, look) };
  });
  // What matters most is drawn last, over the rest.
  const order = { plain: 0, match: 0, near: 1, opened: 2 };
  return [...toRail, ...toCards].sort((a, b) => order[a.look] - order[b.look]);
}
