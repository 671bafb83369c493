import { button } from "./controls";
import { el } from "./dom";
import { icon } from "./icons";

/** Copy a text; where the page may not use the clipboard, as on plain http, by way of a selection. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = el("textarea", { style: "position:fixed;opacity:0" });
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

const SHOWN = 1200; // milliseconds

/** A button that copies, and says so for a moment. */
export function copyButton(label: string, copied: string, testid: string, text: () => string): HTMLButtonElement {
  const made = button({ before: "copy", class: "quiet square low", label, testid }, async () => {
    await copy(text());
    made.replaceChildren(icon("check"));
    made.title = copied;
    setTimeout(() => {
      made.replaceChildren(icon("copy"));
      made.title = label;
    }, SHOWN);
  });
  return made;
}
