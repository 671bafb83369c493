/** What changed for a reader, as parts of an update: the twin of telling.py. */
import type { Card, Update } from "../protocol";
import { evidenceList } from "./evidence";
import type { Journey, Shown } from "./journey";
import { cardsOf, resultList } from "./messages";
import { decodeBase64, type SavedSource } from "./saved";
import type { Trail } from "./trail";

const CARDS_AHEAD = 40;

export type Parts = { -readonly [Name in keyof Update]?: Update[Name] };

/** An update in which nothing changed. */
export const NOTHING: Update = {
  reply_to: null,
  problem: null,
  welcome: null,
  source_list: null,
  source: null,
  hits: null,
  results: null,
  cards: null,
  scores: null,
  evidence: null,
  history: null,
  export: null,
  call: null,
  selected_row: null,
  selection_changed: false,
};

/** Where a reader stands, and what was kept. */
export interface Stand extends Shown {
  readonly source: SavedSource;
  readonly trail: Trail;
  readonly journey: Journey;
  readonly stars: ReadonlySet<number>;
  readonly read: ReadonlySet<number>;
  readonly budget: number | null;
}

/** What can change, and the parts that tell it. */
const TOLD = {
  source: ({ source, reading }: Stand) => ({ source: { ...source.view, chunk_type: reading.chunkType } }),
  hits: ({ hits }: Stand) => ({ hits }),
  results: (stand: Stand) => ({ results: resultList(stand) }),
  cards: (stand: Stand) => ({
    cards: cardsAt(
      stand.reading.entries.slice(0, CARDS_AHEAD).map(({ row }) => row),
      stand,
    ),
  }),
  // Of searches whose scores the page does not carry, none are told: those of the last one must go.
  scores: ({ source, recorded }: Stand) => ({
    scores: recorded?.scores ?? { source_id: source.view.source_id, children: [], columns: [], cut: null },
  }),
  selection: ({ selected }: Stand) => ({ selection_changed: true, selected_row: selected }),
  evidence: ({ source, stars, budget }: Stand) => ({ evidence: evidenceList(source, stars, budget) }),
  history: (stand: Stand) => ({ history: stand.journey.list(stand) }),
} satisfies { [part: string]: (stand: Stand) => Parts };

export type News = keyof typeof TOLD;
export const NEWS = Object.keys(TOLD) as News[];

/** The parts that are news, and the buffers behind them. */
export function partsOf(news: ReadonlySet<News>, stand: Stand): { parts: Parts; buffers: DataView[] } {
  const parts: Parts = Object.assign({}, ...[...news].map((part) => TOLD[part](stand)));
  const columns = parts.scores?.columns.length ? (stand.recorded?.score_columns ?? []) : [];
  return { parts, buffers: [...(parts.source ? stand.source.buffers : []), ...columns.map(decodeBase64)] };
}

export function cardsAt(rows: readonly number[], { source, reading, recorded }: Stand): Card[] {
  return cardsOf(source, rows, reading, recorded?.words ?? {});
}
