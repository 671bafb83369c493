/** Every sentence on the page. French must have what English has: a missing one does not compile. */
import type { ResultRole, RetrieverName } from "./protocol";

/** How a language writes numbers; `one` chooses between singular and plural. */
function language(locale: string) {
  const plural = new Intl.PluralRules(locale);
  const decimal = (value: number, digits: number) =>
    value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const n = (value: number) => decimal(value, 0);
  const one = (count: number, singular: string, several: string) =>
    `${n(count)} ${plural.select(count) === "one" ? singular : several}`;
  return { n, one, decimal, ms: (value: number) => `${decimal(value, value < 10 ? 1 : 0)} ms` };
}

/** A bold line, and a sentence what to do. */
export type Notice = readonly [title: string, text: string];

const { n, one, decimal, ms } = language("en-US");

const en = {
  language: "en",
  number: n,
  decimal,
  span: (start: number, end: number) => `${n(start)}–${n(end)}`,
  explorer: "Document explorer",
  connecting: "Waiting for the first answer from Python",

  source: "Source",
  sourceFilter: "Filter the sources by name",
  sourceCount: (shown: number, total: number) => (shown < total ? `${n(shown)} of ${n(total)} sources` : ""),
  noSource: "No source",
  noSourceMatches: "No source has this in its name",
  chunkCount: (count: number) => one(count, "chunk", "chunks"),
  chunkType: "Chunk type",
  chunkTypes: { content: "Text", image_annotation: "Images", summary: "Summaries" },
  query: "Search the whole index",
  queryHere: "Search this source",
  clear: "Clear the query",
  retriever: "Retriever",
  retrievers: { keyword: "Keyword", vector: "Vector", hybrid: "Hybrid", own: "Own" } satisfies Record<
    RetrieverName,
    string
  >,
  topK: "top_k",
  unreadOnly: "Unread only",
  unreadOnlyTitle: "Skip chunks already read",
  thisSource: "This source",
  thisSourceTitle: "Search this source only",
  chunkId: "Go to a chunk id",
  chunkIdField: "Chunk id",
  go: "Go",
  keys: "Keys",
  keyList: [
    ["↑ ↓ ← →", "the chunk before or after"],
    ["PageUp PageDown", "one screen"],
    ["Home End", "the first or last"],
    ["+ −", "zoom the timeline"],
    ["n p", "next, previous"],
    ["[ ]", "back, forward in the history"],
    ["/", "find in this document"],
    ["Enter", "open"],
    ["s", "star"],
    ["Esc", "clear, close"],
    ["?", "this list"],
  ] as readonly (readonly [string, string])[],

  timeline: {
    name: "Timeline",
    document: "Document",
    characters: "Characters",
    matches: "Matches",
    chunks: "Chunks",
    read: "Read",
    score: "Score",
    unread: (count: number) => `${n(count)} unread`,
    unreadShort: n,
    gap: (count: number) => `${one(count, "character", "characters")} in no chunk`,
    more: (count: number) => `+${n(count)}`,
    matchOf: (position: number, total: number) => `${n(position)} of ${n(total)}`,
    cut: (topK: number, score: string) => `top_k ${n(topK)} ≥ ${score}`,
    chunk: (chunk: number, start: number, end: number) => `Chunk ${n(chunk)}, [${n(start)}, ${n(end)})`,
    hit: (rank: number) => `Hit ${n(rank)}`,
    result: "In the reading list",
    leftOut: (start: number, edge: number) =>
      `Left out by the step: it starts at ${n(start)}, before ${n(edge)}, where the text was read to`,
    partial: "Only a part of this source is loaded",
    position: (chunk: number, total: number, start: number, end: number) =>
      `Chunk ${n(chunk)} of ${n(total)}, characters ${n(start)} to ${n(end)}`,
  },

  hits: "Hits",
  hitsHere: (here: number, all: number) => `${n(here)} of ${n(all)} in this source`,
  inDocument: "In the document",
  scoreNames: {
    keyword: "Score (BM25)",
    vector: "Score (cosine)",
    hybrid: "Score (RRF)",
    own: "Score",
  } satisfies Record<RetrieverName, string>,
  parts: { keyword: "kw", vector: "vec", own: "own" },
  partRank: (name: string, rank: number) => `${name} rank ${n(rank)}`,
  hitsFoot: (shown: number, candidates: number | null, sources: number | null) =>
    (candidates === null
      ? one(shown, "hit", "hits")
      : `${n(shown)} of ${one(candidates, "ranked chunk", "ranked chunks")}`) +
    (sources === null ? "" : `, ${one(sources, "source", "sources")}`),
  hitLabel: (rank: number, title: string, score: string) => `Hit ${n(rank)}, ${title}, score ${score}`,
  noSearch: [
    "No search yet",
    "Type a query above and press Enter. The best chunks of the whole index appear here.",
  ] as Notice,
  noHits: (query: string): Notice => ["No hits", `No chunk was found for “${query}”.`],
  noHitsKeyword: "Keyword search matches whole words only.",
  noHitsUnread: "Chunks that were read are left out.",
  noHitsHere: "Only this source was searched.",
  searchAgain: {
    hybrid: "Search again with Hybrid",
    all: "Search again, read chunks too",
    everywhere: "Search the whole index",
  },

  results: "Reading order",
  resultsCount: (chunks: number, characters: number) =>
    `${one(chunks, "chunk", "chunks")}, ${one(characters, "character", "characters")}`,
  matchesCount: (matches: number, more: boolean, chunks: number) =>
    `${n(matches)}${more ? "+" : ""} ${matches === 1 ? "match" : "matches"} in ${one(chunks, "chunk", "chunks")}`,
  cut: "top_k cut the answer",
  crossing: (count: number) => `${one(count, "chunk crosses", "chunks cross")} the edge`,
  widen: "Widen",
  showAll: "Show all",
  notLiteral: "This index matches by its own rule, so no place in the text is marked",
  chunk: (chunk: number) => `Chunk ${n(chunk)}`,
  hitChunk: (rank: number, chunk: number) => `Hit ${n(rank)}, chunk ${n(chunk)}`,
  roles: {
    previous: "previous",
    hit: "hit",
    next: "next",
    open: "around",
    read: "read",
    match: "match",
    shown: "left out before",
  } satisfies Record<ResultRole, string>,
  repeated: (count: number) => `first ${n(count)} repeated`,
  cardMatches: (count: number) => one(count, "match", "matches"),
  cardLabel: (head: string, chunks: number, start: number, end: number) =>
    `${head} of ${n(chunks)}, characters ${n(start)} to ${n(end)}`,
  unread: (count: number) => `${one(count, "character", "characters")} unread`,
  unreadAfter: (chunk: number, start: number, edge: number) =>
    `Chunk ${n(chunk)} starts at ${n(start)}; the text above ends at ${n(edge)}`,
  unreadBefore: (chunk: number, end: number, edge: number) =>
    `Chunk ${n(chunk)} ends at ${n(end)}; the text below starts at ${n(edge)}`,
  unreadGap: (start: number, end: number) => `${n(start)}–${n(end)} lies in no chunk`,
  showChunk: (chunk: number) => `Show chunk ${n(chunk)}`,
  showChunks: (count: number) => `Show ${n(count)} chunks`,
  star: "Collect as evidence (s)",
  unstar: "Let go of this evidence (s)",
  loading: "Loading the text",
  nothingOpen: [
    "Nothing open",
    "Pick a hit, click a chunk on the timeline, or press / to find a pattern in this document.",
  ] as Notice,
  nothingFound: (pattern: string): Notice => ["No match", `No chunk of this source holds “${pattern}”.`],
  nothingRead: ["Nothing read", "No whole chunk lies in this range: widen it, or leave a side empty."] as Notice,

  back: "Back ([)",
  forward: "Forward (])",
  previous: "Previous",
  previousTitle: "Previous (p)",
  next: "Next",
  nextTitle: "Next (n)",
  step: "k",
  stepTitle: "How many chunks a step takes",
  open: (window: number) => `Open ±${window}`,
  openTitle: (window: number) => `Show the ringed chunk with ${window} neighbours on each side`,
  read: "Read",
  readTitle: "Read a range: type it, drag on the ruler, or leave a side empty for start or end",
  readStart: "start",
  readEnd: "end",
  readStartTitle: "Start of the range; empty is the start of the source",
  readEndTitle: "End of the range; empty is the end of the source",
  grep: "Find in this document",
  modes: { phrase: "Phrase", term: "Term" },
  modeTitle: "How the pattern is taken",
  matchOf: (position: number, total: number, more: boolean) => `${n(position)} of ${n(total)}${more ? "+" : ""}`,
  noMatch: "no match",
  matchPrevious: "Previous match (Shift+Enter)",
  matchNext: "Next match (Enter)",
  evidence: (count: number) => `${one(count, "chunk", "chunks")} of this source collected as evidence`,

  call: "The Python call that was just made",
  noCall: "no call yet",
  callMeta: (count: number, milliseconds: number) => `${one(count, "chunk", "chunks")}, ${ms(milliseconds)}`,
  callFailed: (milliseconds: number) => `failed, ${ms(milliseconds)}`,
  copyCall: "Copy the call",
  copied: "Copied",
  copyProblem: "Copy the error",
  dismiss: "Close",
  cancel: "Cancel",
  status: {
    connecting: "connecting",
    idle: "",
    busy: "busy",
    waiting: "waiting for the kernel",
    gone: "the kernel is gone: run the cell again",
  },

  problems: {
    notRun: (what: string) => `${what} did not run.`,
    wholeNumber: (name: string, got: string) => `${name} must be a whole number, got “${got}”.`,
    wholeNumberRemedy: "Type a whole number and try again.",
    offsetRemedy: "Type a position in characters, or leave the field empty for the start or the end.",
    gone: "The kernel is gone: run the cell again.",
    message: "An answer of Python could not be shown.",
    messageRemedy: "Run the cell again; if it stays so, this page and the installed version differ: reload the page.",
    version: (page: number, python: number) => `This page speaks version ${page} of the messages, Python ${python}.`,
    versionRemedy: "Reload the page, then run the cell again.",
  },
  announceHits: (count: number, here: number) => `${one(count, "hit", "hits")}, ${n(here)} in this source`,
  announceResults: (count: number, last: string) => `${one(count, "result", "results")}${last ? `, ${last}` : ""}`,
};

