/** Copying a text: whether it worked is for the caller to tell. */
import { el } from "./dom";

/** Whether a text was put into the clipboard; a page on plain http may only do so by way of a selection. */
export async function putIntoClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

function copySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = el("textarea", { style: "position:fixed;opacity:0" });
  field.value = text;
  document.body.append(field);
  field.select();
  const isDone = document.execCommand?.("copy") ?? false;
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isDone;
}
