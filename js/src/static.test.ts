/** A saved page does what the explorer in a notebook does: sessions recorded there are replayed here. */
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import type { SavedPage } from "./offline/saved";
import { OfflineSession } from "./offline/session";
import type { Card, Request, ResultList, Update } from "./protocol";
import { StaticChannel } from "./static";

interface Step {
  readonly request: Omit<Request, "id">;
  readonly results: ResultList | null;
  readonly cards: readonly Card[] | null;
}
interface Recording {
  readonly page: SavedPage;
  readonly steps: readonly Step[];
}

const file = new URL("../../tests/data/page_sessions.json", import.meta.url);
const recordings = JSON.parse(readFileSync(file, "utf8")) as Recording[];

/** What is recorded of an update: of an error its kind, of a call all but its time. */
function told(update: Update) {
  const { results, cards, selected_row, selection_changed, call, problem, hits, source, history } = update;
  const entries = history?.entries.slice(-3).map((entry) => ({ ...entry, milliseconds: 0 }));
  return {
    evidence: update.evidence,
    export: update.export,
    history: history && { ...history, entries },
    results,
    cards,
    selected_row,
    selection_changed,
    call: call && { code: call.code, cell: call.cell, count: call.count, failed: call.failed },
    problem: problem?.exception.split(":")[0] ?? null,
    hits: hits?.items.map((hit) => [hit.chunk_id, hit.row, hit.title, hit.snippet, hit.terms]) ?? null,
    opened_rank: hits?.opened_rank ?? null,
    chunk_type: source?.chunk_type ?? null,
  };
}

describe.each(recordings.map((recording) => [recording.page.source.source_id, recording] as const))(
  "the session in %j",
  (_, { page, steps }) => {
    const session = new OfflineSession(page);
    it.each(steps.map((step, i) => [i, step.request.kind, step] as const))("step %i, %s", (_i, _kind, step) => {
      const { request, ...expected } = step;
      const { update } = session.handle({ ...request, id: 7 } as Request);
      expect(told(update)).toEqual(expected);
      expect(update.reply_to).toBe(7);
    });
  },
);

describe("recorded searches", () => {
  const { page } = recordings[0] as Recording;
  const asked = { id: 1, kind: "search", query: "w05 w11 w12", retriever: "keyword", top_k: 7 } as const;
  const speaking = (locale: string) => {
    const settings = { ...page.welcome.settings, locale };
    return new OfflineSession({ ...page, welcome: { ...page.welcome, settings } });
  };
  const ids = ({ hits }: Update) => hits?.items.map(({ chunk_id, rank }) => [rank, chunk_id]);
  const all = ids({ hits: new OfflineSession(page).searches[0]?.hits } as Update) as [number, string][];

  it("are found whatever the case and the spaces", () => {
    expect(ids(new OfflineSession(page).handle({ ...asked, query: " W05  w11 w12" }).update)).toEqual(all);
  });

  it("give the best of them where fewer are asked for", () => {
    expect(ids(new OfflineSession(page).handle({ ...asked, top_k: 2 }).update)).toEqual(all.slice(0, 2));
  });

  it("leave out what was read, and rank the rest anew", () => {
    const session = new OfflineSession(page);
    session.handle({ ...asked });
    session.handle({ id: 2, kind: "open_hit", rank: 1 });
    const read = new Set(session.handle({ id: 3, kind: "hello", protocol_version: 1 }).update.results?.rows);
    const rows = session.searches[0]?.hits.items.filter(({ row }) => !read.has(row as number)) ?? [];
    const left = session.handle({ ...asked, skip_read: true }).update;
    expect(ids(left)).toEqual(rows.map(({ chunk_id }, i) => [i + 1, chunk_id]));
    expect(rows.length).toBeLessThan(all.length);
  });

  it.each([
    ["  ", "keyword", "The query is empty"],
    ["never searched", "keyword", "it carries 'w05 w11 w12' (keyword), 'notice period"],
    ["w05 w11 w12", "vector", "This page has no kernel to search for 'w05 w11 w12'"],
  ] as const)("of %j by %s refuse in a sentence", (query, retriever, sentence) => {
    const { update } = speaking("en").handle({ ...asked, query, retriever });
    expect(update.problem?.why).toContain(sentence);
    expect(update.problem?.asked).toBe(""); // the sentence says it, and no message is for people to read
    expect(update.hits).toBeNull();
  });

  it("refuse others in the language of the page", () => {
    const { update } = speaking("fr-CA").handle({ ...asked, query: "jamais cherché" });
    expect(update.problem?.why).toMatch(/^Cette page n’a pas de noyau pour chercher « jamais cherché » ; .*w05 w11/);
  });
});

describe("the channel of a saved page", () => {
  const { page } = recordings[0] as Recording;

  it("answers later, one answer a request, and nobody once the view is gone", () => {
    vi.useFakeTimers();
    const channel = new StaticChannel(page);
    const heard = vi.fn();
    const end = new AbortController();
    channel.listen(heard, end.signal);
    channel.send({ id: 5, kind: "hello", protocol_version: 1 });
    expect(heard).not.toHaveBeenCalled();
    vi.runAllTimers();
    const [update, buffers] = heard.mock.calls[0] as [Update, DataView[]];
    expect([update.reply_to, update.welcome?.query]).toEqual([5, page.welcome.query]);
    expect(buffers.length).toBe(update.source?.columns.length);
    end.abort();
    channel.send({ id: 6, kind: "hello", protocol_version: 1 });
    vi.runAllTimers();
    expect(heard).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  it("shows a recorded search as if Python had made it", () => {
    const channel = new StaticChannel(page);
    const heard = vi.fn();
    channel.listen(heard, new AbortController().signal);
    channel.show(channel.searches[0] as (typeof channel.searches)[number]);
    const update = heard.mock.calls[0]?.[0] as Update;
    expect([update.reply_to, update.hits?.query, update.call?.failed]).toEqual([null, "w05 w11 w12", false]);
  });

  it("opens no other source and lists itself alone", () => {
    const session = new OfflineSession(page);
    expect(session.handle({ id: 1, kind: "open_source", source_id: "b" }).update.problem?.exception).toContain(
      "SourceNotFoundError",
    );
    const { source_list } = session.handle({ id: 2, kind: "list_sources", contains: "A" }).update;
    expect(source_list?.items.map(({ source_id }) => source_id)).toEqual(["a"]);
  });
});
