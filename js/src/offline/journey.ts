/** The calls that were made on the page, and what was on show after each. */
import type { Call, HistoryList } from "../protocol";
import { split } from "../text";
import { type Calls, INDEX_NOTE, importsOf, type Made } from "./calls";
import type { Reading } from "./reading";
import type { SavedSource } from "./saved";
import type { Ranking } from "./searches";

const MOST_LISTED = 100;

/** What is on show: a reading list and hits, and which row is ringed. */
export interface Shown extends Ranking {
  readonly reading: Reading;
  readonly selected: number | null;
}

interface Visit {
  readonly call: Call;
  readonly operation: string;
  readonly label: string;
  readonly place: Made["place"];
  readonly number: number | null;
  readonly shown: Shown;
}

export class Journey {
  readonly #visits: Visit[] = [];
  readonly #made: (Made & { readonly error: string })[] = [];

  /** Note what one request asked; false where it asked nothing. */
  add(calls: Calls, error: string, shown: Shown, source: SavedSource): boolean {
    const [call, last] = [calls.line(error !== ""), calls.made.at(-1)];
    if (!call || !last) return false;
    const around = last.operation === "neighbours" && error === "" ? shown.reading.anchor : null;
    const number = around === null ? null : source.number(around);
    const { operation, label } = last;
    const place = number === null ? last.place : { ...last.place, source_id: source.view.source_id };
    this.#visits.push({ call, operation, label, place, number, shown });
    this.#made.push(...calls.made.map((made) => ({ ...made, error: made.count === null ? error : "" })));
    return true;
  }

  at(entry: number): Visit | null {
    return this.#visits[entry] ?? null;
  }

  get length(): number {
    return this.#visits.length;
  }

  /** The last visit that left on show what is on show now, by its number; -1 where none did. */
  showing({ reading, hits }: Shown): number {
    return this.#visits.findLastIndex(({ shown }) => shown.reading === reading && shown.hits === hits);
  }

  list(shown: Shown): HistoryList {
    const first = Math.max(0, this.#visits.length - MOST_LISTED);
    const entries = this.#visits
      .slice(first)
      .map(({ call: { cell: _, ...call }, operation, label, place, number }, i) => {
        return { entry: first + i, operation, label, ...place, number, ...call };
      });
    const current = this.showing(shown);
    return { entries, current: current < first ? null : current, total: this.#visits.length };
  }

  /** A cell that makes every call again, as navwidget/widget/script.py writes it. */
  get code(): string {
    const calls = this.#made.map(({ code, whole = code, count, error }) =>
      error
        ? `    # failed, ${split(error).join(" ")}: ${whole}`
        : `    ${whole},  # ${count} ${count === 1 ? "chunk" : "chunks"}`,
    );
    const head = importsOf(this.#made.flatMap(({ code, error }) => (error ? [] : [code])));
    return `${[...head, INDEX_NOTE, "journey = [", ...calls, "]"].join("\n")}\n`;
  }
}
