import type { Ability, RetrieverName } from "./protocol";

const RETRIEVERS: readonly RetrieverName[] = ["keyword", "vector", "hybrid", "own"];

/** Why the index cannot do something; null where it can, or where nothing was said. */
export function reasonAgainst(abilities: readonly Ability[], name: string): string | null {
  const found = abilities.find((ability) => ability.name === name);
  return found && !found.able ? found.reason || name : null;
}

/** Why there is no way to search at all; null where there is one. */
export function reasonAgainstSearch(abilities: readonly Ability[]): string | null {
  const reasons = RETRIEVERS.map((name) => reasonAgainst(abilities, name));
  return reasons.includes(null) ? null : (reasons[0] ?? null);
}
