/** The channel of a notebook: messages of an anywidget model. */
import { on } from "./dom";
import type { Channel } from "./transport";

type Listener = (content: unknown, buffers: DataView[]) => void;
type Event = "msg:custom" | "comm_live_update";

/** The part of an anywidget model that is used. */
export interface Model {
  send(content: unknown): void;
  on(event: Event, listener: Listener): void;
  off(event: Event, listener: Listener): void;
}

export function jupyterChannel(model: Model): Channel {
  return {
    send: (request) => model.send(request),
    listen(receive, signal, lose) {
      const listen = (event: Event, listener: Listener) => {
        model.on(event, listener);
        on(signal, "abort", () => model.off(event, listener));
      };
      listen("msg:custom", receive);
      // A model is live when its view is made, so that this can only say that its kernel was restarted
      listen("comm_live_update", lose);
    },
  };
}
