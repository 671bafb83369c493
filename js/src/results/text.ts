import type { Context } from "../context";
import { el } from "../dom";
import type { Card } from "../protocol";
import { cut, drawRuns, type Run, runsOf } from "../runs";
import type { State } from "../state";
import { listed } from "../strings";
import { blocksOf } from "./layout";

/** A chunk's text with its marks, as text and never as markup; `lines` folds it, null shows all of it. */
export function drawText(
  card: Card | undefined,
  position: number,
  lines: number | null,
  { results, match }: State,
  { strings }: Context,
): HTMLElement {
  if (!card) return el("p.text.loading", strings.loading);
  const { content } = card;
  if (content.trim() === "") return el("p.text.blank", strings.blank([...content].length));
  const first = results.matches.findIndex((found) => found.row === card.row);
  const current = match !== null && results.matches[match]?.row === card.row ? match - first : null;
  // While one looks for a pattern the words of an earlier query would only distract.
  const marked = results.operation === "grep" ? { ...card, terms: [] } : card;
  const look = listed(["text", lines !== null && "folded", lines === 1 && "short"], " ");
  const runs = runsOf(marked, results.repeated[position] ?? 0, current);
  return el(
    "div",
    { class: look, dir: "auto", style: lines === null ? null : `--lines:${lines}` },
    lines === 1 ? drawRuns(runs) : drawBlocks(runs, content),
  );
}

/** Prose wraps; beside it, what is laid out keeps its columns in a part of its own. */
function drawBlocks(runs: readonly Run[], content: string): DocumentFragment {
  const blocks = blocksOf(content);
  const parts = cut(
    runs,
    blocks.map(({ end }) => end),
  );
  const drawn = new DocumentFragment();
  parts.forEach((part, at) => {
    const block = drawRuns(part);
    drawn.append(blocks[at]?.isLaidOut ? el("div.laid-out", block) : block);
  });
  return drawn;
}
