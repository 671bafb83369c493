/** What an answer of Python changes in the state. */
import { decodeColumn, headingsOf, type Values } from "./columns";
import type { HitList, ResultList, ScoreView, SourceView, Span, Update } from "./protocol";
import { addedRow, isSameGrep } from "./results/reveal";
import { edgeOf, type Form, type Offsets, type Scores, type Source, type State } from "./state";
import type { Answer } from "./transport";
import { fullWindow, windowFor } from "./windows";

/** Texts kept beyond those on show; older ones are asked for again. */
const MOST_CARDS = 2000;

function sourceOf(view: SourceView, buffers: readonly DataView[]): Source {
  const column = (name: string): Values => {
    const position = view.columns.findIndex((column) => column.name === name);
    const found = view.columns[position];
    if (!found) throw new Error(`the source has no column ${name}`);
    return decodeColumn(found, buffers[position]);
  };
  return {
    id: view.source_id,
    length: view.length,
    chunks: view.chunks,
    counts: view.counts,
    chunkType: view.chunk_type,
    complete: view.complete,
    headings: headingsOf(view.headings),
    starts: column("starts") as Offsets,
    ends: column("ends") as Offsets,
    types: column("chunk_types") as Uint8Array,
  };
}

function scoresOf(view: ScoreView, buffers: readonly DataView[]): Scores | null {
  if (view.children.length === 0) return null;
  const columns = view.columns.map((column, position) => decodeColumn(column, buffers[position]) as Float32Array);
  return { children: view.children, columns, cut: view.cut };
}

/** Requests that bring what was on show before, so that controls have to follow. */
const BRINGING: ReadonlySet<Answer["kind"]> = new Set(["go_back", "go_to", "open_source"]);

function isSameRanking(before: HitList | null, { query, retriever, top_k }: HitList): boolean {
  return before?.query === query && before.retriever === retriever && before.top_k === top_k;
}

/**
 * Controls follow what Python or another view did, and what this view brought back where that is something else. They
 * never follow another answer to this view, where one may type meanwhile.
 */
function formOf({ form, welcomed, hits: hitsBefore, results }: State, { update, kind }: Answer): Form {
  const welcome = welcomed ? null : update.welcome;
  const first = welcome
    ? { ...form, query: welcome.query, retriever: welcome.retriever, topK: String(welcome.top_k) }
    : form;
  const brings = BRINGING.has(kind);
  if (kind !== null && !welcome && !brings) return first;
  const isHits = brings ? update.hits && !isSameRanking(hitsBefore, update.hits) : update.hits?.query;
  const hits = isHits ? update.hits : null;
  const isGrep = update.results?.operation === "grep" && !(brings && isSameGrep(results, update.results));
  const grep = isGrep ? update.results : null;
  return {
    ...first,
    ...(hits && { query: hits.query, retriever: hits.retriever, topK: String(hits.top_k) }),
    ...(grep && { pattern: grep.pattern, mode: grep.mode }),
  };
}

function withCards(cards: State["cards"], update: Update): State["cards"] {
  if (!update.source && !update.cards) return cards;
  const kept = update.source ? [] : [...cards];
  const all = new Map([...kept, ...(update.cards ?? []).map((card) => [card.row, card] as const)]);
  return all.size > MOST_CARDS ? new Map([...all].slice(-MOST_CARDS)) : all;
}

/** Of a long list only what changed is told; the rest of it is as it was. */
function whole(told: ResultList, before: ResultList): ResultList {
  const lists = Object.entries(told.kept).map(([name, kept]) => {
    const [old, now] = [before[name as "rows"], told[name as "rows"]];
    const [first, last] = kept as Span;
    return [name, old.slice(0, first).concat(now, old.slice(old.length - last))];
  });
  return { ...told, ...Object.fromEntries(lists) };
}

/** The match that the reader stands at: it stays while more is added to its list; the first one after a new grep. */
function matchOf({ results: before, match }: State, results: ResultList): number | null {
  if (results.operation !== "grep" || results.matches.length === 0) return null;
  const here = isSameGrep(before, results) && before.matches[match ?? 0]?.start;
  return Math.max(
    0,
    results.matches.findIndex(({ start }) => start === here),
  );
}

/**
 * The slices that an answer replaces.
 *
 * The buffers behind the message are the source's, then the scores'; `windows` remembers where each source was left.
 */
export function patchOf(state: State, answer: Answer, windows: ReadonlyMap<string, Span>): Partial<State> {
  const { update, buffers } = answer;
  const source = update.source ? sourceOf(update.source, buffers) : state.source;
  const results = update.results ? whole(update.results, state.results) : state.results;
  const moved = source?.id !== state.source?.id;
  const window = moved && source ? (windows.get(source.id) ?? fullWindow(source)) : state.window;
  const came = (update.results && update.selected_row) ?? addedRow(update.source ? null : state.results, results)?.row;
  const behind = buffers.slice(update.source?.columns.length ?? 0);
  return {
    source,
    results,
    cards: withCards(state.cards, update),
    form: formOf(state, answer),
    window: source ? windowFor(source, results, window, came) : window,
    ...(update.welcome && {
      welcomed: true,
      settings: update.welcome.settings,
      abilities: update.welcome.abilities,
      ownLabel: update.welcome.own_label,
    }),
    ...(moved && { scores: null, hovered: null, range: null, selected: null, folding: new Map() }),
    ...(update.scores && { scores: scoresOf(update.scores, behind) }),
    ...(update.results && { match: matchOf(state, results) }),
    sourceList: update.source_list ?? state.sourceList,
    hits: update.hits ?? state.hits,
    call: update.call ?? state.call,
    edge: update.call ? edgeOf(update.call) : moved ? null : state.edge,
    evidence: update.evidence ?? state.evidence,
    history: update.history ?? state.history,
    ...(update.selection_changed && { selected: update.selected_row }),
  };
}
