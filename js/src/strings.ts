/** Every sentence on the page is in `strings/`, in English and beside it in French. */
import { actions } from "./strings/actions";
import { calls } from "./strings/calls";
import { hits } from "./strings/hits";
import { language, type Speech } from "./strings/language";
import { results } from "./strings/results";
import { timeline } from "./strings/timeline";
import { toolbar } from "./strings/toolbar";

export { listed, type Notice } from "./strings/language";

const sentences = (speech: Speech) => ({
  language: speech.code,
  number: speech.n,
  decimal: speech.decimal,
  span: (start: number, end: number) => `${speech.n(start)}–${speech.n(end)}`,
  explorer: speech.say("Document explorer", "Explorateur de document"),
  connecting: speech.say("Waiting for the first answer from Python", "En attente de la première réponse de Python"),
  ...toolbar(speech),
  timeline: timeline(speech),
  ...hits(speech),
  ...results(speech),
  ...actions(speech),
  ...calls(speech),
});

export type Strings = ReturnType<typeof sentences>;

const SPEECHES = { en: language("en", "en-US"), fr: language("fr", "fr-FR") };

export const LANGUAGES = { en: sentences(SPEECHES.en), fr: sentences(SPEECHES.fr) };

/** How to speak to a locale such as "fr-CA"; "auto" is the browser's; what is not here is English. */
export function speechFor(locale: string): Speech {
  const wanted = locale === "auto" ? navigator.language : locale;
  return /^fr\b/i.test(wanted) ? SPEECHES.fr : SPEECHES.en;
}

export function stringsFor(locale: string): Strings {
  return LANGUAGES[speechFor(locale).code];
}
