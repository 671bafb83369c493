const MOST = Number.MAX_SAFE_INTEGER;
const PLAIN = /^[+-]?\d+$/;
const GROUPED = /^\d{1,3}([,.’'\s_]\d{3})+$/;

/** The whole number that was typed, grouped or not as it is copied from the page, at most as large as is exact; or null. */
export function wholeNumber(text: string): number | null {
  const trimmed = text.trim();
  const digits = GROUPED.test(trimmed) ? trimmed.replace(/\D/g, "") : trimmed;
  const value = PLAIN.test(digits) ? Number(digits) : Number.NaN;
  return Number.isNaN(value) ? null : Math.max(-MOST, Math.min(value, MOST));
}
