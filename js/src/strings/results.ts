import type { ResultRole } from "../protocol";
import type { Notice, Speech } from "./language";

/** The reading list: its cards, and the text between them that was not read. */
export const results = ({ say, n, nth, one, chunk, hit, placed, matches, chunks, characters }: Speech) => ({
  /** A title as this language writes it, if it is of pages. */
  pages: (title = "") => say(title, title.replace(/^pp(?=\. .*–)/, "p")),
  results: say("Reading order", "Ordre de lecture"),
  resultsCount: (count: number, length: number) => `${chunks(count)}, ${characters(length)}`,
  matchesCount: (found: number, more: boolean, count: number) =>
    `${matches(found, more)} ${say("in", "dans")} ${chunks(count)}`,
  cut: say("stopped at top_k", "arrêté à top_k"),
  uncounted: (matches: number) =>
    say(`only the first ${n(matches)} matches are counted`, `seules les ${n(matches)} premières sont comptées`),
  crossing: (count: number) =>
    say(
      `${one(count, "chunk crosses", "chunks cross")} the edge`,
      `${one(count, "fragment dépasse", "fragments dépassent")} le bord`,
    ),
  widen: say("Widen", "Élargir"),
  showAll: say("Show all", "Tout montrer"),
  notLiteral: say(
    "This index matches by its own rule: not every match has a place in the text that is marked",
    "Cet index compare à sa façon : tout n’a pas d’endroit marqué dans le texte",
  ),
  chunk,
  hitChunk: (rank: number, chunk: number | null) =>
    hit(rank) + (chunk === null ? "" : say(", chunk", ", fragment") + nth(chunk)),
  roles: {
    previous: say("previous", "précédent"),
    hit: say("hit", "résultat"),
    next: say("next", "suivant"),
    open: say("around", "autour"),
    read: say("read", "lu"),
    match: say("match", "trouvé"),
    shown: say("left out before", "écarté d’abord"),
  } satisfies Record<ResultRole, string>,
  repeated: (count: number) => say(`first ${n(count)} repeated`, `les ${n(count)} premiers répétés`),
  cardMatches: (count: number) => matches(count),
  cardLabel: placed,
  starred: (label: string) => `${label}, ${say("collected as evidence", "gardé comme preuve")}`,
  unstarred: (label: string) => `${label}, ${say("no longer evidence", "n’est plus gardé")}`,
  unread: (count: number) => say(`${characters(count)} unread`, one(count, "caractère non lu", "caractères non lus")),
  unreadAfter: (chunk: number | null, start: number, edge: number) =>
    say(
      `Chunk${nth(chunk)} starts at ${n(start)}; the text above ends at ${n(edge)}`,
      `Le fragment${nth(chunk)} commence à ${n(start)} ; le texte ci-dessus finit à ${n(edge)}`,
    ),
  unreadBefore: (chunk: number | null, end: number, edge: number) =>
    say(
      `Chunk${nth(chunk)} ends at ${n(end)}; the text below starts at ${n(edge)}`,
      `Le fragment${nth(chunk)} finit à ${n(end)} ; le texte ci-dessous commence à ${n(edge)}`,
    ),
  unreadGap: (start: number, end: number) =>
    `${n(start)}–${n(end)} ${say("lies in no chunk", "n’est dans aucun fragment")}`,
  showChunk: (chunk: number | null) => say("Show chunk", "Montrer le fragment") + nth(chunk),
  showChunks: (count: number) => `${say("Show", "Montrer")} ${chunks(count)}`,
  star: say("Collect as evidence (s)", "Garder comme preuve (s)"),
  unstar: say("Remove from evidence (s)", "Retirer des preuves (s)"),
  loading: say("Loading the text", "Chargement du texte"),
  blank: (count: number) =>
    count ? `${say("White space only", "Espaces seuls")}, ${characters(count)}` : say("Empty chunk", "Fragment vide"),
  unfold: say("Show the whole text (e)", "Montrer tout le texte (e)"),
  fold: say("Show less (e)", "Montrer moins (e)"),
  copyCited: say("Copy the text with its citation (c)", "Copier le texte avec sa référence (c)"),
  nothingOpen: [
    say("Nothing open", "Rien n’est ouvert"),
    say(
      "Pick a hit, click a chunk on the timeline, or press / to find a pattern in this document.",
      "Choisissez un résultat, cliquez un fragment sur la frise, ou tapez / pour trouver un motif dans ce document.",
    ),
  ] as Notice,
  emptyIndex: [
    say("No documents", "Aucun document"),
    say(
      "The index has none: index a document, then run the cell again.",
      "L’index est vide : indexez un document, puis relancez la cellule.",
    ),
  ] as Notice,
  nothingFound: (pattern: string): Notice => [
    say("No match", "Rien trouvé"),
    say(`No chunk of this source holds “${pattern}”.`, `Aucun fragment de cette source ne contient « ${pattern} ».`),
  ],
  nothingRead: [
    say("Nothing read", "Rien à lire"),
    say(
      "No whole chunk lies in this range: widen it, or leave a side empty.",
      "Aucun fragment entier dans cet intervalle : élargissez-le, ou laissez un côté vide.",
    ),
  ] as Notice,
});
