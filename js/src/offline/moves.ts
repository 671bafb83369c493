/** Moving about in the source, the twin of navwidget/widget/moves.py: each move gives the next reading list. */
import { reasonAgainst } from "../abilities";
import { type Navigator, SearchError } from "../navigator";
import type { Ability, ChunkType, GrepMode, NavigationDirection, ResultRole } from "../protocol";
import { asking, type Calls, member } from "./calls";
import { adding, begin, type Reading } from "./reading";
import type { SavedSource } from "./saved";

export class Mover {
  readonly #id: string;

  constructor(
    private readonly source: SavedSource,
    private readonly navigator: Navigator,
    private readonly abilities: readonly Ability[],
    private readonly calls: Calls,
    private readonly reading: Reading,
  ) {
    this.#id = source.view.source_id;
  }

  /** Add the chunks beside the list, or begin one at an end of the source. */
  navigate(direction: NavigationDirection, topK: number): Reading {
    const isBack = direction === "previous";
    const end = isBack ? this.reading.entries[0] : this.reading.entries.at(-1);
    const place = isBack ? this.source.view.length : 0;
    const fresh = this.#beyond(end ? this.source.span(end.row) : [place, place], direction, topK);
    const short = fresh.length < topK;
    const [before, after] = this.reading.edges;
    const edges = [before || (isBack && short), after || (!isBack && short)] as const;
    return { ...adding(this.#continued("navigate"), fresh, direction), edges };
  }

  /** Ask for chunks that are not in the list: one without length lies on both sides of its own place. */
  #beyond([start, end]: readonly [number, number], direction: NavigationDirection, topK: number): number[] {
    const present = new Set(this.reading.entries.map(({ row }) => row));
    for (let wanted = topK; ; ) {
      const answer = this.#navigate(start, end, direction, wanted);
      const fresh = answer.filter((row) => !present.has(row));
      if (fresh.length >= topK || answer.length < wanted) return fresh;
      this.calls.made.pop(); // the next one says it all
      wanted += topK - fresh.length;
    }
  }

  #navigate(start: number, end: number, direction: NavigationDirection, topK: number): number[] {
    const args = [this.#id, start, end, member("NavigationDirection", direction)];
    return this.#ask("navigate", args, { top_k: topK, ...this.#typed }, () =>
      this.navigator.navigate(this.#id, start, end, direction, topK, this.#type),
    );
  }

  /** Show a chunk between its neighbours: a hit begins a list, any other chunk is added to the one there is. */
  openAround(anchor: number, window: number, role: ResultRole): Reading {
    const [before, after] = window > 0 ? this.#beside(anchor, window) : [[], []];
    const list = role === "hit" ? begin(this.#type, { operation: "open" }) : this.#continued("open");
    return adding(adding(adding({ ...list, anchor }, [anchor], role), before, "previous"), after, "next");
  }

  #beside(anchor: number, window: number): [number[], number[]] {
    if (reasonAgainst(this.abilities, "neighbours") === null) {
      const id = this.source.ids[anchor] as string;
      const around = this.#ask("neighbours", [id], { before: window, after: window }, () =>
        this.navigator.neighbours(id, window, window),
      );
      return [around.filter((row) => row < anchor), around.filter((row) => row > anchor)];
    }
    if (reasonAgainst(this.abilities, "navigate") !== null) return [[], []];
    const [start, end] = this.source.span(anchor);
    const before = this.#navigate(start, end, "previous", window);
    return [before, this.#navigate(start, end, "next", window)];
  }

  /** Replace the list by the chunks inside a span. */
  read(start: number | null, end: number | null, topK: number): Reading {
    const answer = this.#ask("read", [this.#id, start, end], { top_k: topK, ...this.#typed }, () =>
      this.navigator.read(this.#id, start, end, topK, this.#type),
    );
    const cut = this.source.countInside(start, end, this.#type) > answer.length;
    const crossing = this.source.countCrossing(start, end, this.#type);
    return adding(begin(this.#type, { operation: "read", cut, crossing }), answer, "read");
  }

  /** Replace the list by the chunks that hold a pattern. */
  grep(pattern: string, mode: GrepMode, topK: number): Reading {
    const asked = { mode: member("GrepMode", mode), top_k: topK, ...this.#typed };
    const find = (most: number) => this.navigator.grep(this.#id, pattern, mode, most, this.#type);
    const answer = this.#ask("grep", [this.#id, pattern], asked, () => find(topK));
    const cut = answer.length === topK && find(topK + 1).length > topK;
    return adding(begin(this.#type, { operation: "grep", pattern, mode, cut }), answer, "match");
  }

  /** Add chunks that a step left out. */
  show(rows: readonly number[]): Reading {
    const found = rows.filter((row) => this.source.has(row));
    if (reasonAgainst(this.abilities, "get_chunk") === null) {
      for (const row of found) this.#ask("get_chunk", [this.source.ids[row] as string], {}, () => [row]);
    }
    return adding(this.#continued(this.reading.operation), found, "shown");
  }

  #ask(
    method: string,
    args: Parameters<typeof asking>[1],
    named: Parameters<typeof asking>[2],
    answer: () => number[],
  ): number[] {
    return this.calls.ask(asking(method, args, named), () => {
      const reason = reasonAgainst(this.abilities, method);
      if (reason !== null) throw new SearchError(`${reason}.`);
      return answer();
    });
  }

  get #type(): ChunkType {
    return this.reading.chunkType;
  }

  /** The argument for a chunk type, left out where it is what every index takes by itself. */
  get #typed() {
    return this.#type === "content" ? {} : { content_type: member("ChunkType", this.#type) };
  }

  /** The list to add to; what a read said of its edges holds no longer. */
  #continued(operation: Reading["operation"]): Reading {
    if (this.reading.entries.length === 0) return begin(this.#type, { operation });
    const kept = this.reading.operation === "grep" ? "grep" : operation;
    return { ...this.reading, operation: kept, crossing: 0, cut: this.reading.cut && kept === "grep" };
  }
}
