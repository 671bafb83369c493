/** A chunk's text with where it comes from. */
import { placeOf, type State } from "../state";
import { listed, type Strings } from "../strings";

/**
 * After `agreement.md:24340-24857` or `report.pdf:1832-2338, p. 2`, as Python cites evidence: a half-open span of code
 * points. Null while the text is on its way.
 */
export function citedText({ source, cards }: State, row: number, { pages }: Strings): string | null {
  const card = cards.get(row);
  if (!source || !card) return null;
  const [start, end] = placeOf(source, row);
  const cited = listed([`${source.id}:${start}-${end}`, pages(source.headings.pagesOver(start, end))]);
  return `[${cited}]\n${card.content}`;
}
