import type { HitList } from "../protocol";

/** A child of a fusion, or the one retriever there was. */
export type Part = "keyword" | "vector" | "own";

const ALL: readonly Part[] = ["keyword", "vector", "own"];

/** The children that ranked hits, in a fixed order. */
export function partsOf(hits: HitList): Part[] {
  return ALL.filter((name) => hits.items.some((hit) => hit.parts.some((part) => part.retriever === name)));
}

export function colorOf(part: Part): string {
  return part === "vector" ? "--vec" : "--kw";
}
