/** One reader of a saved page: a request goes in, an update comes out, whatever happens. The twin of session.py. */
import { reasonAgainst } from "../abilities";
import { ChunkNotFoundError, Navigator, SearchError, SourceNotFoundError } from "../navigator";
import type {
  Call,
  Card,
  Exported,
  ExportForm,
  HitList,
  NavigationDirection,
  Request,
  ResultRole,
  Update,
} from "../protocol";
import { fold, isBlank, split } from "../text";
import { asking, Calls } from "./calls";
import { Evidence, evidenceList } from "./evidence";
import { Journey, type Shown } from "./journey";
import { cardsOf, resultList } from "./messages";
import { Mover } from "./moves";
import { begin, type Reading } from "./reading";
import { decodeBase64, type Recorded, type SavedPage, SavedSource } from "./saved";
import { Trail } from "./trail";

const CARDS_AHEAD = 40;
const HIT_WINDOW = 1;
const NO_HITS: HitList = {
  query: "",
  retriever: "hybrid",
  label: "",
  top_k: 10,
  items: [],
  candidates: null,
  sources: 0,
  opened_rank: null,
};

const NEWS = ["source", "hits", "results", "cards", "scores", "selection", "evidence", "history"] as const;

type News = (typeof NEWS)[number];
type Parts = { -readonly [Name in keyof Update]?: Update[Name] };
type Handlers = { [Kind in Request["kind"]]: (request: Extract<Request, { kind: Kind }>) => void };

export interface Told {
  readonly update: Update;
  readonly buffers: readonly DataView[];
}

/** Every operation first asks and then changes the state, so that a failure leaves it as it was. */
export class OfflineSession {
  /** The recorded searches; the last is on show at first. */
  readonly searches: readonly Recorded[];
  readonly #page: SavedPage;
  readonly #source: SavedSource;
  readonly #navigator: Navigator;
  readonly #trail: Trail;
  readonly #stars: Set<number>;
  readonly #read: Set<number>;
  readonly #journey = new Journey();
  readonly #news = new Set<News>();
  #shownType: Reading["chunkType"];
  #recorded: Recorded | null;
  #hits: HitList;
  #selected: number | null;
  #budget: number | null = null;
  #calls = new Calls();
  #lastCall: Call | null;
  #parts: Parts = {};

  constructor(page: SavedPage) {
    this.#page = page;
    this.#source = new SavedSource(page);
    this.#navigator = new Navigator(new Map([[page.source.source_id, this.#source]]));
    this.#trail = new Trail(readingOf(page));
    this.#shownType = page.source.chunk_type;
    this.#stars = new Set(page.starred);
    this.#selected = page.selected_row;
    this.searches = this.#source.searches;
    this.#recorded = this.searches.at(-1) ?? null;
    this.#hits = this.#recorded?.hits ?? NO_HITS;
    this.#lastCall = this.#recorded?.call ?? null;
    this.#read = new Set(page.read);
  }

