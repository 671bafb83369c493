import { pixel } from "../brand";
import { placeChips } from "../geometry/chips";
import { Chunks } from "../geometry/chunks";
import type { Headings } from "../geometry/headings";
import { Peaks, scoreBars } from "../geometry/peaks";
import { Scale } from "../geometry/scale";
import { Span } from "../geometry/span";
import { Track } from "../geometry/track";
import { memo } from "../memo";
import { CHUNK_TYPES, type HitList, type ResultList } from "../protocol";
import { hasMore, hitsHere, placeOf as rowSpan, type Scores, type Source, type State } from "../state";
import type { Strings } from "../strings";
import type { Theme } from "../theme";
import { type Anatomy, anatomy, CHIP } from "./anatomy";
import { PROFILE_STEP } from "./overview";
import type { Hole, Marks, Matches, Pin, Scene, ScoreMarks } from "./scene";
import { scoreText } from "./scores";

/** What the picture depends on beside the store. */
export interface Viewing {
  readonly window: Span;
  readonly width: number;
  readonly theme: Theme;
  readonly words: Strings;
}

export type Compose = (state: State, viewing: Viewing) => Scene | null;

/** Makes scenes out of states; what did not change since the last scene is not computed again. */
export function createCompose(): Compose {
  const chunksOf = memo(layOut);
  const marksOf = memo(mark);
  const readOf = memo(({ covered }: ResultList) => Track.of(covered.map((span) => Span.between(...span))));
  const holesOf = memo(unread);
  const matchesOf = memo(findMatches);
  const scoresOf = memo(addUp);
  const anatomyOf = memo(anatomy);
  const overviewOf = memo((length: number, { left, right }: Anatomy) =>
    scaleOver(Span.between(0, length), left, right),
  );
  const profileOf = memo(profile);
  const seamsOf = memo((headings: Headings, overview: Scale) =>
    headings.sections(overview, 14).flatMap(({ left }) => (left > overview.left ? [left] : [])),
  );
  const pinsOf = memo(pin);

  return (state, { window, width, theme, words }) => {
    const { source, hits, results } = state;
    if (source === null || width <= 0) return null;
    const chunks = chunksOf(source);
    const matches = matchesOf(results, chunks, state.match);
    const lanes = Math.max(1, chunks.lanes.tracks.length);
    const rows = anatomyOf(width, state.settings.height, lanes, matches.items.length > 0);
    const overview = overviewOf(Math.max(1, source.length), rows);
    const scores = scoresOf(state.scores, chunks, hits, words);
    return {
      anatomy: rows,
      theme,
      words,
      overview,
      scale: overview.show(window),
      chunks,
      partial: source.complete ? "" : words.timeline.partial(source.chunks),
      headings: source.headings,
      seams: seamsOf(source.headings, overview),
      pins: pinsOf(hits, source, chunks, overview),
      marks: marksOf(hits, results, source, chunks),
      matches,
      read: readOf(results),
      holes: holesOf(results),
      scores,
      profile: profileOf(scores, chunks, overview),
      selected: placeOf(chunks, state.selected),
      hovered: placeOf(chunks, state.hovered),
      range: state.range === null ? null : Span.between(...state.range),
    };
  };
}

function scaleOver(span: Span, left: number, right: number): Scale {
  return new Scale(span, pixel(left), pixel(right - left));
}

function layOut({ chunkType, types, starts, ends, length, complete }: Source): Chunks {
  return Chunks.ofType(CHUNK_TYPES.indexOf(chunkType), types, starts, ends, length, complete);
}

function placeOf(chunks: Chunks, row: number | null): number | null {
  const place = row === null ? -1 : chunks.place(row);
  return place < 0 ? null : place;
}

