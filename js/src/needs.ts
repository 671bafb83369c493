/** Buttons and fields that say what their action lacks, and fields of the form. */
import { reasonAgainst, reasonAgainstSearch } from "./abilities";
import { type Act, lacking } from "./acts";
import type { Context } from "./context";
import { type Field, type FieldOptions, field, grey, lock, setValue } from "./controls";
import type { Form } from "./state";

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

type Typed = keyof { [Name in keyof Form as string extends Form[Name] ? Name : never]: Form[Name] };

/** A field for what is typed into the form, locked as its action says. */
export function formField(
  context: Context,
  act: Act,
  name: Typed,
  options: FieldOptions,
  enter: (shift: boolean) => void,
): Field {
  const made = field(options, (text) => context.actions.fill({ [name]: text }), enter);
  context.watch(["form"], ({ form }) => setValue(made.input, form[name]));
  return locked(context, act, made);
}
