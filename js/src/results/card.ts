import type { Context } from "../context";
import { rankChip } from "../controls";
import { el } from "../dom";
import { type IconName, icon } from "../icons";
import type { ResultRole } from "../protocol";
import { countOf, numberOf, placeOf, type State } from "../state";
import { drawText } from "./text";
import { drawTitle } from "./title";

const ICONS: Readonly<Record<ResultRole, IconName>> = {
  previous: "previous",
  hit: "check",
  next: "next",
  open: "open",
  read: "range",
  match: "find",
  shown: "check",
};

/** A chunk of the reading list; its text may still be on its way. `lines` folds the text, null shows all of it. */
export function drawCard(
  row: number,
  position: number,
  lines: number | null,
  state: State,
  context: Context,
): HTMLElement {
  const { strings } = context;
  const { results, source, selected } = state;
  const [start, end] = placeOf(source, row);
  const rank = results.ranks[row];
  const number = numberOf(source, row);
  const head = rank === undefined ? strings.chunk(number) : strings.hitChunk(rank, number);
  const card = state.cards.get(row);
  const label = strings.cardLabel(head, countOf(source, row), start, end);
  return el(
    "div.card",
    {
      role: "option",
      id: `card-${row}`,
      "data-testid": "card",
      "data-row": row,
      "data-position": position,
      "data-role": results.roles[position],
      "aria-selected": row === selected,
      "aria-posinset": position + 1,
      "aria-setsize": results.rows.length,
      "aria-label": results.starred.includes(row) ? strings.starred(label) : label,
      "aria-describedby": `text-${row}`,
    },
    chipOf(rank, results.roles[position] ?? "read"),
    el(
      "div",
      drawTitle(row, position, head, card, state, context),
      el("div", { id: `text-${row}` }, drawText(card, position, lines, state, context)),
    ),
  );
}

function chipOf(rank: number | undefined, role: ResultRole): HTMLElement {
  return rank === undefined ? el("span.chip.out", { "aria-hidden": true }, icon(ICONS[role])) : rankChip(rank);
}
