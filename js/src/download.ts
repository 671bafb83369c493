import { el } from "./dom";

const UNSAFE = /[^\p{L}\p{N}._-]+/gu;
const LONGEST = 80;

/** A file name out of any text: its last part, of letters, digits, points and dashes. */
export function fileName(sourceId: string, ending: string): string {
  const last = sourceId.split(/[/\\]/).findLast((part) => part !== "") ?? "";
  const stem = last
    .replace(UNSAFE, "-")
    .replace(/^[.-]+|-+$/g, "")
    .slice(0, LONGEST);
  return `${stem || "source"}-${ending}`;
}

/** Hand a file to the browser to save; nothing leaves the page. */
export function download(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // a browser may still ask where to save it
}
