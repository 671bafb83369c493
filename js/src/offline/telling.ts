/** What changed for a reader, as parts of an update: the twin of telling.py. */
import type { Card, Update } from "../protocol";
import { evidenceList } from "./evidence";
import type { Journey, Shown } from "./journey";
import { cardsOf, resultList } from "./messages";
import { decodeBase64, type SavedSource } from "./saved";
import type { Trail } from "./trail";

const CARDS_AHEAD = 40;

export const NEWS = ["source", "hits", "results", "cards", "scores", "selection", "evidence", "history"] as const;

export type News = (typeof NEWS)[number];
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
  readonly selected: number | null;
  readonly budget: number | null;
}

/** The parts that are news, and the buffers behind them. */
export function partsOf(news: ReadonlySet<News>, stand: Stand): { parts: Parts; buffers: DataView[] } {
  const { source, reading, hits, journey, stars, selected, budget } = stand;
  const { scores, columns } = scoresOf(stand);
  const rows = reading.entries.slice(0, CARDS_AHEAD).map(({ row }) => row);
  return {
    parts: {
      ...(news.has("evidence") && { evidence: evidenceList(source, stars, budget) }),
      ...(news.has("history") && { history: journey.list(stand) }),
      ...(news.has("selection") && { selection_changed: true, selected_row: selected }),
      ...(news.has("hits") && { hits }),
      ...(news.has("source") && { source: { ...source.view, chunk_type: reading.chunkType } }),
      ...(news.has("scores") && { scores }),
      ...(news.has("results") && { results: resultList(stand) }),
      ...(news.has("cards") && { cards: cardsAt(rows, stand) }),
    },
    buffers: [...(news.has("source") ? source.buffers : []), ...(news.has("scores") ? columns.map(decodeBase64) : [])],
  };
}

export function cardsAt(rows: readonly number[], { source, reading, recorded }: Stand): Card[] {
  return cardsOf(source, rows, reading, recorded?.words ?? {});
}

/** Of searches whose scores the page does not carry, none are told: those of the last one must go. */
function scoresOf({ source, recorded }: Stand) {
  const none = { source_id: source.view.source_id, children: [], columns: [], cut: null };
  return recorded?.scores
    ? { scores: recorded.scores, columns: recorded.score_columns }
    : { scores: none, columns: [] };
}