export type Strings = typeof en;

const f = language("fr-FR");

const fr: Strings = {
  language: "fr",
  number: f.n,
  decimal: f.decimal,
  span: (start, end) => `${f.n(start)}–${f.n(end)}`,
  explorer: "Explorateur de document",
  connecting: "En attente de la première réponse de Python",

  source: "Source",
  sourceFilter: "Filtrer les sources par leur nom",
  sourceCount: (shown, total) => (shown < total ? `${f.n(shown)} sources sur ${f.n(total)}` : ""),
  noSource: "Aucune source",
  noSourceMatches: "Aucune source ne porte ce nom",
  chunkCount: (count) => f.one(count, "fragment", "fragments"),
  chunkType: "Type de fragment",
  chunkTypes: { content: "Texte", image_annotation: "Images", summary: "Résumés" },
  query: "Chercher dans tout l’index",
  queryHere: "Chercher dans cette source",
  clear: "Effacer la requête",
  retriever: "Méthode de recherche",
  retrievers: { keyword: "Mots", vector: "Vecteurs", hybrid: "Hybride", own: "La vôtre" },
  topK: "top_k",
  unreadOnly: "Non lus",
  unreadOnlyTitle: "Écarter les fragments déjà lus",
  thisSource: "Cette source",
  thisSourceTitle: "Chercher dans cette source seulement",
  chunkId: "Aller à un fragment par son id",
  chunkIdField: "Id du fragment",
  go: "Aller",
  keys: "Touches",
  keyList: [
    ["↑ ↓ ← →", "le fragment d’avant ou d’après"],
    ["PageUp PageDown", "un écran"],
    ["Home End", "le premier ou le dernier"],
    ["+ −", "agrandir ou réduire la frise"],
    ["n p", "suivant, précédent"],
    ["[ ]", "reculer, avancer dans l’historique"],
    ["/", "trouver dans ce document"],
    ["Entrée", "ouvrir"],
    ["s", "étoile"],
    ["Échap", "effacer, fermer"],
    ["?", "cette liste"],
  ],

  timeline: {
    name: "Frise",
    document: "Document",
    characters: "Caractères",
    matches: "Trouvés",
    chunks: "Fragments",
    read: "Lu",
    score: "Score",
    unread: (count) => `${f.n(count)} non lus`,
    unreadShort: f.n,
    gap: (count) => `${f.one(count, "caractère", "caractères")} hors de tout fragment`,
    more: (count) => `+${f.n(count)}`,
    matchOf: (position, total) => `${f.n(position)} sur ${f.n(total)}`,
    cut: (topK, score) => `top_k ${f.n(topK)} ≥ ${score}`,
    chunk: (chunk, start, end) => `Fragment ${f.n(chunk)}, [${f.n(start)}, ${f.n(end)})`,
    hit: (rank) => `Résultat ${f.n(rank)}`,
    result: "Dans la liste de lecture",
    leftOut: (start, edge) =>
      `Écarté par le pas : il commence à ${f.n(start)}, avant ${f.n(edge)}, où la lecture s’arrête`,
    partial: "Seule une partie de cette source est chargée",
    position: (chunk, total, start, end) =>
      `Fragment ${f.n(chunk)} sur ${f.n(total)}, caractères ${f.n(start)} à ${f.n(end)}`,
  },

  hits: "Résultats",
  hitsHere: (here, all) => `${f.n(here)} sur ${f.n(all)} dans cette source`,
  inDocument: "Dans le document",
  scoreNames: { keyword: "Score (BM25)", vector: "Score (cosinus)", hybrid: "Score (RRF)", own: "Score" },
  parts: { keyword: "mot", vector: "vec", own: "vôtre" },
  partRank: (name, rank) => `rang ${f.n(rank)} par ${name}`,
  hitsFoot: (shown, candidates, sources) =>
    (candidates === null
      ? f.one(shown, "résultat", "résultats")
      : `${f.n(shown)} sur ${f.one(candidates, "fragment classé", "fragments classés")}`) +
    (sources === null ? "" : `, ${f.one(sources, "source", "sources")}`),
  hitLabel: (rank, title, score) => `Résultat ${f.n(rank)}, ${title}, score ${score}`,
  noSearch: [
    "Pas encore de recherche",
    "Tapez une requête ci-dessus, puis Entrée. Les meilleurs fragments de tout l’index paraissent ici.",
  ],
  noHits: (query) => ["Aucun résultat", `Aucun fragment n’a été trouvé pour « ${query} ».`],
  noHitsKeyword: "La recherche par mots ne trouve que des mots entiers.",
  noHitsUnread: "Les fragments déjà lus sont écartés.",
  noHitsHere: "La recherche s’est limitée à cette source.",
  searchAgain: {
    hybrid: "Chercher en mode hybride",
    all: "Chercher aussi dans ce qui est lu",
    everywhere: "Chercher dans tout l’index",
  },

  results: "Ordre de lecture",
  resultsCount: (chunks, characters) =>
    `${f.one(chunks, "fragment", "fragments")}, ${f.one(characters, "caractère", "caractères")}`,
  matchesCount: (matches, more, chunks) =>
    `${f.n(matches)}${more ? "+" : ""} ${matches < 2 ? "occurrence" : "occurrences"} dans ${f.one(chunks, "fragment", "fragments")}`,
  cut: "top_k a coupé la réponse",
  crossing: (count) => `${f.one(count, "fragment dépasse", "fragments dépassent")} le bord`,
  widen: "Élargir",
  showAll: "Tout montrer",
  notLiteral: "Cet index compare à sa façon : aucun endroit du texte n’est marqué",
  chunk: (chunk) => `Fragment ${f.n(chunk)}`,
  hitChunk: (rank, chunk) => `Résultat ${f.n(rank)}, fragment ${f.n(chunk)}`,
  roles: {
    previous: "précédent",
    hit: "résultat",
    next: "suivant",
    open: "autour",
    read: "lu",
    match: "trouvé",
    shown: "écarté d’abord",
  },
  repeated: (count) => `les ${f.n(count)} premiers répétés`,
  cardMatches: (count) => f.one(count, "occurrence", "occurrences"),
  cardLabel: (head, chunks, start, end) => `${head} sur ${f.n(chunks)}, caractères ${f.n(start)} à ${f.n(end)}`,
  unread: (count) => f.one(count, "caractère non lu", "caractères non lus"),
  unreadAfter: (chunk, start, edge) =>
    `Le fragment ${f.n(chunk)} commence à ${f.n(start)} ; le texte du dessus finit à ${f.n(edge)}`,
  unreadBefore: (chunk, end, edge) =>
    `Le fragment ${f.n(chunk)} finit à ${f.n(end)} ; le texte du dessous commence à ${f.n(edge)}`,
  unreadGap: (start, end) => `${f.n(start)}–${f.n(end)} n’est dans aucun fragment`,
  showChunk: (chunk) => `Montrer le fragment ${f.n(chunk)}`,
  showChunks: (count) => `Montrer ${f.n(count)} fragments`,
  star: "Garder comme preuve (s)",
  unstar: "Ne plus garder (s)",
  loading: "Chargement du texte",
  nothingOpen: [
    "Rien n’est ouvert",
    "Choisissez un résultat, cliquez un fragment sur la frise, ou tapez / pour trouver un motif dans ce document.",
  ],
  nothingFound: (pattern) => ["Rien trouvé", `Aucun fragment de cette source ne contient « ${pattern} ».`],
  nothingRead: ["Rien à lire", "Aucun fragment entier dans cet intervalle : élargissez-le, ou laissez un côté vide."],

  back: "Reculer ([)",
  forward: "Avancer (])",
  previous: "Précédent",
  previousTitle: "Précédent (p)",
  next: "Suivant",
  nextTitle: "Suivant (n)",
  step: "k",
  stepTitle: "Combien de fragments par pas",
  open: (window) => `Ouvrir ±${window}`,
  openTitle: (window) => `Montrer le fragment cerclé avec ${window} voisins de chaque côté`,
  read: "Lire",
  readTitle: "Lire un intervalle : à taper, ou à tracer sur la règle ; un côté vide est le début ou la fin",
  readStart: "début",
  readEnd: "fin",
  readStartTitle: "Début de l’intervalle ; vide : début de la source",
  readEndTitle: "Fin de l’intervalle ; vide : fin de la source",
  grep: "Trouver dans ce document",
  modes: { phrase: "Phrase", term: "Termes" },
  modeTitle: "Comment le motif est pris",
  matchOf: (position, total, more) => `${f.n(position)} sur ${f.n(total)}${more ? "+" : ""}`,
  noMatch: "rien trouvé",
  matchPrevious: "Occurrence précédente (Maj+Entrée)",
  matchNext: "Occurrence suivante (Entrée)",
  evidence: (count) => `${f.one(count, "fragment", "fragments")} de cette source gardés comme preuve`,

  call: "L’appel Python qui vient d’être fait",
  noCall: "aucun appel",
  callMeta: (count, milliseconds) => `${f.one(count, "fragment", "fragments")}, ${f.ms(milliseconds)}`,
  callFailed: (milliseconds) => `échec, ${f.ms(milliseconds)}`,
  copyCall: "Copier l’appel",
  copied: "Copié",
  copyProblem: "Copier l’erreur",
  dismiss: "Fermer",
  cancel: "Annuler",
  status: {
    connecting: "connexion",
    idle: "",
    busy: "en cours",
    waiting: "en attente du noyau",
    gone: "le noyau n’est plus là : relancez la cellule",
  },

  problems: {
    notRun: (what) => `${what} : cela n’a pas été fait.`,
    wholeNumber: (name, got) => `${name} doit être un nombre entier, et non « ${got} ».`,
    wholeNumberRemedy: "Tapez un nombre entier, puis recommencez.",
    offsetRemedy: "Tapez une position en caractères, ou laissez le champ vide pour le début ou la fin.",
    gone: "Le noyau n’est plus là : relancez la cellule.",
    message: "Une réponse de Python n’a pas pu être montrée.",
    messageRemedy:
      "Relancez la cellule ; si cela persiste, la page et la version installée diffèrent : rechargez la page.",
    version: (page, python) => `Cette page parle la version ${page} des messages, Python la version ${python}.`,
    versionRemedy: "Rechargez la page, puis relancez la cellule.",
  },
  announceHits: (count, here) => `${f.one(count, "résultat", "résultats")}, ${f.n(here)} dans cette source`,
  announceResults: (count, last) => `${f.one(count, "fragment", "fragments")}${last ? `, ${last}` : ""}`,
};

export const LANGUAGES = { en, fr };

/** The sentences for a locale such as "fr-CA"; "auto" is the browser's; what is not here is English. */
export function stringsFor(locale: string): Strings {
  const wanted = locale === "auto" ? navigator.language : locale;
  return /^fr\b/i.test(wanted) ? fr : en;
}
