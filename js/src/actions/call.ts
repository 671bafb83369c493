import type { Context } from "../context";
import { button } from "../controls";
import { copyButton } from "../copying";
import { el, setText } from "../dom";
import { piecesOf } from "../python";
import { createHistory } from "./history";

/** The Python call that was just made, what it gave, and what the kernel is doing. */
export function createCallLine(context: Context): HTMLElement {
  const { store, watch, actions, strings } = context;
  const code = el("span.code", { "data-testid": "call", "aria-label": strings.call, role: "note" });
  const meta = el("span", { "data-testid": "call-meta" });
  const status = el("span", { "data-testid": "status", role: "status" });
  const cancel = button({ text: strings.cancel, class: "low", testid: "cancel" }, () => actions.cancel());
  const copy = copyButton(
    context,
    strings.copyCall,
    "copy-call",
    () => store.state.call?.cell || store.state.call?.code || "",
    "call",
  );
  watch(["call"], ({ call }) => {
    code.replaceChildren(
      ...piecesOf(call?.code ?? "").map(({ text, look }) => (look ? el("span", { class: look }, text) : text)),
    );
    code.title = call?.code ?? "";
    const told = call && strings.callMeta(call.failed ? null : call.count, call.milliseconds);
    setText(meta, told ?? strings.noCall);
  });
  watch(["status"], (state) => {
    setText(status, strings.status[state.status]);
    status.hidden = state.status === "idle" || state.status === "busy";
    cancel.hidden = state.status !== "waiting";
  });
  return el("div.row.call", code, status, cancel, meta, el("div.group.tight.end", copy, ...createHistory(context)));
}
