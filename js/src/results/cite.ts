/** A chunk's text with where it comes from. */
import type { State } from "../state";

/** `agreement.md:24340-24857`, as Python cites evidence: a half-open span of code points. */
export function citationOf(sourceId: string, start: number, end: number): string {
  return `${sourceId}:${start}-${end}`;
}

/** Null while the text is on its way. */
export function citedText({ source, cards }: State, row: number): string | null {
  const card = cards.get(row);
  if (!source || !card) return null;
  return `[${citationOf(source.id, source.starts[row] as number, source.ends[row] as number)}]\n${card.content}`;
}
