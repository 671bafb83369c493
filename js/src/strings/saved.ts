import type { Speech } from "./language";

/** What only a saved page says; apart from the rest, so that notebooks do not carry it. */
export const savedStrings = ({ say, chunks, characters, hits }: Speech) => ({
  searches: say("Recorded searches", "Recherches enregistrées"),
  choose: say("Choose a recorded search", "Choisir une recherche enregistrée"),
  hits: (query: string, retriever: string, count: number) => `${query} · ${retriever} · ${hits(count)}`,
  size: (length: number, count: number) => `${characters(length)}, ${chunks(count)}`,
  note: say(
    "Saved from a notebook: it works offline, and asks for nothing.",
    "Enregistré depuis un notebook : la page fonctionne hors ligne et ne demande rien.",
  ),
  notRecorded: (query: string, carried: string) =>
    say(
      `This page has no kernel to search for '${query}': it carries ${carried || "none"}. Run the notebook for another search.`,
      `Cette page n’a pas de noyau pour chercher « ${query} » ; elle contient : ${carried || "rien"}. Relancez le notebook pour une autre recherche.`,
    ),
});
