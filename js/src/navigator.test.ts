/** Every recorded operation gets the recorded answer, and any chunks at all get the answers that the definitions give. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Columns, Navigator } from "./navigator";
import { CHUNK_TYPES, type ChunkType, type GrepMode } from "./protocol";

type Json = Record<string, unknown>;
interface Chunk {
  readonly id: string;
  readonly locator: string;
  readonly start: number;
  readonly end: number;
  readonly type: ChunkType;
  readonly content: string;
  readonly meta: Json;
}
interface RecordedDocument {
  readonly source_id: string;
  readonly meta: Json;
  readonly chunks: readonly Chunk[];
}
interface Patch {
  readonly content?: string | null;
  readonly metadata?: Json;
}
/** Arguments as they were recorded; many are wrong on purpose. */
interface Arguments {
  readonly source_id: string;
  readonly start_offset: unknown;
  readonly end_offset: unknown;
  readonly direction: unknown;
  readonly pattern: unknown;
  readonly mode?: unknown;
  readonly top_k?: unknown;
  readonly content_type?: unknown;
  readonly chunk_id: string;
  readonly document_id: string;
  readonly keep?: readonly string[];
  readonly patch: Patch;
}
interface Operation extends Json {
  readonly i: number;
  readonly op: string;
  readonly args: Arguments;
}

const file = new URL("../../tests/data/contract_fixture.jsonl", import.meta.url);
const records = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Json);
const documents = records.filter(({ kind }) => kind === "doc") as unknown as RecordedDocument[];
const operations = records.filter(({ kind }) => kind === "op") as unknown as Operation[];

