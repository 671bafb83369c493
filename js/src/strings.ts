/** Every sentence on the page is in `strings/`: English says what there is, and French must have all of it. */
import { en, type Strings } from "./strings/english";
import { fr } from "./strings/french";

export type { Strings } from "./strings/english";
export type { Notice } from "./strings/language";

export const LANGUAGES = { en, fr };

/** The sentences for a locale such as "fr-CA"; "auto" is the browser's; what is not here is English. */
export function stringsFor(locale: string): Strings {
  const wanted = locale === "auto" ? navigator.language : locale;
  return /^fr\b/i.test(wanted) ? fr : en;
}
