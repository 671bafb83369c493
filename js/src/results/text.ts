import type { Context } from "../context";
import { el } from "../dom";
import type { Card } from "../protocol";
import type { State } from "../state";
import { isLaidOut } from "./layout";
import { type Marked, type Run, runsOf } from "./runs";

/** A chunk's text with its marks, as text and never as markup; `lines` folds it, null shows all of it. */
export function drawText(
  card: Card | undefined,
  position: number,
  lines: number | null,
  { results, match }: State,
  { strings }: Context,
): HTMLElement {
  if (!card) return el("p", { class: "text loading" }, strings.loading);
  const { content } = card;
  if (content.trim() === "") return el("p", { class: "text blank" }, strings.blank([...content].length));
  const first = results.matches.findIndex((found) => found.row === card.row);
  const current = match !== null && results.matches[match]?.row === card.row ? match - first : null;
  // While one looks for a pattern the words of an earlier query would only distract.
  const marked = results.operation === "grep" ? { ...card, terms: [] } : card;
  const look = [
    "text",
    isLaidOut(content) ? "laid-out" : "",
    lines === null ? "" : "folded",
    lines === 1 ? "short" : "",
  ]
    .filter(Boolean)
    .join(" ");
  return el(
    "p",
    { class: look, dir: "auto", style: lines === null ? null : `--lines:${lines}` },
    ...drawRuns(marked, results.repeated[position], current),
  );
}

export function drawRuns(text: Marked, repeated = 0, current: number | null = null): (Node | string)[] {
  return runsOf(text, repeated, current).map(drawRun);
}

function drawRun({ text, look }: Run): Node | string {
  if (look === "plain") return text;
  if (look === "repeated") return el("span", { class: "repeated" }, text);
  return el("mark", { class: look }, text);
}
