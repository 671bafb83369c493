import type { RetrieverName } from "../protocol";
import type { Notice, Speech } from "./language";

/** The ranked chunks of a search, and what to do where there are none. */
export const hits = ({ say, n, form, some, counted, ms, here, hit, hits }: Speech) => ({
  hits: say("Hits", "Résultats"),
  hitsHere: (inSource: number, all: number) => `${some(inSource, all)} ${here}`,
  inDocument: say("In the document", "Position"),
  scoreNames: {
    keyword: "Score (BM25)",
    vector: say("Score (cosine)", "Score (cosinus)"),
    hybrid: "Score (RRF)",
    own: "Score",
  } satisfies Record<RetrieverName, string>,
  parts: {
    keyword: say("kw", "mot"),
    vector: "vec",
    own: say("own", "vôtre"),
  },
  partRank: (name: string, rank: number) => say(`${name} rank ${n(rank)}`, `rang ${n(rank)} par ${name}`),
  hitsFoot: (shown: number, candidates: number | null, sources: number | null, time: number | null) =>
    (candidates === null
      ? hits(shown)
      : `${some(shown, candidates)} ${form(candidates, say("ranked chunk", "fragment classé"), say("ranked chunks", "fragments classés"))}`) +
    (sources === null ? "" : `, ${counted(sources, "source", "source")}`) +
    (time === null ? "" : `, ${ms(time)}`),
  hitLabel: (rank: number, title: string, score: string) => `${hit(rank)}, ${title}, score ${score}`,
  noSearch: [
    say("No search yet", "Pas encore de recherche"),
    say(
      "Type a query above and press Enter. The best chunks of the whole index appear here.",
      "Tapez une requête ci-dessus, puis Entrée. Les meilleurs fragments de tout l’index paraissent ici.",
    ),
  ] as Notice,
  noWayToSearch: say("No search here", "Pas de recherche ici"),
  noHits: (query: string, own: string): Notice => [
    say("No hits", "Aucun résultat"),
    say(
      `${own ? `Your retriever ${own} returned nothing` : "No chunk was found"} for “${query}”.`,
      `${own ? `${own} n’a rien renvoyé` : "Aucun fragment n’a été trouvé"} pour « ${query} ».`,
    ),
  ],
  noHitsKeyword: say(
    "Keyword search matches whole words only.",
    "La recherche par mots ne trouve que des mots entiers.",
  ),
  noHitsUnread: say("Chunks that were read are left out.", "Les fragments déjà lus sont écartés."),
  noHitsHere: say("Only this source was searched.", "La recherche s’est limitée à cette source."),
  searchAgain: {
    hybrid: say("Search again with Hybrid", "Chercher en mode hybride"),
    all: say("Search again, read chunks too", "Chercher aussi dans ce qui est lu"),
  },
});
