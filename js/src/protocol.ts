// Written by tools/protocol.py from navwidget/widget/protocol: change that, then run it.

export const PROTOCOL_VERSION = 1;

/** What a chunk's text is: the source's own text, or a text made about it. */
export const CHUNK_TYPES = ["content", "image_annotation", "summary"] as const;
export type ChunkType = (typeof CHUNK_TYPES)[number];

/** Which side of a position to go to. */
export const DIRECTIONS = ["next", "previous"] as const;
export type NavigationDirection = (typeof DIRECTIONS)[number];

/** How a pattern is taken: as one piece, or as terms that must all occur. */
export const GREP_MODES = ["phrase", "term"] as const;
export type GrepMode = (typeof GREP_MODES)[number];

export type ExportForm = "markdown" | "json" | "code";

export type RetrieverName = "keyword" | "vector" | "hybrid" | "own";

export type Span = readonly [number, number];

export type Request = Hello | ListSources | OpenSource | SetChunkType | FetchCards | Search | OpenHit | OpenChunk | Navigate | Read | Grep | ShowSkipped | Select | Star | SetBudget | Export | GoBack | GoTo | Cancel;

export type ResultRole = "previous" | "hit" | "next" | "open" | "read" | "match" | "shown";

/** A view was made: it wants everything that is to be shown. */
export interface Hello {
  readonly id: number;
  readonly kind: "hello";
  readonly protocol_version: number;
}

/** The source picker wants sources whose name holds a text. */
export interface ListSources {
  readonly id: number;
  readonly kind: "list_sources";
  readonly contains?: string;
  readonly limit?: number;
}

/** Go to another source; its position there is remembered. */
export interface OpenSource {
  readonly id: number;
  readonly kind: "open_source";
  readonly source_id: string;
}

/** Show and navigate chunks of another type. */
export interface SetChunkType {
  readonly id: number;
  readonly kind: "set_chunk_type";
  readonly chunk_type: ChunkType;
}

/** The rows on show need their texts. */
export interface FetchCards {
  readonly id: number;
  readonly kind: "fetch_cards";
  readonly source_id: string;
  readonly rows: readonly number[];
}

/** Rank chunks for a query. */
export interface Search {
  readonly id: number;
  readonly kind: "search";
  readonly query: string;
  readonly retriever: RetrieverName;
  readonly top_k: number;
  readonly skip_read?: boolean;
  readonly this_source?: boolean;
}

/** Go to a hit and show it with its neighbourhood. */
export interface OpenHit {
  readonly id: number;
  readonly kind: "open_hit";
  readonly rank: number;
}

/** Go to a chunk by its id, or by its row in the open source, and show it with its neighbourhood. */
export interface OpenChunk {
  readonly id: number;
  readonly kind: "open_chunk";
  readonly chunk_id?: string | null;
  readonly row?: number | null;
  readonly window?: number;
}

/** Add the chunks before the first, or after the last, of the reading list; beside a span, they replace it. */
export interface Navigate {
  readonly id: number;
  readonly kind: "navigate";
  readonly direction: NavigationDirection;
  readonly top_k: number;
  readonly span?: Span | null;
}

/** Replace the reading list by the chunks inside a span, or also by those at its edges; None opens a side. */
export interface Read {
  readonly id: number;
  readonly kind: "read";
  readonly start: number | null;
  readonly end: number | null;
  readonly top_k?: number;
  readonly widen?: boolean;
}

/** Replace the reading list by the chunks that hold a pattern. */
export interface Grep {
  readonly id: number;
  readonly kind: "grep";
  readonly pattern: string;
  readonly mode: GrepMode;
  readonly top_k?: number;
}

/** Add chunks that a step left out. */
export interface ShowSkipped {
  readonly id: number;
  readonly kind: "show_skipped";
  readonly rows: readonly number[];
}

/** Ring a chunk, or none. */
export interface Select {
  readonly id: number;
  readonly kind: "select";
  readonly row: number | null;
}

/** Collect a chunk as evidence, or let it go; by its row in the open source, or by its id. */
export interface Star {
  readonly id: number;
  readonly kind: "star";
  readonly row?: number | null;
  readonly chunk_id?: string | null;
  readonly starred: boolean;
}

/** Say how many tokens the merged evidence may have, or that it may have any number. */
export interface SetBudget {
  readonly id: number;
  readonly kind: "set_budget";
  readonly tokens: number | null;
}

/** Give the evidence as Markdown or JSON, or the session as code. */
export interface Export {
  readonly id: number;
  readonly kind: "export";
  readonly form: ExportForm;
}

