import type { Context } from "../context";
import { el, on, setText } from "../dom";
import { exportButtons, exportLine } from "../exports";
import { menu } from "../popover";
import type { HistoryEntry } from "../protocol";

/** Every call that was made, newest first; choosing one goes back to what was on show after it. */
export function createHistory(context: Context): Node[] {
  const { strings, signal } = context;
  const look = { before: "history", class: "low", label: strings.history, testid: "history" } as const;
  return menu(look, content(context), signal, { above: true, wide: true });
}

function content(context: Context): HTMLElement {
  const { watch, strings } = context;
  const count = el("span.count");
  const list = el("ol.listing", { "data-testid": "history-list" });
  const nothing = el("p.quietly", strings.noCall);
  watch(["history"], ({ history }) => {
    const entries = history?.entries ?? [];
    setText(count, entries.length > 0 ? strings.callCount(entries.length, history?.total ?? 0) : "");
    const current = history?.current ?? null;
    list.replaceChildren(...entries.map((entry) => drawEntry(entry, current, context)).reverse());
    nothing.hidden = entries.length > 0;
  });
  return el(
    "div",
    el("div.line", el("strong", strings.history), count),
    list,
    nothing,
    exportLine(strings.exports.code, ...exportButtons(context, "code")),
  );
}

function drawEntry(call: HistoryEntry, current: number | null, { actions, strings }: Context): HTMLElement {
  const { entry, operation, source_id, start, end, number, label, code, count, milliseconds, failed } = call;
  const what = number === null ? label : strings.chunk(number);
  const made = el(
    "button",
    {
      class: `entry ${failed ? "failed" : ""}`,
      "data-testid": "history-entry",
      "aria-current": entry === current || null,
      title: `${code}\n${strings.goBackHere}`,
    },
    el("span.operation", operation),
    el("span.name", { dir: "auto" }, strings.subject(source_id.replace(/.*\//, ""), start, end, what)),
    el("span.unit", strings.callMeta(failed ? null : count, milliseconds)),
  );
  on(made, "click", () => actions.goTo(entry));
  return el("li", made);
}
