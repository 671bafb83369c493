/** What a person can do at some times only, and what it lacks at the others. */
import { reasonAgainst, reasonAgainstSearch } from "./abilities";
import type { ExportForm, RetrieverName } from "./protocol";
import type { State } from "./state";
import type { Strings } from "./strings";

/** What is not possible at any time. */
export type Act =
  | RetrieverName
  | ExportForm
  | "search"
  | "get_chunk"
  | "navigate"
  | "open"
  | "read"
  | "grep"
  | "back"
  | "forward"
  | "call"
  | "picture"
  | "ring"
  | "unread";

/** What has to be there first, as a sentence; null where nothing is lacking. */
export function lacking(act: Act, state: State, { needs, noEvidence }: Strings): string | null {
  const { source, results, selected, call, evidence, history, abilities } = state;
  const unless = (isThere: boolean | number | undefined, sentence: string) => (isThere ? null : sentence);
  const inSource = unless(source !== null, needs.source);
  switch (act) {
    case "search":
      return reasonAgainstSearch(abilities);
    case "navigate":
    case "read":
    case "grep":
      return reasonAgainst(abilities, act) ?? inSource;
    case "picture":
      return inSource;
    case "open":
      return reasonAgainst(abilities, act) ?? unless(targetOf(state) !== null, needs.opened);
    case "ring":
      return unless(selected !== null, needs.ring);
    case "unread":
      return unless(
        results.skipped.some(({ rows }) => rows.length > 0),
        needs.unread,
      );
    case "back":
      return unless(results.can_go_back, needs.back);
    case "forward":
      return unless(results.can_go_forward, needs.forward);
    case "call":
      return unless(call !== null, needs.call);
    case "code":
      return unless(history?.entries.length, needs.call);
    case "markdown":
    case "json":
      return unless(evidence.items.length, noEvidence);
    default:
      return reasonAgainst(abilities, act);
  }
}

/** The chunk whose neighbours "open" shows. */
export function targetOf({ selected, results }: State): number | null {
  return selected ?? results.anchor_row ?? results.rows[0] ?? null;
}
