/** The controls that the panels share: buttons, fields, segments, toggles. */
import { el, on, setAttributes } from "./dom";
import { type IconName, icon } from "./icons";

export interface ButtonOptions {
  readonly testid?: string;
  readonly text?: string;
  readonly before?: IconName;
  readonly after?: IconName;
  readonly class?: string;
  /** Says what the button does, where its text does not. */
  readonly label?: string;
}

/** A button; one without words is a square, and its label is said instead. */
export function button(options: ButtonOptions, press: (event: MouseEvent) => void): HTMLButtonElement {
  const made = el("button", { "aria-label": options.text ? null : options.label }, ...faceOf(options));
  on(made, "click", press);
  return made;
}

function faceOf({ class: look = "", testid, label, before, text, after }: ButtonOptions) {
  const attributes = { class: `button ${text ? "" : "quiet square "}${look}`, "data-testid": testid, title: label };
  return [attributes, before && icon(before), text, after && icon(after)];
}

/** A greyed button keeps its place in the order of Tab and tells the reason, as a tooltip and when it is pressed. */
export function grey(made: HTMLButtonElement, reason: string | null): void {
  tellReason(made, reason);
  setAttributes(made, { "aria-disabled": reason === null ? null : true });
}

/** The reason takes the place of the label as long as there is one. */
function tellReason(control: HTMLElement, reason: string | null): void {
  control.dataset.label ??= control.title;
  control.title = reason ?? control.dataset.label;
}

/**
 * What looks like a button inside an option of a list. An option is one thing to a screen reader and to the keyboard,
 * so this is for the mouse alone, and the list has a key that does the same.
 */
export function mouseButton(options: ButtonOptions, press: (event: MouseEvent) => void): HTMLElement {
  const made = el("span", { "aria-hidden": true }, ...faceOf(options));
  on(made, "click", (event) => {
    event.stopPropagation();
    press(event);
  });
  return made;
}

export interface FieldOptions {
  readonly testid: string;
  readonly label: string;
  readonly class: string;
  readonly placeholder?: string;
  readonly icon?: IconName;
  readonly unit?: string;
  readonly numeric?: boolean;
}

export interface Field {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
}

/** A field that tells every change, and Enter with whether Shift was held. */
export function field(options: FieldOptions, change: (text: string) => void, enter: (shift: boolean) => void): Field {
  const input = el("input", {
    "data-testid": options.testid,
    "aria-label": options.label,
    title: options.label,
    placeholder: options.placeholder,
    inputmode: options.numeric ? "numeric" : null,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    dir: "auto",
  });
  on(input, "input", () => change(input.value));
  on(input, "keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault(); // or a button that gets the focus by it would be pressed too
    enter(event.shiftKey);
  });
  const unit = options.unit && el("span.unit", { "aria-hidden": true }, options.unit);
  const look = { class: `field ${options.class}` };
  return { element: el("label", look, options.icon && icon(options.icon), unit, input), input };
}

/** A locked field keeps its place in the order of Tab too, and tells the reason. */
export function lock(input: HTMLInputElement, reason: string | null): void {
  tellReason(input, reason);
  input.readOnly = reason !== null;
}

/** What is typed stays where the cursor is; only a different text is written. */
export function setValue(input: HTMLInputElement, text: string): void {
  if (input.value !== text) input.value = text;
}

interface Segment<Value extends string> {
  readonly value: Value;
  readonly text: string;
  readonly testid: string;
}

export interface Segments<Value extends string> {
  readonly element: HTMLElement;
  choose(value: Value): void;
  /** Grey what cannot be chosen, with the reason. */
  allow(reasons: { readonly [key in Value]?: string | null }): void;
}

/** One choice of a few: a radio group with one tab stop, moved by arrows. */
export function segments<Value extends string>(
  label: string,
  items: readonly Segment<Value>[],
  pick: (value: Value) => void,
): Segments<Value> {
  const buttons = items.map(({ value, text, testid }) => {
    const made = el("button", { role: "radio", "data-testid": testid, "data-text": text }, text);
    on(made, "click", () => pick(value));
    return made;
  });
  const element = el("div.segments", { role: "radiogroup", "aria-label": label }, ...buttons);
  on(element, "keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) moveFocus(buttons, step);
  });
  return {
    element,
    choose(value) {
      buttons.forEach((made, position) => {
        const chosen = items[position]?.value === value;
        setAttributes(made, { "aria-checked": chosen, tabindex: chosen ? 0 : -1 });
      });
    },
    allow(reasons) {
      buttons.forEach((made, position) => {
        grey(made, reasons[(items[position] as Segment<Value>).value] ?? null);
      });
    },
  };
}

function moveFocus(buttons: readonly HTMLButtonElement[], step: number): void {
  const able = buttons.filter((made) => !made.hasAttribute("aria-disabled"));
  const at = able.findIndex((made) => made.matches(":focus"));
  const next = able[(at + step + able.length) % able.length];
  next?.focus();
  next?.click();
}

export function toggle(text: string, label: string, testid: string, press: () => void): HTMLButtonElement {
  return button({ text, label, testid, class: "toggle", before: "check" }, press);
}

/** The rank of a hit, as it stands in the list and on a card. */
export function rankChip(rank: number, look = ""): HTMLElement {
  const text = String(rank);
  return el("span", { class: `chip ${look} ${text.length > 2 ? "long" : ""}` }, text);
}
