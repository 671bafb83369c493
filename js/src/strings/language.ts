/** How a language writes numbers; `one` chooses between singular and plural. */
export function language(locale: string) {
  const plural = new Intl.PluralRules(locale);
  // A formatter takes long to make and is asked hundreds of times a frame, so each is made once.
  const formats = new Map<number, Intl.NumberFormat>();
  const formatOf = (digits: number) => {
    const made =
      formats.get(digits) ??
      new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    formats.set(digits, made);
    return made;
  };
  const decimal = (value: number, digits: number) => formatOf(digits).format(value);
  const n = (value: number) => decimal(value, 0);
  const one = (count: number, singular: string, several: string) =>
    `${n(count)} ${plural.select(count) === "one" ? singular : several}`;
  return { n, one, decimal, ms: (value: number) => `${decimal(value, value < 10 ? 1 : 0)} ms` };
}

/** A bold line, and a sentence what to do. */
export type Notice = readonly [title: string, text: string];
