/** What came from Python, written into the store. */
import { announcementOf } from "./announce";
import { patchOf } from "./apply";
import { PROTOCOL_VERSION, type Span } from "./protocol";
import { type ExplorerStore, problemOf, type State, type Told } from "./state";
import type { Strings } from "./strings";
import type { Answer, Receiver } from "./transport";

/** Answers to these say nothing about what a person asked, so they leave a problem on show. */
const BACKGROUND: ReadonlySet<string | null> = new Set([
  null,
  "fetch_cards",
  "list_sources",
  "select",
  "star",
  "cancel",
  "export",
  "set_budget",
]);

/** What a view remembers of its sources beside what it shows. */
export interface Memory {
  /** Where each source was left. */
  readonly windows: Map<string, Span>;
  /** Rows whose texts are on their way. */
  readonly asked: Set<number>;
}

export function createInbox(store: ExplorerStore, strings: () => Strings, { windows, asked }: Memory): Receiver {
  return {
    receive(answers) {
      const before = store.state;
      try {
        const patch: Partial<State> = {};
        for (const answer of answers) Object.assign(patch, patchOf({ ...before, ...patch }, answer, windows));
        if (patch.source !== before.source) asked.clear();
        for (const row of patch.cards?.keys() ?? []) asked.delete(row);
        const after = { ...before, ...patch, problem: problemAfter(answers, before.problem, strings()) };
        const announcement = announcementOf(before, after, strings());
        store.update({ ...patch, problem: after.problem, announcement });
      } catch (error) {
        const { message, messageRemedy } = strings().problems;
        store.update({ problem: problemOf({ asked: message, why: String(error), remedy: messageRemedy }) });
      }
    },
    status(status) {
      const lost = { problem: problemOf({ asked: strings().problems.gone }) };
      store.update({ status, ...(status === "gone" && lost) });
    },
  };
}

function problemAfter(answers: readonly Answer[], before: Told | null, { problems }: Strings): Told | null {
  const last = answers.at(-1);
  const python = answers.find(({ update }) => update.welcome)?.update.welcome?.protocol_version ?? PROTOCOL_VERSION;
  if (python !== PROTOCOL_VERSION) {
    const why = problems.version(PROTOCOL_VERSION, python);
    return problemOf({ asked: problems.message, why, remedy: problems.versionRemedy });
  }
  if (last?.update.problem) return last.update.problem;
  const quiet = last !== undefined && BACKGROUND.has(last.kind) && !last.update.call;
  return quiet ? before : null;
}
