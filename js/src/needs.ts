/** Buttons and fields that say what their action lacks. */
import { reasonAgainst, reasonAgainstSearch } from "./abilities";
import { type Act, lacking } from "./acts";
import type { Context } from "./context";
import { type Field, grey, lock } from "./controls";

const DEPENDS = ["source", "results", "abilities", "selected", "call", "evidence", "history"] as const;

/** Grey a button as long as its action lacks something. */
export function greyed({ watch, strings }: Context, act: Act, made: HTMLButtonElement): HTMLButtonElement {
  watch(DEPENDS, (state) => grey(made, lacking(act, state, strings)));
  return made;
}

/** Lock a field that the index has no use for; what is merely not there yet may be typed ahead of. */
export function locked({ watch }: Context, act: Act, made: Field): Field {
  watch(["abilities"], ({ abilities }) => {
    lock(made.input, act === "search" ? reasonAgainstSearch(abilities) : reasonAgainst(abilities, act));
  });
  return made;
}
