import type { Column } from "./columns";
import { Span } from "./span";
import { Track } from "./track";

/** The characters of a source that lie in no chunk; starts must ascend. */
export function findGaps(starts: Column, ends: Column, length: number): Track {
  const gaps: Span[] = [];
  let covered = 0;
  for (let index = 0; index < starts.length; index++) {
    const start = starts[index] as number;
    if (start > covered) gaps.push(Span.between(covered, start));
    covered = Math.max(covered, ends[index] as number);
  }
  if (length > covered) gaps.push(Span.between(covered, length));
  return Track.of(gaps);
}

/** Spans in any order, merged where they touch or overlap; those of no length are left out. */
export function merge(spans: readonly Span[]): Track {
  const merged: Span[] = [];
  const ordered = spans.filter((span) => span.length > 0).sort((a, b) => a.start - b.start);
  for (const span of ordered) {
    const last = merged.at(-1);
    if (last !== undefined && span.start <= last.end) merged[merged.length - 1] = last.hull(span);
    else merged.push(span);
  }
  return Track.of(merged);
}
