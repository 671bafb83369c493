/** What a person can do; components call these and never send messages or write state themselves. */
import type { Act } from "./acts";
import type { ChunkType, ExportForm, NavigationDirection, Span } from "./protocol";
import type { Form } from "./state";

export interface Actions {
  /** Whether an action lacks nothing; what it lacks is told. */
  can(act: Act): boolean;
  /** Tell what has to be typed into a field, and go there. */
  ask(field: "grep" | "chunk-id"): void;
  /** Change what controls hold. */
  fill(form: Partial<Form>): void;
  search(entered?: boolean): void;
  openHit(rank: number): void;
  /** Go to a chunk by its row, and show it with `window` neighbours on each side. */
  openRow(row: number, window?: number): void;
  openId(chunkId: string): void;
  navigate(direction: NavigationDirection): void;
  /** Read the range of the read fields; an empty field leaves that side open. */
  read(topK?: number): void;
  /** Read again so far that the chunks which cross the edges are whole in the range. */
  widen(): void;
  grep(topK?: number): void;
  /** Go to the next match, or the previous one, and bring it into view. */
  stepMatch(step: 1 | -1): void;
  showSkipped(rows: readonly number[]): void;
  select(row: number | null): void;
  star(row: number, starred: boolean): void;
  /** Let go of a chunk of any source. */
  unstar(chunkId: string): void;
  /** A typed number of tokens; empty is any number. */
  setBudget(tokens: string): void;
  goBack(step: -1 | 1): void;
  /** Back to what was on show after a call of the history. */
  goTo(entry: number): void;
  /** Have Python write a text, and copy or save it; whether it was done. */
  export(form: ExportForm, use: "copy" | "save"): Promise<boolean>;
  setChunkType(chunkType: ChunkType): void;
  listSources(contains: string): void;
  openSource(sourceId: string): void;
  /** Ask for the texts of rows that are on show and not here yet. */
  fetchCards(rows: readonly number[]): void;
  cancel(): void;
  dismissProblem(): void;
  /** Whether a text could be copied; where it could not, it is shown to be copied by hand. */
  copy(text: string): Promise<boolean>;
  closeByHand(): void;

  // View alone; no message is sent.
  setWindow(window: Span): void;
  hover(row: number | null): void;
  /** Show the whole text of a card, or only its beginning. */
  fold(row: number, isFolded: boolean): void;
  /** A range was dragged on the ruler: it is shown and fills the read fields. */
  setRange(range: Span | null): void;
}
