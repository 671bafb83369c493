/** What only a saved page says; apart from the rest, so that notebooks do not carry it. */
import { language } from "./language";

const english = language("en-US");
const french = language("fr-FR");

const en = {
  searches: "Recorded searches",
  choose: "Choose a recorded search",
  hits: (query: string, retriever: string, count: number) =>
    `${query} · ${retriever} · ${english.one(count, "hit", "hits")}`,
  size: (length: number, chunks: number) =>
    `${english.one(length, "character", "characters")}, ${english.one(chunks, "chunk", "chunks")}`,
  note: "Saved from a notebook: it works offline, and asks for nothing.",
};

const fr: typeof en = {
  searches: "Recherches enregistrées",
  choose: "Choisir une recherche enregistrée",
  hits: (query, retriever, count) => `${query} · ${retriever} · ${french.one(count, "résultat", "résultats")}`,
  size: (length, chunks) =>
    `${french.one(length, "caractère", "caractères")}, ${french.one(chunks, "fragment", "fragments")}`,
  note: "Enregistré depuis un notebook : la page fonctionne hors ligne et ne demande rien.",
};

export function savedStrings(isFrench: boolean): typeof en {
  return isFrench ? fr : en;
}