/** Bring back the reading list of an earlier call; a negative step goes back, a positive one forward. */
export interface GoBack {
  readonly id: number;
  readonly kind: "go_back";
  readonly step: number;
}

/** Bring back what was on show after a call of the history: its reading list and its hits. */
export interface GoTo {
  readonly id: number;
  readonly kind: "go_to";
  readonly entry: number;
}

/** Stop waiting for an earlier request. */
export interface Cancel {
  readonly id: number;
  readonly kind: "cancel";
  readonly request_id: number;
}

/** A line of the source picker. */
export interface SourceItem {
  readonly source_id: string;
  readonly chunks: number;
  readonly length: number;
}

/** Sources whose name holds a text. */
export interface SourceList {
  readonly contains: string;
  readonly items: readonly SourceItem[];
  readonly total: number;
}

/** The headings of the open source, or its pages where it has pages, as columns: there may be very many. The level of a page is 0. */
export interface HeadingList {
  readonly offsets: readonly number[];
  readonly levels: readonly number[];
  readonly titles: readonly string[];
}

/** What one of the buffers behind a message holds; ``uint32`` wherever the values fit, else ``float64``. */
export interface Column {
  readonly name: "starts" | "ends" | "chunk_types" | "scores";
  readonly dtype: "uint8" | "uint32" | "float32" | "float64";
  readonly length: number;
}

/** The source that is open; the buffers hold the columns, in this order. */
export interface SourceView {
  readonly source_id: string;
  readonly length: number;
  readonly chunks: number;
  readonly counts: { readonly [key in ChunkType]?: number };
  readonly chunk_type: ChunkType;
  readonly columns: readonly Column[];
  readonly headings: HeadingList;
  readonly complete: boolean;
}

/** A chunk as it is read. Spans in ``matches`` and ``terms`` are code points of ``content``. */
export interface Card {
  readonly row: number;
  readonly id: string;
  readonly content: string;
  readonly matches: readonly Span[];
  readonly terms: readonly Span[];
}

/** Where one child of a fusion ranked a hit; ``share`` is its part of the fused score, from 0 to 1. */
export interface HitPart {
  readonly retriever: "keyword" | "vector" | "own";
  readonly rank: number;
  readonly score: number;
  readonly share: number;
}

/** A ranked chunk; ``row`` is None where it lies in another source or has no place, offsets where it has none. ``score`` is None where no hit of the list was given one. ``snippet`` is some of its text, where its title is that of other hits too; ``terms`` are the query's words in it. ``fate`` says that the index has it no longer, where the index can tell. */
export interface HitItem {
  readonly rank: number;
  readonly chunk_id: string;
  readonly source_id: string;
  readonly row: number | null;
  readonly start: number | null;
  readonly end: number | null;
  readonly score: number | null;
  readonly title: string;
  readonly snippet: string;
  readonly terms: readonly Span[];
  readonly fate: "" | "gone";
  readonly parts: readonly HitPart[];
}

/** What the last search found, or what was shown from Python. ``candidates`` counts the chunks that were ranked, of which these are the best; None where the index cannot tell. */
export interface HitList {
  readonly query: string;
  readonly retriever: RetrieverName;
  readonly label: string;
  readonly top_k: number;
  readonly items: readonly HitItem[];
  readonly candidates: number | null;
  readonly sources: number | null;
  readonly opened_rank: number | null;
}

/** Text between two results, or beside one, that was not read although a step went past it. ``after_row`` is -1 where it lies before the first result, ``before_row`` where it lies after the last. */
export interface Skipped {
  readonly after_row: number;
  readonly before_row: number;
  readonly start: number;
  readonly end: number;
  readonly characters: number;
  readonly rows: readonly number[];
}

/** A match of the grep pattern: its chunk, and its place in the source. */
export interface MatchItem {
  readonly row: number;
  readonly start: number;
  readonly end: number;
}

/** The reading list, in reading order: parallel lists, since it may be as long as the source. ``repeated`` counts code points at the start of a chunk that an earlier one already showed, ``match_counts`` the matches in it (empty unless the operation is grep). ``ranks`` has the rank of each row that is a hit. ``covered`` has the spans that were read so far, in this list and in others. ``anchor_row`` is the chunk that the list was opened around. ``crossing`` counts chunks that a read left out because they cross its edge; ``cut`` says that top_k cut the answer, ``uncounted`` in how many chunks at the end of the list matches are not counted, since there are so many before them. Of a list that is named in ``kept`` only the middle is told: so many of the first and of the last values of the list before stay. A short list, and the first one that a view gets, is told whole. */
export interface ResultList {
  readonly operation: "none" | "open" | "navigate" | "read" | "grep";
  readonly rows: readonly number[];
  readonly roles: readonly ResultRole[];
  readonly repeated: readonly number[];
  readonly match_counts: readonly number[];
  readonly ranks: { readonly [key in number]?: number };
  readonly starred: readonly number[];
  readonly covered: readonly Span[];
  readonly skipped: readonly Skipped[];
  readonly matches: readonly MatchItem[];
  readonly pattern: string;
  readonly mode: GrepMode;
  readonly anchor_row: number | null;
  readonly characters: number;
  readonly cut: boolean;
  readonly uncounted: number;
  readonly crossing: number;
  readonly can_go_back: boolean;
  readonly can_go_forward: boolean;
  readonly literal: boolean;
  readonly kept: { readonly [key in string]?: Span };
}

