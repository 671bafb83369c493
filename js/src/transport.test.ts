import { beforeEach, expect, it, vi } from "vitest";
import { MockChannel } from "./mock";
import type { Request } from "./protocol";
import { type Answer, Transport } from "./transport";

let channel: MockChannel;
let received: (readonly Answer[])[];
let status: string[];
let transport: Transport;
let end: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  channel = new MockChannel();
  received = [];
  status = [];
  end = new AbortController();
  const receiver = {
    receive: (answers: readonly Answer[]) => received.push(answers),
    status: (to: string) => status.push(to),
  };
  transport = new Transport(channel, receiver, end.signal);
});

const idOf = (position: number) => (channel.sent[position] as Request).id;

it("says that the kernel is gone as soon as the channel knows, and waits for no answer", () => {
  transport.ask({ kind: "open_hit", rank: 1 });
  channel.lose();
  vi.advanceTimersByTime(5000);
  expect(status.at(-1)).toBe("gone");
  expect(transport.pending).toEqual([]);
});

/** Which requests the answers are to that came together, by their position. */
const answered = () =>
  received.map((answers) => answers.map(({ update }) => channel.sent.findIndex(({ id }) => id === update.reply_to)));

it("gives every request an id of its own, which survives JSON", () => {
  transport.ask({ kind: "open_hit", rank: 1 });
  transport.ask({ kind: "open_hit", rank: 2 });
  expect(idOf(0)).not.toBe(idOf(1));
  expect(Number.isSafeInteger(idOf(1))).toBe(true);
});

it("keeps an overtaken answer for the next one, so that no part is lost and none is shown alone", () => {
  transport.ask({ kind: "open_hit", rank: 1 });
  transport.ask({ kind: "open_hit", rank: 2 });
  channel.say({ reply_to: idOf(0) });
  expect(answered()).toEqual([]);
  channel.say({ reply_to: idOf(1) });
  expect(answered()).toEqual([[0, 1]]);
});

it("does not take requests that stand for themselves as overtaken", () => {
  transport.ask({ kind: "fetch_cards", source_id: "a", rows: [1] });
  transport.ask({ kind: "fetch_cards", source_id: "a", rows: [2] });
  channel.say({ reply_to: idOf(0) });
  expect(answered()).toEqual([[0]]);
});

it("hears what other views and Python did, and whose answer it is", () => {
  transport.ask({ kind: "navigate", direction: "next", top_k: 1 });
  channel.say({ reply_to: 123 });
  channel.say({});
  channel.say({ reply_to: idOf(0) });
  expect(received.flat().map(({ kind }) => kind)).toEqual([null, null, "navigate"]);
});

it("tells each request its own answer, and none where none will come", () => {
  const heard: [string, string | undefined][] = [];
  for (const form of ["json", "code"] as const) {
    transport.ask({ kind: "export", form }, (update) => heard.push([form, update?.export?.text]));
  }
  channel.say({ reply_to: idOf(1), export: { form: "code", text: "second", file_name: "" } });
  channel.lose();
  channel.gone = true;
  transport.ask({ kind: "cancel", request_id: 1 }, (update) => heard.push(["cancel", update?.export?.text]));
  expect(heard).toEqual([
    ["code", "second"],
    ["json", undefined],
    ["cancel", undefined],
  ]);
});

it("is busy at once, waits after two seconds, is idle after the answer", () => {
  transport.ask({ kind: "navigate", direction: "next", top_k: 1 });
  expect(status.at(-1)).toBe("busy");
  vi.advanceTimersByTime(1999);
  expect(status.at(-1)).toBe("busy");
  vi.advanceTimersByTime(1);
  expect(status.at(-1)).toBe("waiting");
  channel.say({ reply_to: idOf(0) });
  expect(status.at(-1)).toBe("idle");
});

it("says that the kernel is gone, and nothing after it, until a request goes through again", () => {
  channel.gone = true;
  transport.ask({ kind: "go_back", step: -1 });
  vi.advanceTimersByTime(5000);
  expect(status.at(-1)).toBe("gone");
  channel.gone = false;
  transport.ask({ kind: "go_back", step: -1 });
  expect(status.at(-1)).toBe("busy");
});

it("is deaf and still after its end", () => {
  transport.ask({ kind: "go_back", step: -1 });
  end.abort();
  vi.advanceTimersByTime(5000);
  channel.say({ reply_to: idOf(0) });
  expect(received).toEqual([]);
  expect(status.at(-1)).toBe("busy");
});
