/** The channel of a saved page: what Python would answer, out of what the page carries. */
import type { Recorded, SavedPage } from "./offline/saved";
import { OfflineSession, type Told } from "./offline/session";
import type { Request } from "./protocol";
import type { Channel } from "./transport";

type Receive = (content: unknown, buffers: readonly DataView[]) => void;

export class StaticChannel implements Channel {
  readonly #session: OfflineSession;
  #receive: Receive = () => {};

  constructor(page: SavedPage) {
    this.#session = new OfflineSession(page);
  }

  /** Answers come later, as from a kernel, so that what is busy is seen to be. */
  send(request: Request): void {
    setTimeout(() => this.#say(this.#session.handle(request)));
  }

  get searches(): readonly Recorded[] {
    return this.#session.searches;
  }

  listen(receive: Receive, signal: AbortSignal): void {
    this.#receive = receive;
    signal.addEventListener("abort", () => {
      this.#receive = () => {};
    });
  }

  /** Put a recorded search on show. */
  show(recorded: Recorded): void {
    this.#say(this.#session.show(recorded));
  }

  #say({ update, buffers }: Told): void {
    this.#receive(update, buffers);
  }
}
