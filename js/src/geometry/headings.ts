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
 * The first is the one in force where the window starts. Where even the highest level is too
 * crowded, headings nearer than `room` pixels to the one before are left out.
 */
export function sections(headings: readonly HeadingMark[], scale: Scale, room: number): Section[] {
  const level = deepestFitting(headings, scale, scale.width / room);
  const shown = spaced(
    inForce(
      headings.filter((heading) => heading.level <= level),
      scale,
    ),
    scale,
    room / 4,
  );
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

function deepestFitting(headings: readonly HeadingMark[], scale: Scale, most: number): number {
  const counts = new Map<number, number>();
  for (const { level } of inForce(headings, scale)) counts.set(level, (counts.get(level) ?? 0) + 1);
  const levels = [...counts.keys()].sort((a, b) => a - b);
  let total = 0;
  const crowded = levels.findIndex((level) => {
    total += counts.get(level) ?? 0;
    return total > most;
  });
  // Where even the highest level is crowded, it is what there is.
  return levels[crowded < 0 ? levels.length - 1 : Math.max(0, crowded - 1)] ?? 0;
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
