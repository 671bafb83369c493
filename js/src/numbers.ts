const PLAIN = /^[+-]?\d+$/;
const GROUPED = /^\d{1,3}([,.’'\s_]\d{3})+$/;

/** The whole number that was typed, grouped in thousands or not, as it is copied from the page; else null. */
export function wholeNumber(text: string): number | null {
  const trimmed = text.trim();
  const digits = GROUPED.test(trimmed) ? trimmed.replace(/\D/g, "") : trimmed;
  const value = PLAIN.test(digits) ? Number(digits) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}
