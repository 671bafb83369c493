import type { Scale } from "./scale";

/** A heading, or a page, of a source. */
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

/**
 * The headings over a window, down to the level for which there is room.
 *
 * The first is the one in force where the window starts. Headings that would stand on top of each
 * other are left out, and where even the highest level is crowded, as many as leave room for words.
 */
export function sections(headings: readonly HeadingMark[], scale: Scale, room: number): Section[] {
  const level = deepestFitting(headings, scale, scale.width / room);
  const chosen = headings.filter((heading) => heading.level <= (level ?? highest(headings)));
  const shown = spaced(inForce(chosen, scale), scale, level === null ? room * 1.5 : room / 4);
  return shown.map((heading, k) => {
    const next = shown[k + 1];
    return {
      heading,
      left: Math.max(scale.left, scale.x(heading.offset)),
      right: next === undefined ? scale.right : scale.x(next.offset),
    };
  });
}

/** Those that stand over some of the window. */
function inForce(headings: readonly HeadingMark[], scale: Scale): readonly HeadingMark[] {
  return headings.filter((heading, k) => {
    const end = headings[k + 1]?.offset ?? Number.POSITIVE_INFINITY;
    return end > scale.span.start && heading.offset < scale.span.end;
  });
}

/** Null where there is no room even for the highest level. */
function deepestFitting(headings: readonly HeadingMark[], scale: Scale, most: number): number | null {
  const counts = new Map<number, number>();
  for (const { level } of inForce(headings, scale)) counts.set(level, (counts.get(level) ?? 0) + 1);
  let total = 0;
  let deepest: number | null = null;
  for (const [level, count] of [...counts].sort(([a], [b]) => a - b)) {
    total += count;
    if (total > most) break;
    deepest = level;
  }
  return deepest;
}

function highest(headings: readonly HeadingMark[]): number {
  return headings.reduce((least, { level }) => Math.min(least, level), Number.POSITIVE_INFINITY);
}

function spaced(headings: readonly HeadingMark[], scale: Scale, room: number): HeadingMark[] {
  const kept: HeadingMark[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const heading of headings) {
    const x = scale.x(heading.offset);
    if (x - last < room) continue;
    kept.push(heading);
    last = x;
  }
  return kept;
}