function mark(hits: HitList | null, results: ResultList, source: Source, chunks: Chunks): Marks {
  const ranks = hitsHere({ hits, source }).map(({ row, rank }) => [chunks.place(row), rank] as const);
  const ranked = new Map(ranks.filter(([place]) => place >= 0));
  const shown = new Set(results.rows.map((row) => chunks.place(row)).filter((place) => place >= 0));
  const skipped = new Map(
    results.skipped.flatMap((hole) => hole.rows.map((row) => [chunks.place(row), toHole(hole)] as const)),
  );
  const isPlain = (place: number) => place >= 0 && !ranked.has(place);
  return {
    hits: ranked,
    results: shown,
    skipped,
    tracks: {
      hit: chunks.select(ranked.keys()),
      result: chunks.select([...shown].filter(isPlain)),
      skipped: chunks.select([...skipped.keys()].filter((place) => isPlain(place) && !shown.has(place))),
    },
  };
}

function toHole({ start, end, characters }: ResultList["skipped"][number]): Hole {
  return { span: Span.between(start, end), characters, edge: start };
}

/** What is left of the holes where other lists have shown some of their text; both ascend. */
function unread({ skipped, covered }: ResultList): Hole[] {
  let next = 0;
  return skipped.flatMap(({ start, end }) => {
    const pieces: Hole[] = [];
    const leave = (from: number, to: number) => {
      if (from < to) pieces.push({ span: Span.between(from, to), characters: to - from, edge: start });
    };
    while (next < covered.length && (covered[next] as [number, number])[1] <= start) next++;
    let from = start;
    for (let at = next; at < covered.length && (covered[at] as [number, number])[0] < end; at++) {
      const [readFrom, readTo] = covered[at] as [number, number];
      leave(from, readFrom);
      from = Math.max(from, readTo);
    }
    leave(from, end);
    return pieces;
  });
}

function pin(hits: HitList | null, source: Source, chunks: Chunks, overview: Scale) {
  const pins: Pin[] = hitsHere({ hits, source }).map(({ row, rank, start, end }) => {
    const [from, to] = start === null || end === null ? rowSpan(source, row) : [start, end];
    return { rank, place: chunks.place(row), x: overview.x((from + to) / 2) };
  });
  return placeChips(pins, CHIP, overview.left + CHIP / 2, overview.right - CHIP / 2);
}

function findMatches(results: ResultList, chunks: Chunks, current: number | null): Matches {
  const items = results.matches.map(({ row, start, end }, k) => {
    return { span: Span.between(start, end), place: chunks.place(row), position: k + 1 };
  });
  return {
    // Overlapping chunks repeat text, so matches in reading order of chunks are not in order of places.
    items: items.toSorted((a, b) => a.span.start - b.span.start),
    current: current === null ? null : (items[current] ?? null),
    total: items.length,
    more: hasMore(results),
  };
}

function addUp(scores: Scores | null, chunks: Chunks, hits: HitList | null, words: Strings): ScoreMarks | null {
  if (scores === null) return null;
  const children = scores.columns.map((column, k) => {
    return { name: scores.children[k] ?? "own", values: chunks.byPlace(column) };
  });
  const totals = new Float32Array(chunks.size);
  for (const { values } of children) {
    for (let place = 0; place < totals.length; place++) totals[place] = (totals[place] ?? 0) + (values[place] ?? 0);
  }
  const peaks = new Peaks(totals);
  const best = totals[peaks.highest(0, totals.length)] ?? 0;
  // A little air over the best score.
  const highest = Math.max(best, scores.cut ?? 0) * 1.05;
  const { cut } = scores;
  const cutLabel = cut === null ? "" : words.timeline.cut(hits?.top_k ?? 0, scoreText(cut, words.decimal));
  return { children, peaks, totals, highest, cut, cutLabel };
}

function profile(scores: ScoreMarks | null, chunks: Chunks, overview: Scale): Float32Array | null {
  if (scores === null || scores.highest <= 0) return null;
  const heights = new Float32Array(Math.floor(overview.width / PROFILE_STEP));
  for (const { place, left, right } of scoreBars(chunks.starts, chunks.ends, scores.peaks, overview)) {
    const share = (scores.totals[place] ?? 0) / scores.highest;
    const last = Math.min(heights.length, Math.ceil((right - overview.left) / PROFILE_STEP));
    for (let k = Math.max(0, Math.floor((left - overview.left) / PROFILE_STEP)); k < last; k++) {
      heights[k] = Math.max(heights[k] ?? 0, share);
    }
  }
  return heights;
}
