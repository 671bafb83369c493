import { expect, it, vi } from "vitest";
import { jupyterChannel, type Model } from "./jupyter";

function fakeModel() {
  const listeners = new Map<string, Set<(...told: unknown[]) => void>>();
  const of = (event: string) => listeners.get(event) ?? listeners.set(event, new Set()).get(event);
  const model = {
    send: vi.fn(),
    on: (event, listener) => void of(event)?.add(listener as never),
    off: (event, listener) => void of(event)?.delete(listener as never),
  } satisfies Model;
  const trigger = (event: string, ...told: unknown[]) => {
    for (const listener of of(event) ?? []) listener(...told);
  };
  return { model, trigger };
}

it("hands on messages and the loss of the kernel, until its view ends", () => {
  const { model, trigger } = fakeModel();
  const [receive, lose, end] = [vi.fn(), vi.fn(), new AbortController()];
  jupyterChannel(model).listen(receive, end.signal, lose);
  trigger("msg:custom", { reply_to: 1 }, []);
  expect(receive).toHaveBeenCalledWith({ reply_to: 1 }, []);
  expect(lose).not.toHaveBeenCalled();
  trigger("comm_live_update");
  expect(lose).toHaveBeenCalledOnce();
  end.abort();
  trigger("msg:custom", { reply_to: 2 }, []);
  trigger("comm_live_update");
  expect([receive.mock.calls.length, lose.mock.calls.length]).toEqual([1, 1]);
});
