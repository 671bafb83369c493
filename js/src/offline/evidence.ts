/** Starred chunks as one text, the twin of navwidget/evidence: overlaps once, and where each piece comes from. */
import { pagesInWords } from "../geometry/headings";
import { firstWhere } from "../navigator";
import type { EvidenceList } from "../protocol";
import { isBlank, split } from "../text";
import { CodePointText, codePointLength } from "../units";
import type { Piece, SavedSource } from "./saved";

const CHARACTERS_PER_TOKEN = 4;
/** Later chunks that may still fit: each costs a merge of all. */
const TRIES = 50;
const HOLE = "[...]";

/** Merged text, with the rows that did not fit the budget. */
export class Evidence {
  private constructor(
    readonly pieces: readonly Piece[],
    readonly budget: number | null,
    readonly leftOut: readonly string[] = [],
  ) {}

  /** Rows come in the order of wanting: where not all fit the budget, later ones are left out. */
  static of(source: SavedSource, rows: Iterable<number>, budget: number | null = null): Evidence {
    const wanted = [...rows];
    const whole = new Evidence(merged(source, wanted), budget);
    if (budget === null || whole.tokens <= budget) return whole;
    const taken = fitting(wanted, (rows) => new Evidence(merged(source, rows), budget).tokens <= budget);
    const kept = new Set(taken);
    const leftOut = wanted.filter((row) => !kept.has(row)).map((row) => itemOf(source, row).chunk_id);
    return new Evidence(merged(source, taken), budget, leftOut);
  }

  get text(): string {
    let furthest = 0;
    const parts = this.pieces.flatMap((piece, i) => {
      const isFirst = piece.source_id !== this.pieces[i - 1]?.source_id;
      const isBeyondHole = !isFirst && (piece.start ?? Infinity) > furthest;
      furthest = Math.max(isFirst ? 0 : furthest, piece.end ?? 0);
      const cited = `[${citation(piece)}]\n${piece.text}`;
      return isBeyondHole ? [HOLE, cited] : [cited];
    });
    return parts.join("\n\n");
  }

  get characters(): number {
    return codePointLength(this.text);
  }

  /** A quarter of the characters, a rule of thumb. */
  get tokens(): number {
    return Math.ceil(this.characters / CHARACTERS_PER_TOKEN);
  }

  get json(): string {
    const { text, characters, tokens, budget, leftOut } = this;
    const pieces = this.pieces.map((piece) => ({ citation: citation(piece), ...piece }));
    return JSON.stringify({ text, characters, approximate_tokens: tokens, budget, left_out: leftOut, pieces }, null, 2);
  }

  /** Numbered citations with texts in fenced blocks, which nothing in a text or a name can leave. */
  get markdown(): string {
    const entries = this.pieces.map((piece, i) => {
      const [name, fence] = [split(citation(piece)).join(" "), fenceOf(piece.text, 3)];
      const quote = fenceOf(name, 1);
      return `**${i + 1}.** ${quote} ${name} ${quote}\n\n${fence}text\n${piece.text}\n${fence}\n`;
    });
    return entries.join("\n");
  }
}

/** As many of the first as fit together, and of those after them whatever still fits. */
function fitting(wanted: readonly number[], fits: (rows: readonly number[]) => boolean): number[] {
  const count = firstWhere(wanted.length + 1, (first) => !fits(wanted.slice(0, first))) - 1;
  const taken = wanted.slice(0, count);
  for (const row of wanted.slice(count + 1, count + 1 + TRIES)) {
    if (fits([...taken, row])) taken.push(row);
  }
  return taken;
}

export function evidenceList(source: SavedSource, rows: Iterable<number>, budget: number | null): EvidenceList {
  const whole = Evidence.of(source, rows);
  return {
    items: [...rows].sort((a, b) => a - b).map((row) => itemOf(source, row)),
    characters: whole.characters,
    tokens: whole.tokens,
    budget,
    left_out: Evidence.of(source, rows, budget).leftOut,
  };
}

function itemOf(source: SavedSource, row: number): EvidenceList["items"][number] {
  const kept = source.kept.get(row);
  if (kept) return kept.item;
  const [start, end] = source.span(row);
  const title = source.title(row);
  return { chunk_id: source.ids[row] as string, source_id: source.view.source_id, row, start, end, title, fate: "" };
}

/** Chunks that overlap, touch or have only white space between them are one piece; text of its own stays beside. */
function merged(source: SavedSource, rows: readonly number[]): Piece[] {
  const pieces: Piece[] = [];
  let run = -1;
  for (const row of [...rows].sort((a, b) => a - b)) {
    const piece = pieceOf(source, row);
    const last = pieces[run]?.source_id === piece.source_id ? pieces[run] : undefined;
    const [from, reached] = [piece.start ?? 0, last?.end ?? 0];
    const between = last && !piece.differs ? spaceBetween(source, row, reached, from) : null;
    const whole = last && between !== null ? joined(last, piece, between) : null;
    if (whole) pieces[run] = whole;
    else if (piece.differs) pieces.push(piece);
    else if (from < reached) pieces.push({ ...piece, differs: true });
    else run = pieces.push(piece) - 1;
  }
  return pieces;
}

function pieceOf(source: SavedSource, row: number): Piece {
  const kept = source.kept.get(row);
  if (kept) return kept.piece;
  const [[start, end], text] = [source.span(row), source.text(row) ?? ""];
  const own = source.slice(start, end);
  const differs = codePointLength(text) !== end - start || (own !== null && own !== text);
  const [pages, chunk_ids] = [source.pagesOf(row), [source.ids[row] as string]];
  return { source_id: source.view.source_id, start, end, chunk_ids, text, differs, pages };
}

/** The white space between an end and what starts after it; null where there is text between, or where it is unknown. */
function spaceBetween(source: SavedSource, row: number, end: number, start: number): string | null {
  const gap = start - end;
  if (gap <= 0) return "";
  const lead = source.kept.get(row)?.lead;
  const between = lead === undefined ? source.slice(end, start) : lead.slice(-gap);
  return between !== null && isBlank(between) && between.length === gap ? between : null;
}

/** Add a piece to the one before it; null where they do not agree. */
function joined(run: Piece, piece: Piece, between: string): Piece | null {
  const [first, reached, start, last] = [run.start ?? 0, run.end ?? 0, piece.start ?? 0, piece.end ?? 0];
  const shared = new CodePointText(run.text).slice(start - first, Infinity);
  if (!shared.startsWith(piece.text) && !piece.text.startsWith(shared)) return null;
  const fresh = new CodePointText(piece.text).slice(Math.max(reached - start, 0), Infinity);
  const [end, chunk_ids] = [Math.max(reached, last), [...run.chunk_ids, ...piece.chunk_ids]];
  const pages = [...new Set([...run.pages, ...piece.pages])];
  return { ...run, end, chunk_ids, text: run.text + between + fresh, pages };
}

function citation({ source_id, start, end, differs, pages }: Piece): string {
  const cited = pages[0] === undefined ? "" : `, ${pagesInWords(pages[0], pages.at(-1))}`;
  const place = start === null ? ", no place" : `:${start}-${end}`;
  return `${source_id}${place}${cited}${differs ? ", text of the chunk" : ""}`;
}

/** A run of backticks that is longer than any in a text. */
function fenceOf(text: string, least: number): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  return "`".repeat(Math.max(least, longest + 1));
}
