/** Which parts of a text are laid out by their author, as code and tables are: columns must stay under each other. */

const LAID_OUT = /^(?:\t| {4}|\s*\+.*\+\s*$|\s*\|.*\||.*\|.*\|\s*$|.*\S {3,}\S)|[{}]\s*$|(?:=|\w\().*;\s*$/;
const LISTED = /^\s*(?:[-*+•]|\w{1,3}[.)])\s/;
const FENCE = /^\s*(?:```|~~~)/;
/** Longer lines are sentences, which wrap; a line of code or of a table is told by more than its length. */
const SENTENCE = 100;
const LONGEST = 400;

/** A part of a text; `end` is in UTF-16 units. */
export interface Block {
  readonly end: number;
  readonly isLaidOut: boolean;
}

type Kind = "laid out" | "short" | "sentence" | "blank" | "fenced";

/** The parts of a text, in order, prose and what is laid out by turns. */
export function blocksOf(text: string): Block[] {
  const lines = text.split("\n");
  const laidOut = areLaidOut(kindsOf(lines));
  const blocks: Block[] = [];
  let end = 0;
  lines.forEach((line, at) => {
    const isLaidOut = laidOut[at] === true;
    end = Math.min(end + line.length + 1, text.length);
    if (end === blocks.at(-1)?.end) return; // after the last line break there is no line
    if (blocks.at(-1)?.isLaidOut === isLaidOut) blocks.pop();
    blocks.push({ end, isLaidOut });
  });
  return blocks;
}

function kindsOf(lines: readonly string[]): Kind[] {
  let isFenced = false;
  return lines.map((line) => {
    const isFence = FENCE.test(line);
    if (isFence) isFenced = !isFenced;
    if (isFence || isFenced) return "fenced";
    if (line.trim() === "") return "blank";
    if (line.length <= LONGEST && LAID_OUT.test(line) && !LISTED.test(line)) return "laid out";
    return line.length > SENTENCE ? "sentence" : "short";
  });
}

/** Of the lines between blank ones and sentences, at least two and half must look it; a fence settles it. */
function areLaidOut(kinds: readonly Kind[]): boolean[] {
  const found = kinds.map((kind) => kind === "fenced");
  for (let from = 0; from < kinds.length; from++) {
    let to = from;
    while (kinds[to] === "laid out" || kinds[to] === "short") to++;
    const looks = kinds.slice(from, to).filter((kind) => kind === "laid out").length;
    if (looks >= 2 && looks * 2 >= to - from) found.fill(true, from, to);
    from = Math.max(from, to - 1);
  }
  return joined(found, kinds);
}

/** Blank lines between what is laid out belong to it. */
function joined(found: boolean[], kinds: readonly Kind[]): boolean[] {
  for (let from = 1; from < kinds.length; from++) {
    if (kinds[from] !== "blank" || !found[from - 1]) continue;
    let to = from;
    while (kinds[to] === "blank") to++;
    found.fill(found[to] === true, from, to);
  }
  return found;
}
