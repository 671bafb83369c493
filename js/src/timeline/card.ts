import { el } from "../dom";
import type { Span } from "../geometry/span";
import { CHUNK_TYPES } from "../protocol";
import { numberOf, type Source } from "../state";
import { listed, type Strings } from "../strings";
import type { Scene } from "./scene";
import { scoreText } from "./scores";
import type { Target } from "./targets";

const DELAY = 150;

/** What is said about a thing of the map, line by line; empty where there is nothing to say. */
export function describe(target: Target, scene: Scene, source: Source, words: Strings): string[] {
  switch (target.kind) {
    case "chunk":
    case "chip":
      return describeChunk(target.place, scene, source, words);
    case "match":
      return [
        words.matchOf(target.match.position, scene.matches.total, scene.matches.more),
        ...describeChunk(target.match.place, scene, source, words, target.match.span),
      ];
    case "gap":
      return [words.timeline.gap(target.characters)];
    case "hole":
      return [words.timeline.unread(target.hole.characters)];
    default:
      return [];
  }
}

function describeChunk(
  place: number,
  { chunks, marks, scores }: Scene,
  source: Source,
  words: Strings,
  at?: Span,
): string[] {
  if (place < 0) return [];
  const [row, span] = [chunks.row(place), chunks.span(place)];
  const type = CHUNK_TYPES[source.types[row] ?? 0] ?? "content";
  const { start, end } = at ?? span;
  const heading = words.pages(source.headings.over(start, end)?.title);
  const rank = marks.hits.get(place);
  const total = scores?.totals[place];
  const hole = marks.skipped.get(place);
  return [
    words.timeline.chunk(numberOf(source, row), span.start, span.end),
    listed([words.chunkTypes[type], heading]),
    rank === undefined ? "" : words.timeline.hit(rank),
    total ? `${words.timeline.score} ${scoreText(total, words.decimal)}` : "",
    marks.results.has(place) ? words.timeline.result : "",
    hole === undefined ? "" : words.timeline.leftOut(span.start, hole.edge),
  ].filter((line) => line !== "");
}

/** A card beside the pointer, shown once the pointer rests. */
export class HoverCard {
  readonly element = el("div.tip", { "aria-hidden": true, hidden: true });
  #timer = 0;
  #shown = "";

  show(lines: readonly string[], x: number, y: number, width: number): void {
    const words = lines.join("\n");
    if (words === "") this.hide();
    else if (words !== this.#shown) this.#wait(words, lines, x, y, width);
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#shown = "";
    this.element.hidden = true;
  }

  #wait(words: string, lines: readonly string[], x: number, y: number, width: number): void {
    this.hide();
    this.#shown = words;
    this.#timer = window.setTimeout(() => {
      const { element } = this;
      element.replaceChildren(...lines.map((line) => el("div", line)));
      element.hidden = false;
      element.style.left = `${Math.max(8, Math.min(x + 12, width - element.offsetWidth - 8))}px`;
      element.style.top = `${y + 16}px`;
    }, DELAY);
  }
}
