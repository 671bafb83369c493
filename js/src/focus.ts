/** Where the focus goes when what has it is taken from the page: a keyboard must not fall out of the explorer. */
import { on } from "./dom";

const isThere = (element: Element) => element.getClientRects().length > 0;

/** To what has come in the place of the same kind, as the next entry of a list; else to what is near. */
export function keepFocus(root: HTMLElement): void {
  let path = [root];
  let at = 0;
  const alike = () => [...root.querySelectorAll<HTMLElement>(`[data-testid="${path[0]?.dataset.testid}"]`)];
  on(root, "focusin", (event) => {
    const inside = event.composedPath() as HTMLElement[];
    path = inside.slice(0, inside.indexOf(root) + 1);
    at = alike().indexOf(inside[0] as HTMLElement);
  });
  new MutationObserver(() => {
    if (document.activeElement !== document.body || isThere(path[0] as HTMLElement)) return;
    const near = path.flatMap((element) => [element, ...element.querySelectorAll<HTMLElement>("[tabindex],button")]);
    [...alike().slice(at), ...near].find((one) => one.tabIndex >= 0 && isThere(one))?.focus();
  }).observe(root, { childList: true, subtree: true, attributeFilter: ["hidden"] });
}
