import type { Speech } from "./language";

/** The map: names of its lanes, and what lies under the pointer. */
export const timeline = ({ say, n, chunk, hit, placed, chunks, characters }: Speech) => ({
  name: say("Timeline", "Frise"),
  document: "Document",
  characters: say("Characters", "Caractères"),
  matches: say("Matches", "Occurrences"),
  chunks: say("Chunks", "Fragments"),
  read: say("Read", "Lu"),
  score: "Score",
  unread: (count: number) => say(`${n(count)} unread`, `${n(count)} non lus`),
  gap: (count: number) => `${characters(count)} ${say("in no chunk", "hors de tout fragment")}`,
  more: (count: number) => `+${n(count)}`,
  cut: (topK: number, score: string) => `top_k ${n(topK)} ≥ ${score}`,
  partial: (count: number) =>
    `${chunks(count)} ${say("around here; more are not drawn", "par ici ; d’autres ne sont pas dessinés")}`,
  chunk: (number: number | null, start: number, end: number) => `${chunk(number)}, [${n(start)}, ${n(end)})`,
  hit,
  result: say("In the reading list", "Dans la liste de lecture"),
  leftOut: (start: number, edge: number) =>
    say(
      `Left out by the step: it starts at ${n(start)}, before ${n(edge)}, where the text was read to`,
      `Écarté par le pas : il commence à ${n(start)}, avant ${n(edge)}, où la lecture s’arrête`,
    ),
  position: (number: number | null, total: number | null, start: number, end: number) =>
    placed(chunk(number), total, start, end),
});