  /** The handlers by kind of request; what none of them changes is told as it is. */
  readonly #handlers: Handlers = {
    hello: () => this.#hello(),
    list_sources: ({ contains = "" }) => this.#listSources(contains),
    fetch_cards: ({ rows }) => {
      this.#parts.cards = this.#cards(rows);
    },
    cancel: () => {},
    open_source: ({ source_id }) => this.#openSource(source_id),
    set_chunk_type: ({ chunk_type }) => {
      this.#commit(begin(chunk_type));
      this.#newSource();
    },
    search: (request) => this.#search(request),
    open_hit: ({ rank }) => this.#openHit(rank),
    open_chunk: ({ chunk_id = null, row = null, window = 2 }) =>
      this.#openAround(chunk_id === null ? this.#found(row) : this.#byId(chunk_id), window, "open"),
    navigate: ({ direction, top_k }) => this.#navigate(direction, top_k),
    read: ({ start, end, top_k = 20 }) => this.#commit(this.#mover().read(start, end, top_k)),
    grep: ({ pattern, mode, top_k = 200 }) => this.#commit(this.#mover().grep(pattern, mode, top_k)),
    show_skipped: ({ rows }) => this.#commit(this.#mover().show(rows)),
    select: ({ row }) => this.#select(row === null ? null : this.#inRow(row)),
    star: ({ chunk_id = null, row = null, starred }) => this.#star(this.#rowOf(chunk_id, row), starred),
    set_budget: ({ tokens }) => this.#setBudget(tokens),
    export: ({ form }) => {
      this.#parts.export = this.#exported(form);
    },
    go_back: ({ step }) => this.#commit(this.#trail.go(step)),
    go_to: ({ entry }) => this.#goTo(entry),
  };

  handle(request: Request): Told {
    return this.#perform(request.id, () => (this.#handlers[request.kind] as (request: Request) => void)(request));
  }

  /** Put a recorded search on show, as if Python had made it. */
  show(recorded: Recorded): Told {
    return this.#perform(null, () => this.#take(recorded, recorded.hits));
  }

  #perform(replyTo: number | null, action: () => void): Told {
    this.#parts = {};
    this.#calls = new Calls();
    const problem = this.#problemOf(action);
    const call = this.#parts.call ?? this.#calls.line(problem !== null);
    if (call) this.#lastCall = call;
    if (this.#journey.add(this.#calls, problem?.exception ?? "", this.#onShow, this.#source)) this.#news.add("history");
    const buffers = this.#tell();
    return { update: { ...NOTHING, ...this.#parts, reply_to: replyTo, problem, call }, buffers };
  }

  /** What went wrong; where no call was made, the sentence says what was asked. */
  #problemOf(action: () => void): Update["problem"] {
    try {
      action();
      return null;
    } catch (error) {
      const { name, message } = error as Error;
      return {
        asked: this.#calls.line(true)?.code ?? "",
        why: message,
        remedy: "",
        exception: `${name}: ${message}`,
      };
    }
  }

  // --- what changed ---

  #tell(): DataView[] {
    const [news, parts, buffers] = [this.#news, this.#parts, [] as DataView[]];
    if (news.has("evidence")) parts.evidence = evidenceList(this.#source, this.#stars, this.#budget);
    if (news.has("history")) parts.history = this.#journey.list(this.#onShow);
    if (news.has("selection")) Object.assign(parts, { selection_changed: true, selected_row: this.#selected });
    if (news.has("hits")) parts.hits = this.#hits;
    if (news.has("source")) {
      parts.source = { ...this.#source.view, chunk_type: this.#reading.chunkType };
      buffers.push(...this.#source.buffers);
    }
    if (news.has("scores")) this.#tellScores(buffers);
    if (news.has("results")) parts.results = resultList(this.#shown());
    if (news.has("cards")) {
      parts.cards = this.#cards(this.#reading.entries.slice(0, CARDS_AHEAD).map(({ row }) => row));
    }
    news.clear();
    return buffers;
  }

  /** Of searches whose scores the page does not carry, none are told: those of the last one must go. */
  #tellScores(buffers: DataView[]): void {
    const none = { source_id: this.#source.view.source_id, children: [], columns: [], cut: null };
    this.#parts.scores = this.#recorded?.scores ?? none;
    if (this.#recorded?.scores) buffers.push(...this.#recorded.score_columns.map(decodeBase64));
  }

  get #onShow(): Shown {
    return { reading: this.#reading, hits: this.#hits, recorded: this.#recorded };
  }

  #shown(): Parameters<typeof resultList>[0] {
    const { canGoBack, canGoForward } = this.#trail;
    const [source, reading, hits, stars, read] = [this.#source, this.#reading, this.#hits, this.#stars, this.#read];
    return { source, reading, hits, stars, read, canGoBack, canGoForward };
  }

  #cards(rows: readonly number[]): Card[] {
    return cardsOf(this.#source, rows, this.#reading, this.#recorded?.words ?? {});
  }

  // --- what a reader wants ---

  #hello(): void {
    for (const part of NEWS) this.#news.add(part);
    this.#parts.call = this.#lastCall;
    this.#parts.welcome = this.#page.welcome;
  }

  #listSources(contains: string): void {
    const { source_id, chunks, length } = this.#source.view;
    const items = fold(source_id).includes(fold(contains)) ? [{ source_id, chunks, length }] : [];
    this.#parts.source_list = { contains, items, total: items.length };
  }

  #openSource(sourceId: string): void {
    if (sourceId !== this.#source.view.source_id) throw new SourceNotFoundError(sourceId);
    this.#commit(this.#reading);
    this.#newSource();
  }

  #search({ query, retriever, top_k, skip_read, this_source }: Extract<Request, { kind: "search" }>): void {
    if (isBlank(query)) throw new SearchError("The query is empty: type what to look for.");
    const recorded = this.searches.findLast(({ hits }) => sameWords(hits.query, query) && hits.retriever === retriever);
    if (!recorded) throw new SearchError(this.#notRecorded(query));
    const here = this.#source.view.source_id;
    const items = recorded.hits.items
      .filter(({ row, source_id }) => !(skip_read && this.#read.has(row ?? -1)) && !(this_source && source_id !== here))
      .slice(0, Math.max(1, top_k))
      .map((item, i) => ({ ...item, rank: i + 1 }));
    this.#take(recorded, { ...recorded.hits, top_k, items, sources: new Set(items.map((hit) => hit.source_id)).size });
  }

  #notRecorded(query: string): string {
    const known = this.searches.map(({ hits }) => `'${hits.query}' (${hits.retriever})`);
    const listed = known.length > 0 ? `it carries ${[...new Set(known)].join(", ")}` : "it carries none";
    return `This page has no kernel to search for '${query}': ${listed}. Run the notebook for another search.`;
  }

  #take(recorded: Recorded, hits: HitList): void {
    this.#recorded = recorded;
    this.#hits = { ...hits, opened_rank: null };
    const { code, cell, milliseconds } = recorded.call;
    const whole = cell.split("\n").at(-1) || code;
    const [label, count] = [hits.query, hits.items.length];
    if (code !== "") this.#calls.made.push({ operation: "retrieve", label, code, whole, count, milliseconds });
    for (const part of ["hits", "results", "cards", "scores", "history"] as const) this.#news.add(part);
  }

  #openHit(rank: number): void {
    const hit = this.#hits.items[rank - 1];
    if (!hit) throw new SearchError(`There is no hit ${rank}: the last search gave ${this.#hits.items.length}.`);
    const here = this.#source.view.source_id;
    if (hit.row === null) {
      const lies = hit.source_id === here ? "has no place in its source" : `lies in '${hit.source_id}'`;
      throw new SearchError(`Hit ${rank} ${lies}, and this page carries '${here}' alone: open it in the notebook.`);
    }
    this.#openAround(hit.row, HIT_WINDOW, "hit");
    this.#hits = { ...this.#hits, opened_rank: rank };
    this.#news.add("hits");
  }

  #openAround(anchor: number, window: number, role: ResultRole): void {
    this.#commit(this.#mover(this.#source.type(anchor)).openAround(anchor, window, role));
    this.#select(anchor);
  }

  #navigate(direction: NavigationDirection, topK: number): void {
    const known = new Set(this.#reading.entries.map(({ row }) => row));
    this.#commit(this.#mover().navigate(direction, topK));
    const first = this.#reading.entries.find(({ row }) => !known.has(row));
    if (first) this.#select(first.row);
  }

  #byId(chunkId: string): number {
    const find = () => {
      const place = this.#navigator.getChunk(chunkId);
      return place === null ? [] : [place.row];
    };
    const isAble = reasonAgainst(this.#page.welcome.abilities, "get_chunk") === null;
    const [row] = isAble ? this.#calls.ask(asking("get_chunk", [chunkId]), find) : find();
    if (row === undefined) throw new ChunkNotFoundError(chunkId);
    return row;
  }

  #found(row: number | null): number {
    if (this.#source.has(row)) return row;
    throw new ChunkNotFoundError(`in row ${row}`);
  }

  #inRow(row: number | null): number {
    if (this.#source.has(row)) return row;
    throw new SearchError(`Row ${row} of '${this.#source.view.source_id}' cannot be fetched.`);
  }

  #select(row: number | null): void {
    this.#selected = row;
    this.#news.add("selection");
  }

  #star(row: number, starred: boolean): void {
    if (starred) this.#stars.add(row);
    else this.#stars.delete(row);
    this.#news.add("results").add("evidence");
  }

  #rowOf(chunkId: string | null, row: number | null): number {
    if (chunkId === null) return this.#inRow(row);
    const place = this.#navigator.getChunk(chunkId);
    if (!place) throw new ChunkNotFoundError(chunkId);
    return place.row;
  }

  #setBudget(tokens: number | null): void {
    if (tokens !== null && tokens < 0) {
      throw new SearchError(`The budget is ${tokens}, but must be a number of tokens from 0.`);
    }
    this.#budget = tokens;
    this.#news.add("evidence");
  }

  #exported(form: ExportForm): Exported {
    const evidence = Evidence.of(this.#source, this.#stars, this.#budget);
    if (form === "code") return { form, text: this.#journey.code, file_name: "journey.py" };
    if (form === "json") return { form, text: evidence.json, file_name: "evidence.json" };
    return { form, text: evidence.markdown, file_name: "evidence.md" };
  }

  #goTo(entry: number): void {
    const visit = this.#journey.at(entry);
    if (!visit) throw new SearchError(`There is no call ${entry}: the history has ${this.#journey.length}.`);
    const { shown, call } = visit;
    this.#commit(this.#trail.goTo(shown.reading));
    this.#parts.call = call;
    [this.#hits, this.#recorded] = [shown.hits, shown.recorded];
    for (const part of ["hits", "results", "cards", "scores"] as const) this.#news.add(part);
  }

  get #reading(): Reading {
    return this.#trail.current;
  }

  /** Whatever moves among the chunks of a type, by default of the one on show. */
  #mover(type = this.#reading.chunkType): Mover {
    const reading = this.#reading.chunkType === type ? this.#reading : begin(type);
    return new Mover(this.#source, this.#navigator, this.#page.welcome.abilities, this.#calls, reading);
  }

  #commit(reading: Reading): void {
    if (reading.chunkType !== this.#shownType) this.#newSource();
    this.#shownType = reading.chunkType;
    this.#trail.push(reading);
    for (const { row } of this.#reading.entries) this.#read.add(row);
    this.#news.add("results").add("cards").add("history");
  }

  #newSource(): void {
    for (const part of ["source", "hits", "scores", "evidence"] as const) this.#news.add(part);
  }
}

const NOTHING: Update = {
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

function readingOf({ reading, source }: SavedPage): Reading {
  const { rows, roles, anchor_row, ...rest } = reading;
  const entries = rows.map((row, i) => ({ row, role: roles[i] as ResultRole }));
  return { ...begin(source.chunk_type), ...rest, anchor: anchor_row, entries };
}

function sameWords(one: string, other: string): boolean {
  const words = (text: string) => split(fold(text)).join(" ");
  return words(one) === words(other);
}
