/**
 * Code points to UTF-16 units: the one place where the page converts.
 *
 * Python counts code points, JavaScript UTF-16 units; a character beyond U+FFFF is one there and two here.
 */

/** Where ascending code point positions of a text lie in UTF-16 units; beyond the end is the end. */
export function utf16Positions(text: string, codePoints: readonly number[]): number[] {
  const found: number[] = [];
  let unit = 0;
  let point = 0;
  for (const wanted of codePoints) {
    while (point < wanted && unit < text.length) {
      unit += (text.codePointAt(unit) as number) > 0xffff ? 2 : 1;
      point += 1;
    }
    found.push(unit);
  }
  return found;
}
