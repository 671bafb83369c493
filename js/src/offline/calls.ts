/** The Python call that a click stands for, written as navwidget/widget/calls.py writes it, and timed. */
import type { Call, HistoryEntry } from "../protocol";
import { piecesOf } from "../python";
import { CodePointText } from "../units";

const LINES = 3;
const LONGEST_LABEL = 80;
const ESCAPES: { readonly [character: string]: string } = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\" };

/** How many arguments say where: the source, and a span of it. */
const PLACING: { readonly [method: string]: number } = { navigate: 3, read: 3, grep: 1 };

/** What a cell says of `index`, for which nobody here knows a name. */
export const INDEX_NOTE = "# index is what the explorer shows, for example: index = explorer.index";

/** A member of an enumeration. */
class Member {
  constructor(
    readonly type: string,
    readonly value: string,
  ) {}
}

export const member = (type: string, value: string): Member => new Member(type, value);

type Value = string | number | null | Member;

/** A call as it is made and as it is shown; `label` is what it was asked for, in the reader's own words and numbers. */
export interface Asked {
  readonly operation: string;
  readonly place: Pick<HistoryEntry, "source_id" | "start" | "end">;
  readonly label: string;
  readonly code: string;
}

export interface Made extends Asked {
  /** How many chunks came; null where it failed. */
  readonly count: number | null;
  readonly milliseconds: number;
  /** The code that runs, where the one that is shown is short. */
  readonly whole?: string;
}

/** The line that imports what code takes from navwidget: whatever begins with a capital outside of texts, but None. */
export function importsOf(codes: readonly string[]): string[] {
  const spoken = codes.flatMap((code) => piecesOf(code).filter(({ look }) => look !== "literal"));
  const names = spoken.flatMap(({ text }) => text.match(/(?<![.\w])[A-Z]\w*/g) ?? []);
  const ours = [...new Set(names)].filter((name) => !["None", "True", "False"].includes(name)).sort();
  return ours.length > 0 ? [`from navwidget import ${ours.join(", ")}`, ""] : [];
}

/** A string as Python's repr() writes it: whatever is not printable is escaped. */
export function pythonString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text.replace(/[\p{C}\p{Z}\\'"]/gu, (character) => {
    if (character === " ") return " ";
    if (character === "'" || character === '"') return character === quote ? `\\${quote}` : character;
    return ESCAPES[character] ?? escaped(character.codePointAt(0) as number);
  });
  return quote + body + quote;
}

function escaped(code: number): string {
  const [sign, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${sign}${code.toString(16).padStart(digits as number, "0")}`;
}

function written(value: Value): string {
  if (value === null) return "None";
  if (value instanceof Member) return `${value.type}.${value.value.toUpperCase()}`;
  return typeof value === "string" ? pythonString(value) : String(value);
}

export function asking(method: string, args: readonly Value[], named: { readonly [name: string]: Value } = {}): Asked {
  const pairs = Object.entries(named).map(([name, value]) => `${name}=${written(value)}`);
  const placing = PLACING[method] ?? 0;
  const [source_id = "", start = null, end = null] = args.slice(0, placing) as [string?, number?, number?];
  const told = args
    .slice(placing)
    .filter((value) => value !== null)
    .map((value) => (value instanceof Member ? value.value : `${value}`));
  return {
    operation: method,
    place: { source_id, start, end },
    label: new CodePointText((told.length < 2 || placing ? told : told.slice(1)).join(", ")).slice(0, LONGEST_LABEL),
    code: `await index.${method}(${[...args.map(written), ...pairs].join(", ")})`,
  };
}

/** The calls of one request. */
export class Calls {
  readonly made: Made[] = [];

  /** Make a call; it stays on the line where it fails. */
  ask(asked: Asked, answer: () => number[]): number[] {
    const start = performance.now();
    let rows: number[] | null = null;
    try {
      rows = answer();
      return rows;
    } finally {
      this.made.push({ ...asked, count: rows?.length ?? null, milliseconds: performance.now() - start });
    }
  }

  line(failed: boolean): Call | null {
    if (this.made.length === 0) return null;
    const lines = this.made.slice(0, LINES).map(({ code }) => code);
    if (this.made.length > LINES) lines.push(`# and ${this.made.length - LINES} more`);
    const whole = this.made.map(({ code, whole = code }) => whole);
    const known = whole.some((code) => code.startsWith("await index.")) ? [INDEX_NOTE] : [];
    const sum = (value: (made: Made) => number) => this.made.reduce((total, made) => total + value(made), 0);
    return {
      code: lines.join("\n"),
      cell: [...importsOf(whole), ...known, ...whole].join("\n"),
      count: sum(({ count }) => count ?? 0),
      milliseconds: sum(({ milliseconds }) => milliseconds),
      failed,
    };
  }
}
