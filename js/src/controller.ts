/** Between a person, Python and the store: sends what is wanted, writes what came. */
import type { Actions } from "./actions";
import { type Act, lacking } from "./acts";
import { announcementOf } from "./announce";
import { patchOf } from "./apply";
import { putIntoClipboard } from "./clipboard";
import { download } from "./download";
import { wholeNumber } from "./numbers";
import {
  type ChunkType,
  type Exported,
  type ExportForm,
  type NavigationDirection,
  PROTOCOL_VERSION,
  type Problem,
  type Span,
} from "./protocol";
import type { ExplorerStore, Form, State, Status, Told } from "./state";
import type { Strings } from "./strings";
import { type Answer, type Ask, type Channel, type Receiver, Transport } from "./transport";
import { windowAround } from "./windows";

const AROUND = 2;
const GREP_TOP_K = 200;
const READ_TOP_K = 20;
/** Answers to these say nothing about what a person asked, so they leave a problem on show. */
const BACKGROUND: ReadonlySet<string | null> = new Set([
  null,
  "fetch_cards",
  "list_sources",
  "select",
  "star",
  "cancel",
  "export",
  "set_budget",
]);

export class Controller implements Actions, Receiver {
  readonly #store: ExplorerStore;
  readonly #transport: Transport;
  readonly #strings: () => Strings;
  readonly #windows = new Map<string, Span>();
  readonly #asked = new Set<number>();

  constructor(store: ExplorerStore, channel: Channel, strings: () => Strings, signal: AbortSignal) {
    this.#store = store;
    this.#strings = strings;
    this.#transport = new Transport(channel, this, signal);
  }

  hello(): void {
    this.#ask({ kind: "hello", protocol_version: PROTOCOL_VERSION });
  }

  // --- what came ---

  receive(answers: readonly Answer[]): void {
    const before = this.#store.state;
    try {
      const patch: Partial<State> = {};
      for (const answer of answers) {
        Object.assign(patch, patchOf({ ...before, ...patch }, answer, this.#windows));
      }
      this.#forgetAsked(before, patch);
      const after = { ...before, ...patch, problem: this.#problemAfter(answers) };
      this.#store.update({
        ...patch,
        problem: after.problem,
        announcement: announcementOf(before, after, this.#strings()),
      });
    } catch (error) {
      const { message, messageRemedy } = this.#strings().problems;
      this.#fail({ asked: message, why: String(error), remedy: messageRemedy });
    }
  }

  status(status: Status): void {
    const { gone } = this.#strings().problems;
    this.#store.update({ status });
    if (status === "gone") this.#fail({ asked: gone });
  }

  #problemAfter(answers: readonly Answer[]): Problem | null {
    const { problems } = this.#strings();
    const last = answers.at(-1);
    const python = answers.find(({ update }) => update.welcome)?.update.welcome?.protocol_version ?? PROTOCOL_VERSION;
    if (python !== PROTOCOL_VERSION) {
      const why = problems.version(PROTOCOL_VERSION, python);
      return problemOf({ asked: problems.message, why, remedy: problems.versionRemedy });
    }
    if (last?.update.problem) return last.update.problem;
    const quiet = last !== undefined && BACKGROUND.has(last.kind) && !last.update.call;
    return quiet ? this.#store.state.problem : null;
  }

  #forgetAsked(before: State, patch: Partial<State>): void {
    if (patch.source !== before.source) this.#asked.clear();
    for (const row of patch.cards?.keys() ?? []) this.#asked.delete(row);
  }

  // --- what a person wants ---

