import type { Context } from "../context";
import { mouseButton } from "../controls";
import { tellCopied } from "../copying";
import { el } from "../dom";
import type { Card } from "../protocol";
import { placeOf, type State } from "../state";
import { citedText } from "./cite";

/** What a card is, how it came into the list, where it stands, and what can be done with it. */
export function drawTitle(
  row: number,
  position: number,
  head: string,
  card: Card | undefined,
  state: State,
  context: Context,
): HTMLElement {
  const { strings } = context;
  const { results, source } = state;
  const [start, end] = placeOf(source, row);
  const note = noteOf(position, results, strings);
  const heading = strings.pages(source?.headings.over(start, end)?.title);
  return el(
    "div.title",
    // Where there is little room, the chip alone tells the rank.
    el("strong", ...head.split(/(?<=, )/).map((part) => el("span", part))),
    el("span.heading", { dir: "auto", title: card ? `${heading}\n${card.id}`.trim() : null }, heading),
    el(
      "span.facts",
      el("span.group.tight.tools-of-card", foldButton(row, state, context), copy(row, context)),
      note ? el("span.role", note) : null,
      el("span.span", { title: `[${start}, ${end})` }, strings.span(start, end)),
      star(row, results.starred.includes(row), context),
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

function foldButton(row: number, { folding }: State, { actions, strings }: Context): HTMLElement {
  const isUnfolded = folding.get(row) === false;
  const [before, label] = isUnfolded ? (["up", strings.fold] as const) : (["down", strings.unfold] as const);
  const look = `small fold ${isUnfolded ? "open" : ""}`;
  return mouseButton({ before, class: look, label, testid: "fold" }, () => actions.fold(row, isUnfolded));
}

function copy(row: number, { store, actions, strings }: Context): HTMLElement {
  const options = { before: "copy", class: "small", label: strings.copyCited, testid: "copy-text" } as const;
  const made = mouseButton(options, async () => {
    const text = citedText(store.state, row, strings);
    if (text !== null && (await actions.copy(text))) tellCopied(made, strings.copied);
  });
  return made;
}

function star(row: number, isStarred: boolean, { actions, strings }: Context): HTMLElement {
  const label = isStarred ? strings.unstar : strings.star;
  const look = `small star ${isStarred ? "starred" : ""}`;
  return mouseButton({ before: "star", class: look, label, testid: "star" }, () => actions.star(row, !isStarred));
}
