import { listed, type Speech } from "./language";

/** The call line and the history, the kernel, problems, and what a screen reader hears. */
export const calls = ({ say, n, counted, ms, here, chunks, hits }: Speech) => ({
  call: say("The Python call that was just made", "L’appel Python qui vient d’être fait"),
  noCall: say("no call yet", "aucun appel"),
  history: say("History of calls", "Historique des appels"),
  callCount: (shown: number, total: number) =>
    shown < total
      ? say(`the newest ${n(shown)} of ${n(total)} calls`, `les ${n(shown)} derniers appels sur ${n(total)}`)
      : counted(total, "call", "appel"),
  /** What a call was about: where it asked, and for what. */
  subject: (name: string, start: number | null, end: number | null, what: string) => {
    const edge = (at: number | null) => (at === null ? "" : n(at));
    return listed([name, edge(start ?? end) && `${edge(start)}–${edge(end)}`, what]);
  },
  goBackHere: say("Go back here", "Revenir ici"),
  atEdge: {
    NEXT: say("end of the document", "fin du document"),
    PREVIOUS: say("start of the document", "début du document"),
  },
  /** What a call gave, or that it failed, and how long that took. */
  callMeta: (count: number | null, milliseconds: number) =>
    `${count === null ? say("failed", "échec") : chunks(count)}, ${ms(milliseconds)}`,
  copyCall: say("Copy the call", "Copier l’appel"),
  copied: say("Copied", "Copié"),
  byHand: say(
    "This page may not use the clipboard. The text is selected: copy it with Ctrl+C or ⌘C.",
    "Cette page n’a pas accès au presse-papiers. Le texte est sélectionné : copiez-le par Ctrl+C ou ⌘C.",
  ),
  copyProblem: say("Copy the error", "Copier l’erreur"),
  dismiss: say("Close", "Fermer"),
  cancel: say("Cancel", "Annuler"),
  status: {
    connecting: say("connecting", "connexion"),
    idle: "",
    busy: say("busy", "en cours"),
    waiting: say("waiting for the kernel", "en attente du noyau"),
    gone: say("kernel gone", "noyau disparu"),
  },

  problems: {
    noQuery: say("The query is empty: type what to look for.", "La requête est vide : tapez ce qu’il faut chercher."),
    noPattern: say(
      "The search field is empty: type what to find in this document.",
      "Le champ est vide : tapez ce qu’il faut trouver dans ce document.",
    ),
    noId: say("The chunk id is empty: type or paste one.", "L’id du fragment est vide : tapez-en ou collez-en un."),
    wholeNumber: (name: string, least: number, got: string) =>
      got === ""
        ? `${name} ${say("is empty.", "est vide.")}`
        : say(
            `${name} must be a whole number of at least ${least}, got “${got}”.`,
            `${name} doit être un nombre entier d’au moins ${least}, et non « ${got} ».`,
          ),
    backwards: (start: number, end: number) =>
      say(
        `The range starts at ${n(start)}, after its end at ${n(end)}.`,
        `L’intervalle commence à ${n(start)}, après sa fin à ${n(end)}.`,
      ),
    wholeNumberRemedy: say("Type a whole number and try again.", "Tapez un nombre entier, puis recommencez."),
    offsetRemedy: say(
      "Type a position in characters, or leave the field empty for the start or the end.",
      "Tapez une position en caractères, ou laissez le champ vide pour le début ou la fin.",
    ),
    gone: say("The kernel is gone: run the cell again.", "Le noyau n’est plus là : relancez la cellule."),
    message: say("An answer of Python could not be shown.", "Une réponse de Python n’a pas pu être montrée."),
    messageRemedy: say(
      "Run the cell again; if it stays so, this page and the installed version differ: reload the page.",
      "Relancez la cellule ; si cela persiste, la page et la version installée diffèrent : rechargez la page.",
    ),
    version: (page: number, python: number) =>
      say(
        `This page speaks version ${page} of the messages, Python ${python}.`,
        `Cette page parle la version ${page} des messages, Python la version ${python}.`,
      ),
    versionRemedy: say("Reload the page, then run the cell again.", "Rechargez la page, puis relancez la cellule."),
  },
  /** What has to be there first. */
  needs: {
    source: say(
      "No source is open: choose one, or search.",
      "Aucune source n’est ouverte : choisissez-en une, ou cherchez.",
    ),
    opened: say(
      "Nothing is open yet: pick a hit, or click a chunk on the timeline.",
      "Rien n’est encore ouvert : choisissez un résultat, ou un fragment sur la frise.",
    ),
    ring: say(
      "No chunk is selected: click one, or go to it with the arrow keys.",
      "Aucun fragment n’est sélectionné : cliquez-en un, ou allez-y avec les flèches.",
    ),
    unread: say("No text was left out between these chunks.", "Aucun texte n’a été écarté entre ces fragments."),
    back: say("There is nothing to go back to.", "Il n’y a rien où reculer."),
    forward: say("There is nothing to go forward to.", "Il n’y a rien où avancer."),
    call: say(
      "No call was made yet: search, or open a chunk.",
      "Aucun appel n’a encore été fait : cherchez, ou ouvrez un fragment.",
    ),
  },
  announceHits: (count: number, inSource: number) => `${hits(count)}, ${n(inSource)} ${here}`,
  announceResults: (count: number, last: string) => `${counted(count, "result", "fragment")}${last ? `, ${last}` : ""}`,
});
