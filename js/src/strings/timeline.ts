import type { Speech } from "./language";

/** The map: names of its lanes, and what lies under the pointer. */
export const timeline = ({ say, n, nth, of, chunks, characters }: Speech) => ({
  name: say("Timeline", "Frise"),
  document: "Document",
  characters: say("Characters", "Caractères"),
  matches: say("Matches", "Trouvés"),
  chunks: say("Chunks", "Fragments"),
  read: say("Read", "Lu"),
  score: "Score",
  unread: (count: number) => say(`${n(count)} unread`, `${n(count)} non lus`),
  unreadShort: n,
  gap: (count: number) => say(`${characters(count)} in no chunk`, `${characters(count)} hors de tout fragment`),
  more: (count: number) => `+${n(count)}`,
  matchOf: (position: number, total: number) => say(`${n(position)} of ${n(total)}`, `${n(position)} sur ${n(total)}`),
  cut: (topK: number, score: string) => `top_k ${n(topK)} ≥ ${score}`,
  partial: (count: number) =>
    say(`${chunks(count)} around here; more are not drawn`, `${chunks(count)} par ici ; d’autres ne sont pas dessinés`),
  chunk: (chunk: number | null, start: number, end: number) =>
    `${say("Chunk", "Fragment")}${nth(chunk)}, [${n(start)}, ${n(end)})`,
  hit: (rank: number) => say(`Hit ${n(rank)}`, `Résultat ${n(rank)}`),
  result: say("In the reading list", "Dans la liste de lecture"),
  leftOut: (start: number, edge: number) =>
    say(
      `Left out by the step: it starts at ${n(start)}, before ${n(edge)}, where the text was read to`,
      `Écarté par le pas : il commence à ${n(start)}, avant ${n(edge)}, où la lecture s’arrête`,
    ),
  position: (chunk: number | null, total: number | null, start: number, end: number) =>
    say(
      `Chunk${nth(chunk)}${of(total)}, characters ${n(start)} to ${n(end)}`,
      `Fragment${nth(chunk)}${of(total)}, caractères ${n(start)} à ${n(end)}`,
    ),
});
