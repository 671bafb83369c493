/** Answers to every request about one invented document, good enough to look at the page. */
import type { MockChannel } from "../src/mock";
import type { Card, HitItem, Request, ResultList, ResultRole, Update } from "../src/protocol";
import { NO_RESULTS } from "../src/state";
import { agreement, type Text } from "./documents";

const NAME = "agreement.md";
const text: Text = agreement();
const { chunks, first } = text;
const bytes = (array: ArrayBufferView) => new DataView(array.buffer);
const near = (offset: number) => chunks.findIndex((chunk) => chunk.end > offset);
const headingOf = (offset: number) => text.headings.filter((heading) => heading.offset <= offset).at(-1)?.title ?? "";

const RANKED: readonly (readonly [row: number | string, title: string, keyword: number, vector: number])[] = [
  [first + 1, "12.2 Termination for convenience", 1, 2],
  [near(38900), "19.2 Notices", 3, 1],
  [near(8450), "3.4 Work order expiry", 2, 5],
  [first, "12.1 Initial term", 6, 3],
  ["dpa-annex.md", "6 Ending the processing", 4, 9],
  [near(29500), "14.3 Leaving a subcontractor", 8, 6],
  [near(55200), "Schedule D, wind-down", 5, 14],
  [near(14800), "7.4 Changes of fees", 12, 8],
  ["hx4-manual.md", "9.1 Warranty", 7, 21],
  [first + 4, "12.5 Exit assistance", 17, 11],
];
const hits = RANKED.map(([where, title, keyword, vector], k): HitItem => {
  const row = typeof where === "number" ? where : null;
  const score = 1 / (60 + keyword) + 1 / (60 + vector);
  const parts = [
    { retriever: "keyword", rank: keyword, score: 9, share: (60 + vector) / (120 + keyword + vector) },
    { retriever: "vector", rank: vector, score: 0.6, share: (60 + keyword) / (120 + keyword + vector) },
  ] as const;
  const [start, end] = row === null ? [400, 900] : [chunks[row]?.start ?? 0, chunks[row]?.end ?? 0];
  return {
    rank: k + 1,
    chunk_id: `id-${k}`,
    source_id: row === null ? String(where) : NAME,
    row,
    start,
    end,
    score,
    title,
    snippet: "",
    terms: [],
    fate: "",
    parts,
  };
});
const ranks = Object.fromEntries(hits.flatMap((hit) => (hit.row === null ? [] : [[hit.row, hit.rank]])));

function spansOf(content: string, pattern: RegExp): [number, number][] {
  return [...content.matchAll(pattern)].map((found) => [found.index, found.index + found[0].length]);
}

let pattern = "";
function cardOf(row: number): Card {
  const chunk = chunks[row];
  const content = chunk?.text ?? "";
  const matches = pattern ? spansOf(content, new RegExp(pattern, "gi")) : [];
  const terms = spansOf(content, /notice|period|termination/gi);
  return { row, id: `chunk-${row}`, content, matches, terms };
}

function listOf(rows: readonly number[], roles: readonly ResultRole[], operation: ResultList["operation"]): ResultList {
  let edge = 0;
  const repeated: number[] = [];
  const skipped: ResultList["skipped"][number][] = [];
  rows.forEach((row, k) => {
    const { start, end } = chunks[row] as Text["chunks"][number];
    repeated.push(k === 0 ? 0 : Math.max(0, edge - start));
    const after = rows[k - 1];
    if (after !== undefined && start > edge && operation !== "grep") {
      const between = Array.from({ length: row - after - 1 }, (_, i) => after + 1 + i);
      skipped.push({
        after_row: after,
        before_row: row,
        start: edge,
        end: start,
        characters: start - edge,
        rows: between,
      });
    }
    edge = Math.max(edge, end);
  });
  const characters = rows.reduce((sum, row) => sum + (chunks[row]?.end ?? 0) - (chunks[row]?.start ?? 0), 0);
  return {
    ...NO_RESULTS,
    operation,
    rows,
    roles,
    repeated,
    skipped,
    ranks,
    characters,
    anchor_row: operation === "navigate" ? first + 1 : null,
    can_go_back: true,
    starred: [first + 1, first + 3],
  };
}

