/** A saved page does what the explorer in a notebook does: sessions recorded there are replayed here. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { SavedPage } from "./offline/saved";
import { OfflineSession } from "./offline/session";
import type { Card, Request, ResultList, Update } from "./protocol";

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
function told({ results, cards, selected_row, selection_changed, call, problem, hits, source }: Update) {
  return {
    results,
    cards,
    selected_row,
    selection_changed,
    call: call && { code: call.code, count: call.count, failed: call.failed },
    problem: problem?.exception.split(":")[0] ?? null,
    hits: hits?.items.map(({ chunk_id, row }) => [chunk_id, row]) ?? null,
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
      expect([update.reply_to, typeof update.seq]).toEqual([7, "number"]);
    });
  },
);