/** uuid5 in the name space of domain names. */
function uuid5(name: string): string {
  const space = Buffer.from("6ba7b8109dad11d180b400c04fd430c8", "hex");
  const hash = createHash("sha1").update(space).update(name).digest().subarray(0, 16);
  hash[6] = ((hash[6] as number) & 0x0f) | 0x50;
  hash[8] = ((hash[8] as number) & 0x3f) | 0x80;
  return hash.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

const refuse = (name: string): never => {
  throw Object.assign(new Error(name), { name });
};

function columnsOf(chunks: readonly Chunk[]): Columns {
  const ordered = [...chunks].sort((a, b) => a.start - b.start || a.end - b.end || (a.id < b.id ? -1 : 1));
  return {
    starts: ordered.map(({ start }) => start),
    ends: ordered.map(({ end }) => end),
    types: ordered.map(({ type }) => CHUNK_TYPES.indexOf(type)),
    ids: ordered.map(({ id }) => id),
    text: (row) => ordered[row]?.content ?? null,
  };
}

/** What a store does that is written to: enough to bring the navigator into every recorded state. */
class Memory {
  readonly #documents = new Map<string, { meta: Json; chunks: Chunk[] }>();
  #navigator: Navigator | undefined;

  index({ source_id, meta, chunks }: RecordedDocument, keep?: readonly string[]): void {
    this.#navigator = undefined;
    const kept = chunks.filter(({ locator }) => keep?.includes(locator) ?? true);
    if (kept.length === 0) refuse("IndexingError");
    const withIds = kept.map((chunk) => ({ ...chunk, id: uuid5(`${source_id}:${chunk.locator}`) }));
    this.#documents.set(source_id, { meta: { ...meta }, chunks: withIds });
  }

  /** Made anew after every change. */
  get navigator(): Navigator {
    this.#navigator ??= new Navigator(new Map([...this.#documents].map(([id, { chunks }]) => [id, columnsOf(chunks)])));
    return this.#navigator;
  }

  ids(sourceId: string, rows: readonly number[]): string[] {
    const { ids } = columnsOf(this.#documents.get(sourceId)?.chunks ?? []);
    return rows.map((row) => ids[row] as string);
  }

  document(documentId: string): [string, { meta: Json; chunks: Chunk[] }] | undefined {
    return [...this.#documents].find(([sourceId]) => uuid5(sourceId) === documentId);
  }

  delete(documentId: string): void {
    this.#navigator = undefined;
    const [sourceId] = this.document(documentId) ?? refuse("DocumentNotFoundError");
    this.#documents.delete(sourceId);
  }

  patchDocument(documentId: string, patch: Patch): void {
    const [, document] = this.document(documentId) ?? refuse("DocumentNotFoundError");
    document.meta = patched(document.meta, patch);
  }

  patchChunk(chunkId: string, patch: Patch): void {
    this.#navigator = undefined;
    if (patch.content === null || "content" in (patch.metadata ?? {})) refuse("ValidationError");
    const chunks = [...this.#documents.values()].map(({ chunks }) => chunks);
    const mine = chunks.find((some) => some.some(({ id }) => id === chunkId)) ?? refuse("ChunkNotFoundError");
    const at = mine.findIndex(({ id }) => id === chunkId);
    const old = mine[at] as Chunk;
    mine[at] = { ...old, content: patch.content ?? old.content, meta: patched(old.meta, patch) };
  }

  /** A chunk found by the navigator, as a result says it. */
  result(sourceId: string, chunkId: string): Json {
    const { meta, chunks } = this.#documents.get(sourceId) ?? refuse("SourceNotFoundError");
    const { id, locator, start, end, type, content, meta: own } = chunks.find((some) => some.id === chunkId) as Chunk;
    const shared = Object.fromEntries(Object.entries(meta).map(([key, value]) => [`document_${key}`, value]));
    const chunk = {
      id,
      source_id: sourceId,
      locator,
      start_offset: start,
      end_offset: end,
      chunk_type: type,
      parent_ref: uuid5(sourceId),
      content,
      metadata: patched({}, { metadata: { ...shared, ...own } }),
    };
    return { chunk, score: 0, distance: null, retriever_id: null };
  }
}

function patched(metadata: Json, { metadata: changes = {} }: Patch): Json {
  return Object.fromEntries(Object.entries({ ...metadata, ...changes }).filter(([, value]) => value !== null));
}

function answer(memory: Memory, { op, args: a }: Operation): Json {
  const { navigator } = memory;
  const done = (_: unknown) => ({ ok: true });
  const ids = (rows: number[]) => ({ ids: memory.ids(a.source_id, rows) });
  const asked: Record<string, () => Json> = {
    navigate: () =>
      ids(navigator.navigate(a.source_id, a.start_offset, a.end_offset, a.direction, a.top_k, a.content_type)),
    read: () => ids(navigator.read(a.source_id, a.start_offset, a.end_offset, a.top_k, a.content_type)),
    grep: () => ids(navigator.grep(a.source_id, a.pattern, a.mode, a.top_k, a.content_type)),
    get_chunk: () => {
      const place = navigator.getChunk(a.chunk_id);
      return { chunk: place && memory.result(place.sourceId, a.chunk_id) };
    },
    index_document: () =>
      done(memory.index(documents.find(({ source_id }) => source_id === a.source_id) as RecordedDocument, a.keep)),
    delete_document: () => done(memory.delete(a.document_id)),
    patch_chunk: () => done(memory.patchChunk(a.chunk_id, a.patch)),
    patch_document: () => done(memory.patchDocument(a.document_id, a.patch)),
    indexed_version: () => ({ value: memory.document(a.document_id)?.[1].meta.indexed_version ?? null }),
  };
  try {
    return (asked[op] as () => Json)();
  } catch (error) {
    return { error: (error as Error).name };
  }
}

describe("the recorded operations", () => {
  it("all get the recorded answers, in their order", () => {
    const memory = new Memory();
    for (const document of documents) memory.index(document);
    const mine = operations.filter(({ op }) => op !== "search");
    const expected = ({ i, ids, error, chunk, value, ok }: Json) => ({ i, ids, error, chunk, value, ok });
    const given = mine.map((operation) => ({ i: operation.i, ...answer(memory, operation) }));
    expect(mine.length).toBe(2267 - 165);
    expect(given).toEqual(mine.map(expected));
  });
});

const chunk = fc.record({
  start: fc.nat(30),
  length: fc.nat(12),
  type: fc.constantFrom(...CHUNK_TYPES),
  content: fc.string({ unit: fc.constantFrom("a", "A", "ſ", "s", "😀", "\ud83d", " ", "\x1c"), maxLength: 6 }),
});
const chunks = fc
  .array(chunk, { maxLength: 12 })
  .map((some) => some.map((one, i) => ({ ...one, end: one.start + one.length, id: `${i}`, locator: "", meta: {} })));
const offset = fc.integer({ min: -3, max: 45 });

describe("any chunks", () => {
  const prepared = (some: readonly Chunk[], type: ChunkType) => {
    const columns = columnsOf(some);
    const rows = columns.ids.map((_, row) => row).filter((row) => columns.types[row] === CHUNK_TYPES.indexOf(type));
    const [start, end] = [(row: number) => columns.starts[row] as number, (row: number) => columns.ends[row] as number];
    return { navigator: new Navigator(new Map([["s", columns]])), columns, rows, start, end };
  };
  const type = fc.constantFrom(...CHUNK_TYPES);
  const topK = fc.integer({ min: 1, max: 5 });

  it("are navigated and read by the definition", () => {
    fc.assert(
      fc.property(chunks, type, offset, offset, topK, (some, type, low, high, topK) => {
        const { navigator, rows, start, end } = prepared(some, type);
        const next = rows.filter((row) => start(row) >= high).slice(0, topK);
        expect(navigator.navigate("s", low, high, "next", topK, type)).toEqual(next);
        const previous = rows.filter((row) => end(row) <= low).slice(-topK);
        expect(navigator.navigate("s", low, high, "previous", topK, type)).toEqual(previous);
        const inside = rows.filter((row) => start(row) >= low && end(row) <= high).slice(0, topK);
        expect(navigator.read("s", low, high, topK, type)).toEqual(inside);
      }),
    );
  });

  it("have their neighbours by position in their own type", () => {
    fc.assert(
      fc.property(chunks, type, fc.nat(3), fc.nat(3), (some, type, before, after) => {
        const { navigator, columns, rows } = prepared(some, type);
        for (const [at, row] of rows.entries()) {
          const around = [...rows.slice(Math.max(0, at - before), at), ...rows.slice(at + 1, at + 1 + after)];
          expect(navigator.neighbours(columns.ids[row] as string, before, after)).toEqual(around);
        }
      }),
    );
  });

  it("hold a pattern wherever its code points stand in the text, one after the other", () => {
    const pattern = fc.string({ unit: fc.constantFrom("a", "S", "😀", "\ud83d", " "), minLength: 1, maxLength: 2 });
    const folded = (text: string) => [...text].map((c) => c.toLowerCase().replace("ſ", "s"));
    const holds = (text: string, wanted: string) => {
      const [points, needle] = [folded(text), folded(wanted)];
      return points.some((_, at) => needle.every((point, i) => points[at + i] === point));
    };
    fc.assert(
      fc.property(chunks, pattern, (some, pattern) => {
        const { navigator, columns, rows } = prepared(some, "content");
        const expected = rows.filter((row) => pattern.trim() !== "" && holds(columns.text(row) ?? "", pattern));
        expect(navigator.grep("s", pattern, "phrase" satisfies GrepMode, 99)).toEqual(expected);
      }),
    );
  });
});
