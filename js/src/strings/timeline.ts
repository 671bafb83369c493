import type { Speech } from "./language";

/** The map: names of its lanes, and what lies under the pointer. */
export const timeline = ({ say, n, characters }: Speech) => ({
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
  chunk: (chunk: number, start: number, end: number) =>
    say(`Chunk ${n(chunk)}, [${n(start)}, ${n(end)})`, `Fragment ${n(chunk)}, [${n(start)}, ${n(end)})`),
  hit: (rank: number) => say(`Hit ${n(rank)}`, `Résultat ${n(rank)}`),
  result: say("In the reading list", "Dans la liste de lecture"),
  leftOut: (start: number, edge: number) =>
    say(
      `Left out by the step: it starts at ${n(start)}, before ${n(edge)}, where the text was read to`,
      `Écarté par le pas : il commence à ${n(start)}, avant ${n(edge)}, où la lecture s’arrête`,
    ),
  position: (chunk: number, total: number, start: number, end: number) =>
    say(
      `Chunk ${n(chunk)} of ${n(total)}, characters ${n(start)} to ${n(end)}`,
      `Fragment ${n(chunk)} sur ${n(total)}, caractères ${n(start)} à ${n(end)}`,
    ),
});