/** What each child adds to the score of every row of the open source, one buffer a child, and the cut of top_k. */
export interface ScoreView {
  readonly source_id: string;
  readonly children: readonly ("keyword" | "vector" | "own")[];
  readonly columns: readonly Column[];
  readonly cut: number | null;
}

/** What went wrong, in sentences. */
export interface Problem {
  readonly asked: string;
  readonly why: string;
  readonly remedy: string;
  readonly exception: string;
}

/** Something the index can do, or the reason why it cannot. */
export interface Ability {
  readonly name: string;
  readonly able: boolean;
  readonly reason: string;
}

/** The Python call that was just made, how much it gave, and how long it took. ``code`` is what is shown, ``cell`` what is copied: it runs as it stands, with its imports, however long it is. */
export interface Call {
  readonly code: string;
  readonly cell: string;
  readonly count: number;
  readonly milliseconds: number;
  readonly failed: boolean;
}

/** A starred chunk; ``row`` is None where it lies in another source, offsets where it has no place. ``fate`` is what has become of it in the index since it was starred, where the index can tell. */
export interface EvidenceItem {
  readonly chunk_id: string;
  readonly source_id: string;
  readonly row: number | null;
  readonly start: number | null;
  readonly end: number | null;
  readonly title: string;
  readonly fate: "" | "changed" | "gone";
}

/** The starred chunks, source by source in reading order, and how long they are as one text, overlaps once. ``characters`` and ``tokens`` are of the merged text with all of them; ``tokens`` is a quarter of the characters, a rule of thumb. ``left_out`` has the ids of those that an export leaves out to keep the budget. */
export interface EvidenceList {
  readonly items: readonly EvidenceItem[];
  readonly characters: number;
  readonly tokens: number;
  readonly budget: number | null;
  readonly left_out: readonly string[];
}

/** A call that was made: ``label`` is what it was asked for, in the reader's own words. ``source_id`` is the source that it asked, empty where it asked them all, ``start`` and ``end`` the span of it. ``number`` is that of the chunk whose neighbours it gave, whose id says nothing to a reader. */
export interface HistoryEntry {
  readonly entry: number;
  readonly operation: string;
  readonly label: string;
  readonly source_id: string;
  readonly start: number | null;
  readonly end: number | null;
  readonly number: number | null;
  readonly code: string;
  readonly count: number;
  readonly milliseconds: number;
  readonly failed: boolean;
}

/** The newest calls, oldest first; ``current`` is the last one after which all was as it is on show now. */
export interface HistoryList {
  readonly entries: readonly HistoryEntry[];
  readonly current: number | null;
  readonly total: number;
}

/** Text to copy or to save. */
export interface Exported {
  readonly form: ExportForm;
  readonly text: string;
  readonly file_name: string;
}

/** How the explorer looks; ``height`` in CSS pixels. */
export interface Settings {
  readonly height: number;
  readonly theme: "auto" | "light" | "dark";
  readonly scale: number;
  readonly locale: string;
}

/** What never changes while a widget lives, and where its reader stands. */
export interface Welcome {
  readonly protocol_version: number;
  readonly settings: Settings;
  readonly abilities: readonly Ability[];
  readonly retriever: RetrieverName;
  readonly own_label: string;
  readonly query: string;
  readonly top_k: number;
}

/** What changed; parts that are None are as they were. The columns of ``source``, then those of ``scores``, say what the buffers behind the message hold. */
export interface Update {
  readonly reply_to: number | null;
  readonly problem: Problem | null;
  readonly welcome: Welcome | null;
  readonly source_list: SourceList | null;
  readonly source: SourceView | null;
  readonly hits: HitList | null;
  readonly results: ResultList | null;
  readonly cards: readonly Card[] | null;
  readonly scores: ScoreView | null;
  readonly call: Call | null;
  readonly evidence: EvidenceList | null;
  readonly history: HistoryList | null;
  readonly export: Exported | null;
  readonly selected_row: number | null;
  readonly selection_changed: boolean;
}