const opened = () => listOf([first, first + 1, first + 3, first + 4], ["previous", "hit", "next", "next"], "navigate");

function grepped(wanted: string): ResultList {
  pattern = wanted;
  const rows = chunks.flatMap((_, row) => (cardOf(row).matches.length > 0 ? [row] : []));
  const list = listOf(
    rows,
    rows.map(() => "match" as const),
    "grep",
  );
  const matches = rows.flatMap((row) =>
    cardOf(row).matches.map(([a, b]) => ({
      row,
      start: (chunks[row]?.start ?? 0) + a,
      end: (chunks[row]?.start ?? 0) + b,
    })),
  );
  return { ...list, matches, match_counts: rows.map((row) => cardOf(row).matches.length), pattern: wanted };
}

function scores(): Pick<Update, "scores"> & { buffers: DataView[] } {
  const child = (k: 0 | 1) => {
    const ranked = new Map(
      hits.flatMap((hit) => (hit.row === null ? [] : [[hit.row, 1 / (60 + (hit.parts[k]?.rank ?? 99))]])),
    );
    return Float32Array.from(
      chunks,
      (_, row) => ranked.get(row) ?? ((row * 7919) % 13 < 6 + k * 5 ? 1 / (75 + ((row * 31) % 200)) : 0),
    );
  };
  const columns = [0, 1].map(() => ({ name: "scores" as const, dtype: "float32" as const, length: chunks.length }));
  return {
    scores: { source_id: NAME, children: ["keyword", "vector"], columns, cut: hits.at(-1)?.score ?? 0 },
    buffers: [bytes(child(0)), bytes(child(1))],
  };
}

const CALLS = [
  ["search", "notice period for termination", "SearchQuery(...)", 10, 1.8, false],
  ["open", "hit 1", "neighbours", 5, 0.2, false],
  ["navigate", "next, top_k=0", "navigate", 0, 0.1, true],
  ["navigate", "next, top_k=2", "navigate", 2, 0.1, false],
] as const;

function history(current: number): NonNullable<Update["history"]> {
  const entries = CALLS.map(([operation, label, code, count, milliseconds, failed], entry) => ({
    entry,
    operation,
    label,
    source_id: "",
    start: null,
    end: null,
    number: null,
    code: `await index.${code}(...)`,
    count,
    milliseconds,
    failed,
  }));
  return { entries, current, total: CALLS.length };
}

const starred = new Map<string, number | null>([
  [`chunk-${first + 1}`, first + 1],
  [`chunk-${first + 3}`, first + 3],
  ["chunk-other", null],
]);
let budget: number | null = 1500;

function evidence(): NonNullable<Update["evidence"]> {
  const items = [...starred].map(([chunk_id, row]) => ({
    chunk_id,
    source_id: row === null ? "hx4-manual.md" : NAME,
    row,
    start: row === null ? null : (chunks[row]?.start ?? 0),
    end: row === null ? null : (chunks[row]?.end ?? 0),
    title: row === null ? "9.1 Warranty" : headingOf((chunks[row]?.start ?? 0) + 130),
    fate: "" as const,
  }));
  const characters = items.reduce((sum, { start, end }) => sum + ((end ?? 500) - (start ?? 0)), 0);
  const left_out = budget !== null && characters / 4 > budget ? ["chunk-other"] : [];
  return { items, characters, tokens: Math.ceil(characters / 4), budget, left_out };
}

