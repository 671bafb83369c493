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
  const visible = headings.filter((heading, k) => {
    const end = headings[k + 1]?.offset ?? Number.POSITIVE_INFINITY;
    return end > scale.span.start && heading.offset < scale.span.end;
  });
  const shown = spaced(uncrowded(visible, scale.width / room), scale, room / 4);
  return shown.map((heading, k) => {
    const next = shown[k + 1];
    return {
      heading,
      left: Math.max(scale.left, scale.x(heading.offset)),
      right: next === undefined ? scale.right : scale.x(next.offset),
    };
  });
}

function uncrowded(headings: readonly HeadingMark[], most: number): readonly HeadingMark[] {
  const levels = [...new Set(headings.map((heading) => heading.level))].sort((a, b) => a - b);
  const upTo = (level: number | undefined) => headings.filter((heading) => heading.level <= (level ?? 0));
  const fitting = levels.filter((level) => upTo(level).length <= most);
  return upTo(fitting.at(-1) ?? levels[0]);
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
