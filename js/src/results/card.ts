import type { Context } from "../context";
import { button } from "../controls";
import { el } from "../dom";
import { type IconName, icon } from "../icons";
import type { Card, ResultRole, Skipped } from "../protocol";
import type { State } from "../state";
import { runsOf } from "./runs";

const ICONS: Readonly<Record<ResultRole, IconName>> = {
  previous: "previous",
  hit: "check",
  next: "next",
  open: "open",
  read: "range",
  match: "find",
  shown: "check",
};

/** A chunk of the reading list; its text may still be on its way. */
export function drawCard(row: number, position: number, state: State, context: Context): HTMLElement {
  const { strings } = context;
  const { results, source, selected } = state;
  const [start, end] = [source?.starts[row] ?? 0, source?.ends[row] ?? 0];
  const rank = results.ranks[row];
  const head = rank === undefined ? strings.chunk(row + 1) : strings.hitChunk(rank, row + 1);
  const card = state.cards.get(row);
  return el(
    "article",
    {
      class: "card",
      role: "option",
      id: `card-${row}`,
      "data-testid": "card",
      "data-row": row,
      "data-position": position,
      "data-role": results.roles[position],
      "aria-selected": String(row === selected),
      "aria-posinset": position + 1,
      "aria-setsize": results.rows.length,
      "aria-label": strings.cardLabel(head, source?.chunks ?? 0, start, end),
    },
    chipOf(rank, results.roles[position] ?? "read"),
    el("div", {}, titleOf(row, position, head, card, state, context), textOf(row, position, card, state, context)),
  );
}

function chipOf(rank: number | undefined, role: ResultRole): HTMLElement {
  if (rank === undefined) return el("span", { class: "chip out", "aria-hidden": "true" }, icon(ICONS[role]));
  const text = String(rank);
  return el("span", { class: text.length > 2 ? "chip long" : "chip" }, text);
}

function titleOf(
  row: number,
  position: number,
  head: string,
  card: Card | undefined,
  { results, source }: State,
  { strings, actions }: Context,
): HTMLElement {
  const [start, end] = [source?.starts[row] ?? 0, source?.ends[row] ?? 0];
  const starred = results.starred.includes(row);
  const star = el(
    "button",
    {
      type: "button",
      class: "star",
      "data-testid": "star",
      tabindex: -1,
      "aria-pressed": String(starred),
      "aria-label": starred ? strings.unstar : strings.star,
      title: starred ? strings.unstar : strings.star,
    },
    icon("star"),
  );
  star.addEventListener("click", (event) => {
    event.stopPropagation();
    actions.star(row, !starred);
  });
  const note = noteOf(position, results, strings);
  return el(
    "div",
    { class: "title" },
    el("strong", {}, head),
    el(
      "span",
      { class: "heading", dir: "auto", title: card ? `${card.heading}\n${card.id}`.trim() : null },
      card?.heading ?? "",
    ),
    el(
      "span",
      { class: "facts" },
      note ? el("span", { class: "role" }, note) : null,
      el("span", { class: "span", title: `[${start}, ${end})` }, strings.span(start, end)),
      star,
    ),
  );
}

/** The most telling thing about how a chunk came into the list. */
function noteOf(position: number, results: State["results"], strings: Context["strings"]): string {
  const repeated = results.repeated[position] ?? 0;
  const matches = results.match_counts[position];
  const role = results.roles[position];
  if (results.operation === "grep" && matches) return strings.cardMatches(matches);
  if (repeated > 0) return strings.repeated(repeated);
  return role === undefined || role === "hit" ? "" : strings.roles[role];
}

function textOf(
  row: number,
  position: number,
  card: Card | undefined,
  { results, match }: State,
  { strings }: Context,
): HTMLElement {
  if (!card) return el("p", { class: "text loading" }, strings.loading);
  const first = results.matches.findIndex((found) => found.row === row);
  const current = match !== null && results.matches[match]?.row === row ? match - first : null;
  // While one looks for a pattern the words of an earlier query would only distract.
  const marked = results.operation === "grep" ? { ...card, terms: [] } : card;
  const runs = runsOf(marked, results.repeated[position] ?? 0, current);
  const parts = runs.map(({ text, look }) => {
    if (look === "plain") return text;
    if (look === "repeated") return el("span", { class: "repeated" }, text);
    return el("mark", { class: look }, text);
  });
  return el("p", { class: "text", dir: "auto" }, ...parts);
}

/** The rule that left text out: a chunk that crosses an edge of what was read, or no chunk at all. */
function reasonOf({ rows, start, end }: Skipped, source: State["source"], strings: Context["strings"]): string {
  const [first] = rows;
  if (first === undefined || !source) return strings.unreadGap(start, end);
  const [from, to] = [source.starts[first] ?? start, source.ends[first] ?? end];
  if (from < start) return strings.unreadAfter(first + 1, from, start);
  return to > end ? strings.unreadBefore(first + 1, to, end) : "";
}

/** Text that a step went past: how much, why, and a way to see it. */
export function drawSkip(skipped: Skipped, { source }: State, { strings, actions }: Context): HTMLElement {
  const [first] = skipped.rows;
  const why = reasonOf(skipped, source, strings);
  const show =
    first === undefined
      ? null
      : button(
          {
            text: skipped.rows.length === 1 ? strings.showChunk(first + 1) : strings.showChunks(skipped.rows.length),
            class: "low",
            testid: "show-skipped",
          },
          () => actions.showSkipped(skipped.rows),
        );
  return el(
    "div",
    { class: "skip", "data-testid": "skipped", role: "option", "aria-selected": "false" },
    el("span", { class: "chip ghost", "aria-hidden": "true" }),
    el("strong", {}, strings.unread(skipped.characters)),
    el("span", { class: "why", title: why }, why),
    show,
  );
}
