import type { Context } from "../context";
import { mouseButton } from "../controls";
import { el } from "../dom";
import type { Skipped } from "../protocol";
import { numberOf, type State } from "../state";

/** The rule that left text out: a chunk that crosses an edge of what was read, or no chunk at all. */
function reasonOf({ rows, start, end }: Skipped, source: State["source"], strings: Context["strings"]): string {
  const [first] = rows;
  if (first === undefined || !source) return source?.complete ? strings.unreadGap(start, end) : "";
  const [from, to] = [source.starts[first] ?? start, source.ends[first] ?? end];
  if (from < start) return strings.unreadAfter(numberOf(source, first), from, start);
  return to > end ? strings.unreadBefore(numberOf(source, first), to, end) : "";
}

/** Text that a step went past: how much, why, and a way to see it. */
export function drawSkip(skipped: Skipped, { source }: State, { strings, actions }: Context): HTMLElement {
  const [first] = skipped.rows;
  const why = reasonOf(skipped, source, strings);
  const show =
    first === undefined
      ? null
      : mouseButton(
          {
            text:
              skipped.rows.length === 1
                ? strings.showChunk(numberOf(source, first))
                : strings.showChunks(skipped.rows.length),
            class: "low",
            testid: "show-skipped",
          },
          () => actions.showSkipped(skipped.rows),
        );
  return el(
    "div.skip",
    { "data-testid": "skipped", role: "option", "aria-selected": false },
    el("span.chip.ghost", { "aria-hidden": true }),
    el("strong", strings.unread(skipped.characters)),
    el("span.why", { title: why }, why),
    show,
  );
}
