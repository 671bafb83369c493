/** Whether a text is laid out by its author, as code and tables are: its columns must stay under each other. */

const LAID_OUT = /^(?:\t| {4}|\s*[|+].*[|+]\s*$|.*\S {3,}\S)|[{};]\s*$/;
const FENCE = /^\s*(?:```|~~~)/;
const LOOKED_AT = 200; // lines

/** At least two lines, and half of those that are not blank, must look it; a fence around code settles it. */
export function isLaidOut(text: string): boolean {
  const lines = text.split("\n", LOOKED_AT).filter((line) => line.trim() !== "");
  if (lines.some((line) => FENCE.test(line))) return true;
  const found = lines.filter((line) => LAID_OUT.test(line)).length;
  return found >= 2 && found * 2 >= lines.length;
}
