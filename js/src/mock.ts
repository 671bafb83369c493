/** A channel without a kernel, for tests and for looking at the page: it remembers requests and says what it is told. */
import { NOTHING } from "./offline/telling";
import type { Request, Update } from "./protocol";
import type { Channel } from "./transport";

export class MockChannel implements Channel {
  readonly sent: Request[] = [];
  gone = false;
  /** Tells that nobody is there any more. */
  lose: () => void = () => {};
  #receive: (content: unknown, buffers: readonly DataView[]) => void = () => {};

  /** `reply` may answer a request, at once or later, by calling `say`. */
  constructor(private readonly reply: (request: Request, channel: MockChannel) => void = () => {}) {}

  send(request: Request): void {
    if (this.gone) throw new Error("Cannot send");
    this.sent.push(request);
    this.reply(request, this);
  }

  listen(
    receive: (content: unknown, buffers: readonly DataView[]) => void,
    signal: AbortSignal,
    lose: () => void,
  ): void {
    this.#receive = receive;
    this.lose = lose;
    signal.addEventListener("abort", () => {
      this.#receive = () => {};
    });
  }

  say(update: Partial<Update>, buffers: readonly DataView[] = []): void {
    this.#receive({ ...NOTHING, ...update }, buffers);
  }
}
