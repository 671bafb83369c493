/** One reader of a saved page: a request goes in, an update comes out, whatever happens. The twin of session.py. */
import { reasonAgainst } from "../abilities";
import { ChunkNotFoundError, Navigator, SearchError, SourceNotFoundError } from "../navigator";
import type { Call, Exported, ExportForm, NavigationDirection, Request, ResultRole, Update } from "../protocol";
import { fold } from "../text";
import { asking, Calls } from "./calls";
import { Evidence } from "./evidence";
import { Journey, type Shown } from "./journey";
import { Mover } from "./moves";
import { begin, type Reading } from "./reading";
import { type Recorded, type SavedPage, SavedSource } from "./saved";
import { callsOf, find, lyingElsewhere, newest, type Ranking, rowOfHit } from "./searches";
import { cardsAt, NEWS, type News, NOTHING, type Parts, partsOf, type Stand } from "./telling";
import { Trail } from "./trail";

const HIT_WINDOW = 1;
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
  #ranking: Ranking;
  #selected: number | null;
  #budget: number | null = null;
  #calls = new Calls();
  #lastCall: Call | null;
  #parts: Parts = {};

  constructor(page: SavedPage) {
    this.#page = page;
    this.#source = new SavedSource(page);
    this.#navigator = new Navigator(new Map([[page.source.source_id, this.#source]]));
    this.#shownType = page.source.chunk_type;
    this.#stars = new Set(page.starred);
    this.#selected = page.selected_row;
    this.searches = this.#source.searches;
    this.#ranking = newest(this.searches);
    this.#trail = new Trail({ reading: readingOf(page), selected: this.#selected, ...this.#ranking });
    this.#lastCall = this.#ranking.recorded?.call ?? null;
    this.#read = new Set(page.read);
  }

  /** The handlers by kind of request; what none of them changes is told as it is. */
  readonly #handlers: Handlers = {
    hello: () => this.#hello(),
    list_sources: ({ contains = "" }) => this.#listSources(contains),
    fetch_cards: ({ rows }) => {
      this.#parts.cards = cardsAt(rows, this.#stand);
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
      this.#openAround(chunk_id === null ? this.#inRow(row) : this.#byId(chunk_id), window, "open"),
    navigate: ({ direction, top_k }) => this.#navigate(direction, top_k),
    read: ({ start, end, top_k = 20 }) => this.#commit(this.#mover().read(start, end, top_k)),
    grep: ({ pattern, mode, top_k = 200 }) => this.#commit(this.#mover().grep(pattern, mode, top_k)),
    show_skipped: ({ rows }) => this.#commit(this.#mover().show(rows)),
    select: ({ row }) => {
      this.#tell("selection"); // the page has ringed it already: it is told what is ringed after all
      this.#select(row === null ? null : this.#inRow(row));
    },
    star: ({ chunk_id = null, row = null, starred }) => this.#star(this.#placeOf(chunk_id, row), starred),
    set_budget: ({ tokens }) => this.#setBudget(tokens),
    export: ({ form }) => {
      this.#parts.export = this.#exported(form);
    },
    go_back: ({ step }) => {
      this.#restore(this.#trail.peek(step));
      this.#parts.call = this.#journey.at(this.#journey.showing(this.#shown))?.call ?? null;
    },
    go_to: ({ entry }) => this.#goTo(entry),
  };

  handle(request: Request): Told {
    return this.#perform(request.id, () => (this.#handlers[request.kind] as (request: Request) => void)(request));
  }

  /** Put a recorded search on show, as if Python had made it. */
  show(recorded: Recorded): Told {
    return this.#perform(null, () => this.#take({ recorded, hits: recorded.hits }));
  }

  #perform(replyTo: number | null, action: () => void): Told {
    this.#parts = {};
    this.#calls = new Calls();
    const problem = this.#problemOf(action);
    this.#trail.settle(this.#shown);
    const call = this.#parts.call ?? this.#calls.line(problem !== null);
    if (call) this.#lastCall = call;
    if (this.#journey.add(this.#calls, problem?.exception ?? "", this.#shown, this.#source)) this.#tell("history");
    const { parts, buffers } = partsOf(this.#news, this.#stand);
    this.#news.clear();
    return { update: { ...NOTHING, ...parts, ...this.#parts, reply_to: replyTo, problem, call }, buffers };
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

  #tell(...news: readonly News[]): void {
    for (const part of news) this.#news.add(part);
  }

  get #shown(): Shown {
    return { reading: this.#reading, selected: this.#selected, ...this.#ranking };
  }

  get #stand(): Stand {
    const [source, trail, journey, stars, read] = [this.#source, this.#trail, this.#journey, this.#stars, this.#read];
    return { ...this.#shown, source, trail, journey, stars, read, budget: this.#budget };
  }

  // --- what a reader wants ---

  #hello(): void {
    this.#tell(...NEWS);
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

  #search(request: Extract<Request, { kind: "search" }>): void {
    this.#take(find(this.searches, request, this.#page, this.#read));
  }

  #take({ hits, recorded }: Ranking): void {
    this.#ranking = { recorded, hits: { ...hits, opened_rank: null } };
    this.#calls.made.push(...callsOf(this.#ranking));
    this.#tell("hits", "results", "cards", "scores", "history");
  }

  #openHit(rank: number): void {
    const { hits, recorded } = this.#ranking;
    this.#openAround(rowOfHit(rank, hits, this.#source.view.source_id), HIT_WINDOW, "hit");
    this.#ranking = { recorded, hits: { ...hits, opened_rank: rank } };
    this.#tell("hits");
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
    if (row !== undefined) return row;
    const [here, kept] = [this.#source.view.source_id, [...this.#source.kept.values()]];
    const found = kept.find(({ item }) => item.chunk_id === chunkId && item.source_id !== here);
    throw found ? lyingElsewhere("This chunk", found.item.source_id, here) : new ChunkNotFoundError(chunkId);
  }

  #inRow(row: number | null): number {
    if (this.#source.has(row)) return row;
    throw new SearchError(`Row ${row} of '${this.#source.view.source_id}' cannot be fetched.`);
  }

  #select(row: number | null): void {
    this.#selected = row;
    this.#tell("selection");
  }

  /** To let go of what is not starred changes nothing. */
  #star(place: number, starred: boolean): void {
    if (starred) this.#stars.add(place);
    else this.#stars.delete(place);
    this.#tell("results", "evidence");
  }

  #placeOf(chunkId: string | null, row: number | null): number {
    if (chunkId === null) return this.#inRow(row);
    const isMeant = (place: number) => this.#source.kept.get(place)?.item.chunk_id === chunkId;
    return [...this.#stars].find(isMeant) ?? this.#navigator.getChunk(chunkId)?.row ?? NaN;
  }

  #setBudget(tokens: number | null): void {
    if (tokens !== null && tokens < 0) {
      throw new SearchError(`The budget is ${tokens}, but must be a number of tokens from 0.`);
    }
    this.#budget = tokens;
    this.#tell("evidence");
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
    this.#restore(visit.shown);
    this.#parts.call = visit.call;
  }

  #restore(shown: Shown): void {
    this.#trail.goTo(shown);
    this.#commit(shown.reading);
    this.#ranking = { hits: shown.hits, recorded: shown.recorded };
    this.#select(shown.selected);
    this.#tell("hits", "results", "cards", "scores");
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
    this.#tell("results", "cards", "history");
  }

  #newSource(): void {
    this.#tell("source", "hits", "scores", "evidence");
  }
}

function readingOf({ reading, source }: SavedPage): Reading {
  const { rows, roles, anchor_row, ...rest } = reading;
  const entries = rows.map((row, i) => ({ row, role: roles[i] as ResultRole }));
  return { ...begin(source.chunk_type), ...rest, anchor: anchor_row, entries };
}
