// Stands in for the members of Math in the bundle: a minifier can shorten these names, and they are called very often.
export const { max, min, floor, ceil, round, abs } = Math;
