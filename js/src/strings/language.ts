/** What there is to say of these, one after the other. */
export function listed(parts: readonly (string | false | null | undefined)[], between = ", "): string {
  return parts.filter(Boolean).join(between);
}

/** A language as the sentences need it: which wording it takes, and how it writes numbers and plurals. */
export type Speech = ReturnType<typeof language>;

export function language(code: "en" | "fr", locale: string) {
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
  const say = (english: string, french: string) => (code === "fr" ? french : english);
  const decimal = (value: number, digits: number) => formatOf(digits).format(value);
  const n = (value: number) => decimal(value, 0);
  /** The form without its number; French counts none as one. */
  const form = (count: number, singular: string, several: string) =>
    plural.select(count) === "one" ? singular : several;
  const one = (count: number, singular: string, several: string) => `${n(count)} ${form(count, singular, several)}`;
  /** Nouns that take an s; what is counted here does so in both languages. */
  const counted = (count: number, english: string, french: string) => {
    const noun = say(english, french);
    return one(count, noun, `${noun}s`);
  };
  /** The number that follows a name; nothing where none is known. */
  const nth = (number: number | null) => (number === null ? "" : ` ${n(number)}`);
  const of = (total: number | null) => (total === null ? "" : say(` of ${n(total)}`, ` sur ${n(total)}`));
  return {
    code,
    nth,
    of,
    some: (part: number, total: number) => n(part) + of(total),
    chunk: (number: number | null) => say("Chunk", "Fragment") + nth(number),
    hit: (rank: number) => say("Hit ", "Résultat ") + n(rank),
    /** A chunk among all, and its characters. */
    placed: (name: string, total: number | null, start: number, end: number) =>
      `${name}${of(total)}, ${say("characters", "caractères")} ${n(start)} ${say("to", "à")} ${n(end)}`,
    here: say("in this source", "dans cette source"),
    say,
    n,
    decimal,
    form,
    one,
    counted,
    ms: (value: number) => `${decimal(value, value < 10 ? 1 : 0)} ms`,
    chunks: (count: number) => counted(count, "chunk", "fragment"),
    characters: (count: number) => counted(count, "character", "caractère"),
    /** More than so many, where not all were counted. */
    matches: (count: number, more = false) =>
      `${n(count)}${more ? "+" : ""} ${form(count, say("match", "occurrence"), say("matches", "occurrences"))}`,
    hits: (count: number) => counted(count, "hit", "résultat"),
  };
}

/** A bold line, and a sentence what to do. */
export type Notice = readonly [title: string, text: string];
