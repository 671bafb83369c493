/** Copying on the page: a button that says when it is done, and a way by hand where the page may not copy. */
import type { Act } from "./acts";
import type { Context } from "./context";
import { button } from "./controls";
import { el, on } from "./dom";
import { icon } from "./icons";
import { greyed } from "./needs";

const SHOWN = 1200; // milliseconds

/** A button that copies, and says so for a moment; where nothing may be copied, the text is offered by hand. */
export function copyButton(
  context: Context,
  label: string,
  testid: string,
  text: () => string,
  act?: Act,
): HTMLButtonElement {
  const { actions, strings } = context;
  const made = button({ before: "copy", class: "low", label, testid }, async (event) => {
    event.stopPropagation();
    if ((!act || actions.can(act)) && (await actions.copy(text()))) tellCopied(made, strings.copied);
  });
  return act ? greyed(context, act, made) : made;
}

/** Show for a moment that something was copied. */
export function tellCopied(made: HTMLElement, copied: string): void {
  const { title } = made;
  made.replaceChildren(icon("check"));
  made.title = copied;
  setTimeout(() => {
    made.replaceChildren(icon("copy"));
    made.title = title;
  }, SHOWN);
}

/** What could not be copied, selected so that one key copies it. */
export function createByHand({ watch, actions, strings }: Context): HTMLElement {
  const field = el("textarea", { readonly: true, rows: 6, "aria-label": strings.byHand, "data-testid": "by-hand" });
  const close = button({ before: "close", class: "low", label: strings.dismiss }, () => actions.closeByHand());
  const panel = el("div.popover.by-hand", { role: "dialog", "aria-label": strings.byHand, hidden: true });
  panel.append(el("div.line", el("span", strings.byHand), close), field);
  on(panel, "keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    actions.closeByHand();
  });
  watch(["byHand"], ({ byHand }) => {
    panel.hidden = byHand === null;
    field.value = byHand ?? "";
    if (byHand === null) return;
    field.focus();
    field.select();
  });
  return panel;
}
