/** The channel of a notebook: messages of an anywidget model. */
import type { Channel } from "./transport";

/** The part of an anywidget model that is used. */
export interface Model {
  send(content: unknown): void;
  on(event: "msg:custom", listener: (content: unknown, buffers: DataView[]) => void): void;
  off(event: "msg:custom", listener: (content: unknown, buffers: DataView[]) => void): void;
}

export function jupyterChannel(model: Model): Channel {
  return {
    send: (request) => model.send(request),
    listen(receive, signal) {
      const listener = (content: unknown, buffers: DataView[]) => receive(content, buffers);
      model.on("msg:custom", listener);
      signal.addEventListener("abort", () => model.off("msg:custom", listener), { once: true });
    },
  };
}
