/**
 * Requests and their answers, over any channel.
 *
 * Every view hears every answer. An answer that was overtaken by a newer request of the same kind is not shown by
 * itself: since an answer carries only what changed, it is kept and shown together with the one that comes next.
 */
import { on } from "./dom";
import type { Request, Update } from "./protocol";
import type { Status } from "./state";

/** What lies beneath: an anywidget model, a page without a kernel, a test. */
export interface Channel {
  /** Throws where nobody is there to hear. */
  send(request: Request): void;
  /** Calls `lose` where it learns that nobody is there any more, which not every channel can. */
  listen(
    receive: (content: unknown, buffers: readonly DataView[]) => void,
    signal: AbortSignal,
    lose: () => void,
  ): void;
}

export interface Answer {
  readonly update: Update;
  readonly buffers: readonly DataView[];
  /** The kind of this view's request, or null where another view or Python itself acted. */
  readonly kind: Request["kind"] | null;
}

export interface Receiver {
  receive(answers: readonly Answer[]): void;
  status(status: Status): void;
}

/** Hears the answer to one request, or null where none will come. */
type Done = (update: Update | null) => void;

type WithoutId<R> = R extends Request ? Omit<R, "id"> : never;
export type Ask = WithoutId<Request>;

const WAITING_AFTER = 2000; // milliseconds
/** Each of these says something of its own: none is overtaken by the next. */
const INDEPENDENT: ReadonlySet<string> = new Set(["fetch_cards", "star", "cancel", "export"]);

export class Transport {
  readonly #channel: Channel;
  readonly #receiver: Receiver;
  readonly #pending = new Map<number, { kind: Request["kind"]; done: Done }>();
  readonly #newest = new Map<Request["kind"], number>();
  #held: Answer[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #gone = false;
  // Views share one kernel side, so ids start at random; they stay below 2^53, beyond which numbers lose digits.
  #next = Math.floor(Math.random() * 2 ** 32) * 2 ** 16;

  constructor(channel: Channel, receiver: Receiver, signal: AbortSignal) {
    this.#channel = channel;
    this.#receiver = receiver;
    channel.listen(
      (content, buffers) => this.#receive(content as Update, buffers),
      signal,
      () => this.#lose(),
    );
    on(signal, "abort", () => clearTimeout(this.#timer));
  }

  ask(ask: Ask, done: Done = () => {}): void {
    const id = this.#next++;
    this.#pending.set(id, { kind: ask.kind, done });
    this.#newest.set(ask.kind, id);
    this.#gone = false;
    this.#tell();
    try {
      this.#channel.send({ ...ask, id } as Request);
    } catch {
      this.#lose();
    }
  }

  /** The requests that have no answer yet, oldest first. */
  get pending(): readonly number[] {
    return [...this.#pending.keys()];
  }

  #receive(update: Update, buffers: readonly DataView[]): void {
    const id = update.reply_to;
    const mine = id === null ? undefined : this.#pending.get(id);
    const kind = mine?.kind ?? null;
    const overtaken = kind !== null && !INDEPENDENT.has(kind) && this.#newest.get(kind) !== id;
    if (id !== null) this.#pending.delete(id);
    this.#held.push({ update, buffers, kind });
    if (!overtaken) {
      const answers = this.#held;
      this.#held = [];
      this.#receiver.receive(answers);
    }
    mine?.done(update);
    this.#tell();
  }

  /** What the status is now; while something is pending, `waiting` follows unless an answer comes. */
  #tell(): void {
    clearTimeout(this.#timer);
    if (this.#gone) return;
    const busy = this.#pending.size > 0;
    this.#receiver.status(busy ? "busy" : "idle");
    if (busy) this.#timer = setTimeout(() => this.#receiver.status("waiting"), WAITING_AFTER);
  }

  #lose(): void {
    clearTimeout(this.#timer);
    this.#gone = true;
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    this.#receiver.status("gone");
    for (const { done } of lost) done(null);
  }
}
