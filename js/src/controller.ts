/** Between a person, Python and the store: sends what is wanted, and writes what concerns this view alone. */
import type { Actions } from "./actions";
import { type Act, lacking } from "./acts";
import { putIntoClipboard } from "./clipboard";
import { download } from "./download";
import { numberIn, rangeIn, type Wanted, widened } from "./forms";
import { createInbox, type Memory } from "./inbox";
import {
  type ChunkType,
  type Exported,
  type ExportForm,
  type NavigationDirection,
  PROTOCOL_VERSION,
  type Span,
} from "./protocol";
import { type ExplorerStore, type Form, problemOf, type State, type Told } from "./state";
import type { Strings } from "./strings";
import { type Ask, type Channel, Transport } from "./transport";
import { windowAround } from "./windows";

const AROUND = 2;
const GREP_TOP_K = 200;
const READ_TOP_K = 20;
export class Controller implements Actions {
  readonly #store: ExplorerStore;
  readonly #transport: Transport;
  readonly #strings: () => Strings;
  readonly #memory: Memory = { windows: new Map(), asked: new Set() };

  constructor(store: ExplorerStore, channel: Channel, strings: () => Strings, signal: AbortSignal) {
    this.#store = store;
    this.#strings = strings;
    this.#transport = new Transport(channel, createInbox(store, strings, this.#memory), signal);
  }

  hello(): void {
    this.#ask({ kind: "hello", protocol_version: PROTOCOL_VERSION });
  }

  // --- what a person wants ---

