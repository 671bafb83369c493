import type { Context } from "../context";
import { button, field, setValue } from "../controls";
import { el, on, setText } from "../dom";
import { exportButtons, exportLine } from "../exports";
import { icon } from "../icons";
import { popover } from "../popover";
import type { EvidenceItem, EvidenceList } from "../protocol";

/** The star with its count and how full the budget is; it opens the list of what was starred. */
export function createEvidence(context: Context): Node[] {
  const { watch, strings, signal } = context;
  const count = el("span", "0");
  const meter = meterOf();
  const look = { class: "button quiet collection", "data-testid": "evidence", "aria-label": strings.evidence };
  const opener = el("button", { ...look });
  opener.append(icon("star"), count, meter.element);
  const list = popover(opener, content(context), signal, { above: true, wide: true });
  watch(["evidence"], ({ evidence }) => {
    setText(count, strings.number(evidence.items.length));
    opener.classList.toggle("collected", evidence.items.length > 0);
    opener.title = told(evidence, context);
    opener.setAttribute("aria-label", `${strings.evidence}: ${opener.title}`);
    meter.show(evidence);
  });
  return [opener, list];
}

/** How many chunks of any source were starred, and how much text that is. */
function told({ items, characters, tokens }: EvidenceList, { strings }: Context): string {
  return `${strings.chunkCount(items.length)}, ${strings.evidenceSize(characters, tokens)}`;
}

/** How much of the budget is used; without a budget there is nothing to measure. */
function meterOf() {
  const bar = el("i");
  const element = el("span.meter", { "aria-hidden": true }, bar);
  return {
    element,
    show({ budget, tokens }: EvidenceList) {
      element.hidden = budget === null;
      if (budget === null) return;
      const part = tokens / Math.max(1, budget);
      bar.style.width = `${Math.min(1, part) * 100}%`;
      element.classList.toggle("full", part > 1);
    },
  };
}

function content(context: Context): HTMLElement {
  const { watch, strings } = context;
  const size = el("span.count");
  const list = el("ol.listing", { "data-testid": "evidence-list" });
  const nothing = el("p.quietly", strings.noEvidence);
  watch(["evidence"], ({ evidence }) => {
    const { items } = evidence;
    setText(size, items.length > 0 ? told(evidence, context) : "");
    list.replaceChildren(...items.flatMap((item, at) => drawItem(item, items[at - 1], context)));
    nothing.hidden = items.length > 0;
  });
  const forms = (["markdown", "json"] as const).map((form) =>
    exportLine(strings.exports[form], ...exportButtons(context, form)),
  );
  return el("div", el("div.line", el("strong", strings.evidence), size), list, nothing, budgetLine(context), ...forms);
}

/** A typed number of tokens, or nothing for any number. */
function budgetLine({ watch, actions, strings }: Context): HTMLElement {
  let typed: string | null = null;
  const set = () => {
    if (typed !== null) actions.setBudget(typed);
    typed = null;
  };
  const { element, input } = field(
    { testid: "budget", label: strings.budgetTitle, placeholder: strings.noBudget, class: "budget", numeric: true },
    (text) => {
      typed = text;
    },
    set,
  );
  on(input, "blur", set);
  const meter = meterOf();
  const over = el("span.quietly");
  watch(["evidence"], ({ evidence }) => {
    if (typed === null) setValue(input, evidence.budget === null ? "" : String(evidence.budget));
    meter.show(evidence);
    setText(over, evidence.left_out.length > 0 ? strings.leftOut(evidence.left_out.length) : "");
  });
  return el("div.line", el("span", strings.budget), element, meter.element, over);
}

function drawItem(item: EvidenceItem, before: EvidenceItem | undefined, context: Context): Node[] {
  const { actions, strings, store } = context;
  const { chunk_id, source_id, start, end, title, fate } = item;
  const place = start === null || end === null ? strings.noPlace : strings.span(start, end);
  const isLeftOut = store.state.evidence.left_out.includes(chunk_id);
  const open = el(
    "button",
    { class: "entry", "data-testid": "evidence-item", title: isLeftOut ? strings.leftOutTitle : title },
    el("span.name", { dir: "auto" }, strings.pages(title) || chunk_id),
    el("span.unit", fate ? `${place}, ${strings.fates[fate]}` : place),
  );
  open.classList.toggle("left-out", isLeftOut);
  on(open, "click", () => actions.openId(chunk_id));
  const drop = button({ before: "close", class: "low", label: strings.unstar, testid: "unstar" }, () =>
    actions.unstar(chunk_id),
  );
  const line = el("li.line", open, drop);
  const isNew = source_id !== before?.source_id;
  return isNew ? [el("li.source-name", { dir: "auto" }, source_id), line] : [line];
}
