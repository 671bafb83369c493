/** Buttons for a text that Python writes: copied, or saved as a file. */
import type { Context } from "./context";
import { button } from "./controls";
import { tellCopied } from "./copying";
import { el } from "./dom";
import { greyed } from "./needs";
import type { ExportForm } from "./protocol";

/** A line of what can be taken along: its name, and what to do with it. */
export function exportLine(name: string, ...buttons: HTMLElement[]): HTMLElement {
  return el("div.line", el("span.wide-name", name), ...buttons);
}

/** Copy and save; greyed while there is nothing to take. */
export function exportButtons(context: Context, form: ExportForm): HTMLButtonElement[] {
  const { actions, strings } = context;
  const name = strings.exports[form];
  const look = "low";
  const copy = button(
    { before: "copy", class: look, label: strings.copyThis(name), testid: `copy-${form}` },
    async () => {
      if (await actions.export(form, "copy")) tellCopied(copy, strings.copied);
    },
  );
  const save = button({ before: "save", class: look, label: strings.saveThis(name), testid: `save-${form}` }, () =>
    actions.export(form, "save"),
  );
  return [copy, save].map((made) => greyed(context, form, made));
}
