/** The calls that were made on the page, and what was on show after each. */
import { piecesOf } from "../actions/python";
import type { Call, HistoryList, HitList } from "../protocol";
import { split } from "../text";
import type { Calls, Made } from "./calls";
import type { Reading } from "./reading";
import type { Recorded } from "./saved";

const MOST_LISTED = 100;

/** What is on show: a reading list and hits. */
export interface Shown {
  readonly reading: Reading;
  readonly hits: HitList;
  readonly recorded: Recorded | null;
}

interface Visit {
  readonly call: Call;
  readonly operation: string;
  readonly label: string;
  readonly row: number | null;
  readonly shown: Shown;
}

export class Journey {
  readonly #visits: Visit[] = [];
  readonly #made: (Made & { readonly error: string })[] = [];

  /** Note what one request asked; false where it asked nothing. */
  add(calls: Calls, error: string, shown: Shown): boolean {
    const [call, last] = [calls.line(error !== ""), calls.made.at(-1)];
    if (!call || !last) return false;
    const row = last.operation === "neighbours" && error === "" ? shown.reading.anchor : null;
    this.#visits.push({ call, operation: last.operation, label: last.label, row, shown });
    this.#made.push(...calls.made.map((made) => ({ ...made, error: made.count === null ? error : "" })));
    return true;
  }

  at(entry: number): Visit | null {
    return this.#visits[entry] ?? null;
  }

  get length(): number {
    return this.#visits.length;
  }

  list({ reading, hits }: Shown): HistoryList {
    const first = Math.max(0, this.#visits.length - MOST_LISTED);
    const entries = this.#visits
      .slice(first)
      .map(({ call, operation, label, row }, i) => ({ entry: first + i, operation, label, row, ...call }));
    const current = this.#visits.findLastIndex(({ shown }) => shown.reading === reading && shown.hits === hits);
    return { entries, current: current < first ? null : current, total: this.#visits.length };
  }

  /** A cell that makes every call again, as navwidget/widget/script.py writes it. */
  get code(): string {
    const calls = this.#made.map(({ code, count, error }) =>
      error
        ? `    # failed, ${split(error).join(" ")}: ${code}`
        : `    ${code},  # ${count} ${count === 1 ? "chunk" : "chunks"}`,
    );
    const head = this.#names.length > 0 ? [`from navwidget import ${this.#names.join(", ")}`, ""] : [];
    const note = "# index is what the explorer shows, for example: index = explorer.index";
    return `${[...head, note, "journey = [", ...calls, "]"].join("\n")}\n`;
  }

  /** What the code takes from navwidget: whatever begins with a capital outside of texts, but None. */
  get #names(): string[] {
    const ran = this.#made.filter(({ error }) => error === "");
    const spoken = ran.flatMap(({ code }) => piecesOf(code).filter(({ look }) => look !== "literal"));
    const names = spoken.flatMap(({ text }) => text.match(/(?<![.\w])[A-Z]\w*/g) ?? []);
    return [...new Set(names)].filter((name) => !["None", "True", "False"].includes(name)).sort();
  }
}
