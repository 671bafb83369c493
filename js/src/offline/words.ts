/** The words of a query in a text: the twin of term_spans in navwidget/widget/cards.py. */
import type { Span } from "../protocol";
import { codePointSpans } from "../units";

/** Words that are marked for a query: where in each, in code points. */
export type Words = { readonly [word: string]: readonly Span[] };

/** Letters and digits with the marks on them. */
const WORD =
  /[\p{L}\p{N}](?:[\p{L}\p{N}\xad\u200c\u200d]|[\u0300-\u036f]|[\u064b-\u065f]|[\u0900-\u0dff]|[\u0e31-\u0e4e])*/gu;

/** Where a text has words that are marked for a query; spans that touch are one. */
export function termSpans(content: string, words: Words): Span[] {
  const found = [...content.matchAll(WORD)].filter(([word]) => Object.hasOwn(words, word));
  const places = codePointSpans(
    content,
    found.map(({ index }) => [index, index]),
  );
  const spans = found.flatMap(([word], i) =>
    (words[word] as readonly Span[]).map(([start, end]): [number, number] => {
      const offset = (places[i] as Span)[0];
      return [offset + start, offset + end];
    }),
  );
  const merged: [number, number][] = [];
  for (const [start, end] of spans) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
