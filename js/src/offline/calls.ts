/** The Python call that a click stands for, written as navwidget/widget/calls.py writes it, and timed. */
import type { Call } from "../protocol";

const LINES = 3;
const ESCAPES: { readonly [character: string]: string } = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\" };

/** A member of an enumeration, as code. */
export class Name {
  constructor(readonly code: string) {}
}

export const member = (type: string, value: string): Name => new Name(`${type}.${value.toUpperCase()}`);

type Value = string | number | null | Name;

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
  if (value instanceof Name) return value.code;
  return typeof value === "string" ? pythonString(value) : String(value);
}

export function callOf(method: string, args: readonly Value[], named: { readonly [name: string]: Value } = {}): string {
  const pairs = Object.entries(named).map(([name, value]) => `${name}=${written(value)}`);
  return `await index.${method}(${[...args.map(written), ...pairs].join(", ")})`;
}

interface Made {
  readonly code: string;
  count: number;
  milliseconds: number;
}

/** The calls of one request. */
export class Calls {
  readonly made: Made[] = [];

  /** Make a call; it stays on the line, without a count, where it fails. */
  ask(code: string, answer: () => number[]): number[] {
    const made: Made = { code, count: 0, milliseconds: 0 };
    this.made.push(made);
    const start = performance.now();
    try {
      const rows = answer();
      made.count = rows.length;
      return rows;
    } finally {
      made.milliseconds = performance.now() - start;
    }
  }

  line(failed: boolean): Call | null {
    if (this.made.length === 0) return null;
    const lines = this.made.slice(0, LINES).map(({ code }) => code);
    if (this.made.length > LINES) lines.push(`# and ${this.made.length - LINES} more`);
    const sum = (name: "count" | "milliseconds") => this.made.reduce((total, made) => total + made[name], 0);
    return { code: lines.join("\n"), count: sum("count"), milliseconds: sum("milliseconds"), failed };
  }
}
