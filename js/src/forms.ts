/** What controls hold, as a request needs it: numbers out of typed texts, or a word of why there are none. */
import { wholeNumber } from "./numbers";
import type { Form, Source, Told } from "./state";
import type { Strings } from "./strings";

type Refuse = (problem: Partial<Told>) => void;

/** What a number is called on the page, what it is at least, and in which field it is. */
export interface Wanted {
  readonly name: string;
  readonly least: number;
  readonly field?: string;
}

/** A typed number; what is none, or too low anywhere, is refused here, what the index does not allow by Python. */
export function numberIn(
  text: string,
  { name, least, field }: Wanted,
  { problems }: Strings,
  refuse: Refuse,
): number | null {
  const value = wholeNumber(text);
  if (value !== null && value >= least) return value;
  const remedy = field?.startsWith("read") ? problems.offsetRemedy : problems.wholeNumberRemedy;
  refuse({ why: problems.wholeNumber(name, least, text.trim()), remedy, ...(field && { field }) });
  return null;
}

/** The range of the read fields, null on a side that is open; null altogether where it was refused. */
export function rangeIn({ readStart, readEnd }: Form, strings: Strings, refuse: Refuse) {
  const offset = (text: string, name: string, field: string) => {
    const isOpen = text.trim() === "";
    const value = isOpen ? null : numberIn(text, { name: strings.readField(name), least: 0, field }, strings, refuse);
    return isOpen || value !== null ? { value } : null;
  };
  const start = offset(readStart, strings.readStart, "read-start");
  const end = start && offset(readEnd, strings.readEnd, "read-end");
  if (!end) return null;
  const [from, to] = [start.value ?? 0, end.value ?? Infinity];
  if (from <= to) return { start: start.value, end: end.value };
  const { backwards, offsetRemedy } = strings.problems;
  refuse({ why: backwards(from, to), remedy: offsetRemedy, field: "read-end" });
  return null;
}

/** The read fields, so far apart that the chunks which cross their edges lie whole between them. */
export function widened({ starts, ends }: Source, form: Form): Pick<Form, "readStart" | "readEnd"> {
  const [start, end] = [wholeNumber(form.readStart), wholeNumber(form.readEnd)];
  let [from, to] = [start, end];
  starts.forEach((chunkStart, row) => {
    const chunkEnd = ends[row] as number;
    if (start !== null && chunkStart < start && start < chunkEnd) from = Math.min(from as number, chunkStart);
    if (end !== null && chunkStart < end && end < chunkEnd) to = Math.max(to as number, chunkEnd);
  });
  return { readStart: String(from ?? ""), readEnd: String(to ?? "") };
}
