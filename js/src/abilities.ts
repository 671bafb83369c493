import type { Ability } from "./protocol";

/** Why the index cannot do something; null where it can, or where nothing was said. */
export function reasonAgainst(abilities: readonly Ability[], name: string): string | null {
  const found = abilities.find((ability) => ability.name === name);
  return found && !found.able ? found.reason || name : null;
}
