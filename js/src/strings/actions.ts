import type { Speech } from "./language";

/** Steps, ranges, finding, and the evidence that was collected. */
export const actions = ({ say, one, some, counted, chunks, characters }: Speech) => ({
  back: say("Back ([)", "Reculer ([)"),
  forward: say("Forward (])", "Avancer (])"),
  previous: say("Previous", "Précédent"),
  previousTitle: say("Previous (p)", "Précédent (p)"),
  next: say("Next", "Suivant"),
  nextTitle: say("Next (n)", "Suivant (n)"),
  step: "k",
  stepTitle: say("How many chunks a step takes", "Combien de fragments par pas"),
  open: (window: number) => `${say("Open", "Ouvrir")} ±${window}`,
  openTitle: (window: number) =>
    say(
      `Show the selected chunk with ${window} neighbours on each side`,
      `Montrer le fragment sélectionné avec ${window} voisins de chaque côté`,
    ),
  read: say("Read", "Lire"),
  readTitle: say(
    "Read a range: type it, drag on the ruler, or leave a side empty for start or end",
    "Lire un intervalle : à taper, ou à tracer sur la règle ; un côté vide est le début ou la fin",
  ),
  readField: (name: string) => say(`Read: ${name}`, `Lire : ${name}`),
  readStart: say("start", "début"),
  readEnd: say("end", "fin"),
  readStartTitle: say(
    "Start of the range; empty is the start of the source",
    "Début de l’intervalle ; vide : début de la source",
  ),
  readEndTitle: say(
    "End of the range; empty is the end of the source",
    "Fin de l’intervalle ; vide : fin de la source",
  ),
  grep: say("Find in this document", "Trouver dans ce document"),
  modes: {
    phrase: "Phrase",
    term: say("Term", "Termes"),
  },
  modeTitle: say("How to match the pattern", "Comment comparer le motif"),
  matchOf: (position: number, total: number, more = false) => some(position, total) + (more ? "+" : ""),
  noMatch: say("no match", "rien trouvé"),
  matchPrevious: say("Previous match (Shift+Enter)", "Occurrence précédente (Maj+Entrée)"),
  matchNext: say("Next match (Enter)", "Occurrence suivante (Entrée)"),
  evidence: say("Evidence", "Preuves"),
  evidenceSize: (length: number, tokens: number) =>
    `${characters(length)} ${say("with citations, about", "avec les références, environ")} ${counted(tokens, "token", "jeton")}`,
  noEvidence: say(
    "Nothing collected yet: press the star of a chunk, or s, to keep it here.",
    "Rien encore : l’étoile d’un fragment, ou la touche s, le garde ici.",
  ),
  budget: say("Token budget", "Budget en jetons"),
  budgetTitle: say(
    "How many tokens the merged text may have; empty is any number",
    "Combien de jetons le texte réuni peut avoir ; vide : sans limite",
  ),
  noBudget: say("none", "aucun"),
  leftOut: (count: number) => say(`${chunks(count)} left out`, one(count, "fragment écarté", "fragments écartés")),
  leftOutTitle: say(
    "Left out of what is exported: it does not fit the budget",
    "Absent de ce qui est exporté : il dépasse le budget",
  ),
  noPlace: say("no place", "sans position"),
  fates: { changed: say("changed since", "modifié depuis"), gone: say("no longer there", "disparu depuis") },
});
