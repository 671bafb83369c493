/** What tests share: a browser where jsdom has none, and small answers of Python. */
import { vi } from "vitest";
import { type Context, createContext } from "./context";
import { Controller } from "./controller";
import { MockChannel } from "./mock";
import type { Card, HitItem, ResultList, SourceView, Update } from "./protocol";
import { createStore, NO_RESULTS, type State } from "./state";
import { LANGUAGES } from "./strings";

/** jsdom draws nothing, measures nothing and hears of no change of size. */
export function pretendLayout(): void {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("ResizeObserverEntry", class {});
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: false }));
  const canvas = new Proxy({}, { get: () => () => ({ width: 10, addColorStop() {} }), set: () => true });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(canvas as never);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(100);
}

export const bytes = (array: ArrayBufferView): DataView => new DataView(array.buffer);

/** A source of chunks of 100 characters, each beginning where the last ended. */
export function sourceView(chunks: number, source_id = "a.md"): { view: SourceView; buffers: DataView[] } {
  const columns = [
    { name: "starts", dtype: "uint32", length: chunks },
    { name: "ends", dtype: "uint32", length: chunks },
    { name: "chunk_types", dtype: "uint8", length: chunks },
  ] as const;
  const starts = Uint32Array.from({ length: chunks }, (_, row) => row * 100);
  return {
    view: {
      source_id,
      length: chunks * 100,
      chunks,
      counts: { content: chunks },
      chunk_type: "content",
      columns,
      headings: { offsets: [], levels: [], titles: [] },
      complete: true,
    },
    buffers: [bytes(starts), bytes(starts.map((start) => start + 100)), bytes(new Uint8Array(chunks))],
  };
}

export const card = (row: number, more: Partial<Card> = {}): Card => ({
  row,
  id: `id-${row}`,
  content: `text of ${row}`,
  matches: [],
  terms: [],
  ...more,
});

export const hit = (rank: number, more: Partial<HitItem> = {}): HitItem => ({
  rank,
  chunk_id: `id-${rank}`,
  source_id: "a.md",
  row: rank,
  start: rank * 100,
  end: rank * 100 + 100,
  score: 1 / rank,
  title: `title ${rank}`,
  snippet: "",
  terms: [],
  fate: "",
  parts: [],
  ...more,
});

export const results = (rows: readonly number[], more: Partial<ResultList> = {}): ResultList => ({
  ...NO_RESULTS,
  operation: "open",
  rows,
  roles: rows.map(() => "open"),
  repeated: rows.map(() => 0),
  ...more,
});

export const welcome: NonNullable<Update["welcome"]> = {
  protocol_version: 1,
  settings: { height: 640, theme: "light", scale: 1, locale: "en" },
  abilities: [],
  retriever: "hybrid",
  own_label: "",
  query: "",
  top_k: 10,
};

export interface Bench extends Context {
  readonly channel: MockChannel;
  readonly end: AbortController;
}

/** A store with its actions over a channel that only remembers. */
export function bench(initial: Partial<State> = {}): Bench {
  const end = new AbortController();
  const channel = new MockChannel();
  const store = createStore(initial);
  const strings = LANGUAGES.en;
  const actions = new Controller(store, channel, () => strings, end.signal);
  return { ...createContext(store, actions, strings, end.signal), channel, end };
}
