/** Where each row of the map stands, in pixels from its top; all of them before `scale` is applied. */
export interface Anatomy {
  readonly width: number;
  readonly height: number;
  /** Left and right end of everything that stands at an offset. */
  readonly left: number;
  readonly right: number;
  readonly isNarrow: boolean;
  readonly chips: number;
  readonly strip: number;
  readonly coverage: number;
  readonly funnel: number;
  readonly headings: number;
  readonly ruler: number;
  readonly matches: number | null;
  readonly lanes: number;
  readonly laneCount: number;
  readonly read: number;
  readonly scores: number | null;
}

export const LANE = 20;
export const LANE_STEP = 24;
export const STRIP = 12;
export const SCORE = 30;
export const CHIP = 17;

const PADDING = 8;
const SIDE = 16;
const GUTTER = 80;
/** Below this width the labels at the left are left out. */
const NARROW = 800;

/** Heights of the call line, of a row of controls, and the least height of the panels. */
const CALL = 28;
const ROW = 36;
const PANELS = 160;
/** Below these widths the actions and the toolbar take two rows. */
const TWO_ROWS = [1060, 960];

/** `explorer` is the height of the whole explorer: in a low one the scores make room for the panels. */
export function anatomy(width: number, explorer: number, laneCount: number, hasMatches: boolean): Anatomy {
  const isNarrow = width < NARROW;
  const matches = 78;
  const lanes = matches + (hasMatches ? 16 : 0);
  const read = lanes + laneCount * LANE_STEP - 2;
  const scores = read + 13;
  const full = scores + SCORE + 4;
  const rows = 2 + TWO_ROWS.filter((least) => width < least).length;
  const bars = CALL + rows * ROW + 4 * PADDING;
  const hasScores = explorer - full - bars >= PANELS;
  return {
    width,
    height: hasScores ? full : read + 13,
    left: isNarrow ? SIDE : GUTTER,
    right: Math.max(width - SIDE, GUTTER + 1),
    isNarrow,
    chips: 2,
    strip: 17,
    coverage: 31,
    funnel: 37,
    headings: 47,
    ruler: 61,
    matches: hasMatches ? matches : null,
    lanes,
    laneCount,
    read,
    scores: hasScores ? scores : null,
  };
}

export function laneTop(anatomy: Anatomy, lane: number): number {
  return anatomy.lanes + lane * LANE_STEP;
}

export function lanesBottom(anatomy: Anatomy): number {
  return laneTop(anatomy, anatomy.laneCount) - (LANE_STEP - LANE);
}