export function start(
  channel: MockChannel,
  request: Request,
  settings: NonNullable<Update["welcome"]>["settings"],
  state: string,
): void {
  const has = state !== "empty" && state !== "nohit";
  const column = (name: "starts" | "ends" | "chunk_types", dtype: "uint32" | "uint8") => ({
    name,
    dtype,
    length: chunks.length,
  });
  const drawn = scores();
  const results = !has ? NO_RESULTS : state === "grep" ? grepped("notice") : opened();
  const query = state === "empty" ? "" : state === "nohit" ? "severance clause" : "notice period for termination";
  channel.say(
    {
      reply_to: request.id,
      welcome: {
        protocol_version: 1,
        settings,
        abilities: [],
        retriever: has ? "hybrid" : "keyword",
        own_label: "",
        query,
        top_k: 10,
      },
      source: {
        source_id: NAME,
        length: text.length,
        chunks: chunks.length,
        counts: { content: chunks.length },
        chunk_type: "content",
        columns: [column("starts", "uint32"), column("ends", "uint32"), column("chunk_types", "uint8")],
        headings: {
          offsets: text.headings.map(({ offset }) => offset),
          levels: text.headings.map(({ level }) => level),
          titles: text.headings.map(({ title }) => title),
        },
        complete: true,
      },
      hits: {
        query,
        retriever: has ? "hybrid" : "keyword",
        label: "",
        top_k: 10,
        items: has ? hits : [],
        candidates: has ? 412 : 0,
        sources: 3,
        opened_rank: has ? 1 : null,
      },
      results,
      cards: results.rows.map(cardOf),
      ...(has && { scores: drawn.scores }),
      call: has
        ? {
            code: `await index.navigate("${NAME}", 24340, 24857, NavigationDirection.NEXT, top_k=2)`,
            count: 2,
            cell: "",
            milliseconds: 0.1,
            failed: false,
          }
        : null,
      ...(has && { evidence: evidence(), history: history(3) }),
      selected_row: has ? first + 1 : null,
      selection_changed: true,
    },
    [
      bytes(Uint32Array.from(chunks, ({ start }) => start)),
      bytes(Uint32Array.from(chunks, ({ end }) => end)),
      bytes(new Uint8Array(chunks.length)),
      ...(has ? drawn.buffers : []),
    ],
  );
  if (state === "error") {
    const problem = {
      asked: "next did not run.",
      why: "top_k must be at least 1, got 0.",
      remedy: "Set k to 1 or more and press Next again.",
      exception: "SearchError: top_k: 0, allowed: an int of 1 or more",
    };
    channel.say({ problem });
  }
}

export function answer(request: Request, channel: MockChannel): void {
  const reply = (update: Partial<Update>) => setTimeout(() => channel.say({ reply_to: request.id, ...update }), 30);
  switch (request.kind) {
    case "fetch_cards":
      return void reply({ cards: request.rows.map(cardOf) });
    case "list_sources":
      return void reply({
        source_list: {
          contains: "",
          items: [NAME, "dpa-annex.md", "hx4-manual.md"].map((source_id) => ({
            source_id,
            chunks: chunks.length,
            length: text.length,
          })),
          total: 3,
        },
      });
    case "star": {
      const id = request.chunk_id ?? `chunk-${request.row}`;
      if (request.starred) starred.set(id, request.row ?? null);
      else starred.delete(id);
      return void reply({ evidence: evidence() });
    }
    case "set_budget":
      budget = request.tokens;
      return void reply({ evidence: evidence() });
    case "go_to":
      return void reply({ history: history(request.entry), results: opened() });
    case "export":
      return void reply({
        export: { form: request.form, text: `# ${request.form}`, file_name: `evidence.${request.form}` },
      });
    case "select":
      return void reply({ selected_row: request.row, selection_changed: true });
    case "grep": {
      const results = grepped(request.pattern);
      return void reply({ results, cards: results.rows.map(cardOf) });
    }
    case "read": {
      const rows = chunks.flatMap((chunk, row) =>
        chunk.start >= (request.start ?? 0) && chunk.end <= (request.end ?? text.length) ? [row] : [],
      );
      return void reply({
        results: listOf(
          rows,
          rows.map(() => "read" as const),
          "read",
        ),
      });
    }
    default:
      return void reply({ results: opened() });
  }
}