  can(act: Act): boolean {
    const why = lacking(act, this.#state, this.#strings());
    if (why !== null) this.#fail({ why });
    return why === null;
  }

  ask(field: "grep" | "chunk-id"): void {
    const { noPattern, noId } = this.#strings().problems;
    this.#fail({ why: field === "grep" ? noPattern : noId, field });
  }

  fill(form: Partial<Form>): void {
    const isRange = "readStart" in form || "readEnd" in form;
    this.#store.update({ form: { ...this.#form, ...form }, ...(isRange && { range: null }) });
  }

  /** A press of Enter on no query is told what it lacks; a control that would only search again is not. */
  search(entered = false): void {
    if (!this.can("search")) return;
    const { query, retriever, skipRead, thisSource } = this.#form;
    const topK = this.#number(this.#form.topK, { name: this.#strings().topK, least: 1, field: "top-k" });
    const why = this.#strings().problems.noQuery;
    if (topK === null) return;
    if (query.trim() !== "") {
      this.#ask({ kind: "search", query, retriever, top_k: topK, skip_read: skipRead, this_source: thisSource });
    } else if (entered) this.#fail({ why, field: "query" });
  }

  openHit(rank: number): void {
    this.#ask({ kind: "open_hit", rank });
  }

  openRow(row: number, window = AROUND): void {
    this.#ask({ kind: "open_chunk", row, window });
  }

  openId(chunkId: string): void {
    this.#ask({ kind: "open_chunk", chunk_id: chunkId, window: AROUND });
  }

  navigate(direction: NavigationDirection): void {
    if (!this.can("navigate")) return;
    const topK = this.#number(this.#form.step, { name: this.#strings().step, least: 1, field: "k" });
    if (topK !== null) this.#ask({ kind: "navigate", direction, top_k: topK });
  }

  read(topK = READ_TOP_K): void {
    if (!this.can("read")) return;
    const range = rangeIn(this.#form, this.#strings(), this.#fail);
    if (range) this.#ask({ kind: "read", ...range, top_k: topK });
  }

  widen(): void {
    const { source } = this.#state;
    if (!source) return;
    this.fill(widened(source, this.#form));
    this.read();
  }

  grep(topK = GREP_TOP_K): void {
    const { pattern, mode } = this.#form;
    if (!this.can("grep")) return;
    if (pattern.trim() === "") this.ask("grep");
    else this.#ask({ kind: "grep", pattern, mode, top_k: topK });
  }

  stepMatch(step: 1 | -1): void {
    const { results, match, source, window } = this.#state;
    const total = results.matches.length;
    if (!source || total === 0) return;
    const next = match === null ? 0 : (match + step + total) % total;
    const found = results.matches[next];
    if (!found) return;
    this.select(found.row); // first, since it brings the whole card into view
    this.#store.update({ match: next, window: windowAround(source, [found.start, found.end], window) });
  }

  showSkipped(rows: readonly number[]): void {
    this.#ask({ kind: "show_skipped", rows });
  }

  select(row: number | null): void {
    if (row === this.#state.selected) return;
    this.#store.update({ selected: row });
    this.#ask({ kind: "select", row });
  }

  star(row: number, starred: boolean): void {
    this.#ask({ kind: "star", row, starred });
  }

  unstar(chunkId: string): void {
    this.#ask({ kind: "star", chunk_id: chunkId, starred: false });
  }

  setBudget(text: string): void {
    // Told without going there: the field is also left by a press elsewhere.
    const tokens = text.trim() === "" ? null : this.#number(text, { name: this.#strings().budget, least: 0 });
    if (tokens !== null || text.trim() === "") this.#ask({ kind: "set_budget", tokens });
  }

  goTo(entry: number): void {
    this.#ask({ kind: "go_to", entry });
  }

  export(form: ExportForm, use: "copy" | "save"): Promise<boolean> {
    if (!this.can(form)) return Promise.resolve(false);
    return new Promise((done) => {
      this.#transport.ask({ kind: "export", form }, (update) => {
        done(update?.export ? this.#use(update.export, use) : false);
      });
    });
  }

  async #use({ text, file_name }: Exported, use: "copy" | "save"): Promise<boolean> {
    if (use === "copy") return this.copy(text);
    download(new Blob([text]), file_name);
    return true;
  }

  goBack(step: -1 | 1): void {
    if (this.can(step < 0 ? "back" : "forward")) this.#ask({ kind: "go_back", step });
  }

  setChunkType(chunkType: ChunkType): void {
    this.#ask({ kind: "set_chunk_type", chunk_type: chunkType });
  }

  listSources(contains: string): void {
    this.#ask({ kind: "list_sources", contains });
  }

  openSource(sourceId: string): void {
    this.#ask({ kind: "open_source", source_id: sourceId });
    if (this.#form.thisSource) this.search();
  }

  fetchCards(rows: readonly number[]): void {
    const { source, cards } = this.#state;
    const wanted = rows.filter((row) => !cards.has(row) && !this.#memory.asked.has(row));
    if (!source || wanted.length === 0) return;
    for (const row of wanted) this.#memory.asked.add(row);
    this.#ask({ kind: "fetch_cards", source_id: source.id, rows: wanted });
  }

  cancel(): void {
    const oldest = this.#transport.pending[0];
    if (oldest !== undefined) this.#ask({ kind: "cancel", request_id: oldest });
  }

  dismissProblem(): void {
    this.#store.update({ problem: null });
  }

  async copy(text: string): Promise<boolean> {
    const isCopied = await putIntoClipboard(text);
    if (!isCopied) this.#store.update({ byHand: text });
    return isCopied;
  }

  closeByHand(): void {
    this.#store.update({ byHand: null });
  }

  // --- what concerns this view alone ---

  setWindow(window: Span): void {
    const source = this.#state.source;
    if (source) this.#memory.windows.set(source.id, window);
    this.#store.update({ window });
  }

  hover(row: number | null): void {
    this.#store.update({ hovered: row });
  }

  fold(row: number, isFolded: boolean): void {
    this.#store.update({ folding: new Map(this.#state.folding).set(row, isFolded) });
  }

  setRange(range: Span | null): void {
    if (range) this.fill({ readStart: String(Math.round(range[0])), readEnd: String(Math.round(range[1])) });
    this.#store.update({ range });
  }

  // --- helpers ---

  get #state(): State {
    return this.#store.state;
  }

  get #form(): Form {
    return this.#state.form;
  }

  #ask(ask: Ask): void {
    this.#transport.ask(ask);
  }

  #number(text: string, wanted: Wanted): number | null {
    return numberIn(text, wanted, this.#strings(), this.#fail);
  }

  readonly #fail = (problem: Partial<Told>): void => {
    this.#store.update({ problem: problemOf(problem) });
  };
}