  can(act: Act): boolean {
    const why = lacking(act, this.#store.state, this.#strings());
    if (why !== null) this.#fail({ why });
    return why === null;
  }

  ask(field: "grep" | "chunk-id"): void {
    const { noPattern, noId } = this.#strings().problems;
    this.#fail({ why: field === "grep" ? noPattern : noId, field });
  }

  fill(form: Partial<Form>): void {
    this.#store.update({ form: { ...this.#store.state.form, ...form } });
  }

  /** A press of Enter on no query is told what it lacks; a control that would only search again is not. */
  search(entered = false): void {
    if (!this.can("search")) return;
    const { query, retriever, skipRead, thisSource } = this.#form;
    const topK = this.#number(this.#strings().topK, this.#form.topK, 1, "top-k");
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
    const topK = this.#number(this.#strings().step, this.#form.step, 1, "k");
    if (topK !== null) this.#ask({ kind: "navigate", direction, top_k: topK });
  }

  read(topK = READ_TOP_K): void {
    if (!this.can("read")) return;
    const { readStart, readEnd, problems } = this.#strings();
    const start = this.#offset(readStart, this.#form.readStart, "read-start");
    const end = start === undefined ? undefined : this.#offset(readEnd, this.#form.readEnd, "read-end");
    if (start === undefined || end === undefined) return;
    if (end !== null && (start ?? 0) > end) {
      this.#fail({ why: problems.backwards(start ?? 0, end), remedy: problems.offsetRemedy, field: "read-end" });
    } else this.#ask({ kind: "read", start, end, top_k: topK });
  }

  widen(): void {
    const { source } = this.#store.state;
    const [start, end] = [wholeNumber(this.#form.readStart), wholeNumber(this.#form.readEnd)];
    if (!source) return;
    let [from, to] = [start, end];
    source.starts.forEach((chunkStart, row) => {
      const chunkEnd = source.ends[row] as number;
      if (start !== null && chunkStart < start && start < chunkEnd) from = Math.min(from as number, chunkStart);
      if (end !== null && chunkStart < end && end < chunkEnd) to = Math.max(to as number, chunkEnd);
    });
    this.setRange(null);
    this.fill({ readStart: from === null ? "" : String(from), readEnd: to === null ? "" : String(to) });
    this.read();
  }

  grep(topK = GREP_TOP_K): void {
    const { pattern, mode } = this.#form;
    if (!this.can("grep")) return;
    if (pattern.trim() === "") this.ask("grep");
    else this.#ask({ kind: "grep", pattern, mode, top_k: topK });
  }

  stepMatch(step: 1 | -1): void {
    const { results, match, source, window } = this.#store.state;
    const total = results.matches.length;
    if (!source || total === 0) return;
    const next = match === null ? 0 : (match + step + total) % total;
    const found = results.matches[next];
    if (!found) return;
    this.#store.update({ match: next, window: windowAround(source, [found.start, found.end], window) });
    this.select(found.row);
  }

  showSkipped(rows: readonly number[]): void {
    this.#ask({ kind: "show_skipped", rows });
  }

  select(row: number | null): void {
    if (row === this.#store.state.selected) return;
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
    const tokens = text.trim() === "" ? null : this.#number(this.#strings().budget, text, 0);
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
  }

  fetchCards(rows: readonly number[]): void {
    const { source, cards } = this.#store.state;
    const wanted = rows.filter((row) => !cards.has(row) && !this.#asked.has(row));
    if (!source || wanted.length === 0) return;
    for (const row of wanted) this.#asked.add(row);
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
    const source = this.#store.state.source;
    if (source) this.#windows.set(source.id, window);
    this.#store.update({ window });
  }

  hover(row: number | null): void {
    this.#store.update({ hovered: row });
  }

  fold(row: number, isFolded: boolean): void {
    this.#store.update({ folding: new Map(this.#store.state.folding).set(row, isFolded) });
  }

  setRange(range: Span | null): void {
    this.#store.update({ range });
    if (range) this.fill({ readStart: String(Math.round(range[0])), readEnd: String(Math.round(range[1])) });
  }

  // --- helpers ---

  get #form(): Form {
    return this.#store.state.form;
  }

  #ask(ask: Ask): void {
    this.#transport.ask(ask);
  }

  #fail(problem: Partial<Told>): void {
    this.#store.update({ problem: problemOf(problem) });
  }

  /** A typed number; what is none, or too low anywhere, is told here, what the index does not allow by Python. */
  #number(name: string, text: string, least: number, field?: string): number | null {
    const { wholeNumber: sentence, wholeNumberRemedy, offsetRemedy } = this.#strings().problems;
    const value = wholeNumber(text);
    if (value !== null && value >= least) return value;
    const remedy = field?.startsWith("read") ? offsetRemedy : wholeNumberRemedy;
    this.#fail({ why: sentence(name, least, text.trim()), remedy, ...(field ? { field } : {}) });
    return null;
  }

  /** A typed offset, null where the field is empty, undefined where it was refused. */
  #offset(name: string, text: string, field: string): number | null | undefined {
    if (text.trim() === "") return null;
    return this.#number(`${this.#strings().read}: ${name}`, text, 0, field) ?? undefined;
  }
}

function problemOf(told: Partial<Told>): Told {
  return { asked: "", why: "", remedy: "", exception: "", ...told };
}
