import { firstNot } from "./columns";
import type { Scale } from "./scale";
import type { Span } from "./span";

/** A heading of a source, or a page, whose level is 0. */
export interface HeadingMark {
  readonly offset: number;
  readonly level: number;
  readonly title: string;
}

/** A heading and the stretch that it stands over, up to the next one that is shown. */
export interface Section {
  readonly heading: HeadingMark;
  readonly left: number;
  readonly right: number;
}

/** Some of the headings of a list, by their places in it. */
interface Run {
  readonly list: readonly HeadingMark[];
  readonly from: number;
  readonly to: number;
}

/** The headings of a source, by ascending offset, so that a window is found without a look at each of them. */
export class Headings {
  /** From the highest level alone down to all levels. */
  readonly #ladder: readonly (readonly HeadingMark[])[];

  constructor(readonly all: readonly HeadingMark[]) {
    const levels = [...new Set(all.map(({ level }) => level))].sort((a, b) => a - b);
    this.#ladder = levels.map((deepest) => all.filter(({ level }) => level <= deepest));
  }

  /**
   * The heading that a span starts under; of pages, all that it stands on.
   *
   * The twin of `heading_over` in Python: tests/data/page_titles.json holds both to the same answers.
   */
  over(start: number, end: number): HeadingMark | undefined {
    const [first, last] = [start, Math.max(start, end - 1)].map((at) => this.all[firstFrom(this.all, at + 1) - 1]);
    if (first?.level !== 0 || last?.level !== 0) return first;
    return { ...first, title: pagesInWords(first.title.slice(3), last.title.slice(3)) };
  }

  /** The pages that a span stands on; nothing where its source has none. */
  pagesOver(start: number, end: number): string {
    const over = this.over(start, end);
    return over?.level === 0 ? over.title : "";
  }

  /**
   * The headings over a window, down to the level for which there is room.
   *
   * The first is the one in force where the window starts. Headings that would stand on top of each
   * other are left out, and where even the highest level is crowded, as many as leave room for words.
   */
  sections(scale: Scale, room: number): Section[] {
    const runs = this.#ladder.map((list) => inForce(list, scale.span));
    const fitting = runs.findLast(({ from, to }) => to - from <= scale.width / room);
    const run = fitting ?? runs[0];
    const shown = run ? spaced(run, scale.length(fitting ? room / 4 : room * 1.5)) : [];
    return shown.map((heading, k) => {
      const next = shown[k + 1];
      return {
        heading,
        left: Math.max(scale.left, scale.x(heading.offset)),
        right: next === undefined ? scale.right : scale.x(next.offset),
      };
    });
  }
}

/** Pages as citations name them. */
export function pagesInWords(first: number | string, last: number | string | undefined): string {
  return first === last ? `p. ${first}` : `pp. ${first}–${last}`;
}

/** Place of the first heading from an offset on. */
function firstFrom(list: readonly HeadingMark[], offset: number, from = 0): number {
  return firstNot((index) => (list[index] as HeadingMark).offset < offset, from, list.length);
}

/** Those that stand over some of the window. */
function inForce(list: readonly HeadingMark[], { start, end }: Span): Run {
  const after = firstFrom(list, start);
  const from = list[after]?.offset === start ? firstFrom(list, start + 1, after) - 1 : Math.max(0, after - 1);
  return { list, from, to: firstFrom(list, end, from) };
}

function spaced({ list, from, to }: Run, apart: number): HeadingMark[] {
  const kept: HeadingMark[] = [];
  for (let k = from; k < to; ) {
    const heading = list[k] as HeadingMark;
    kept.push(heading);
    k = firstFrom(list, heading.offset + apart, k + 1);
  }
  return kept;
}
