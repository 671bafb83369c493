import { reasonAgainst } from "../abilities";
import { targetOf } from "../acts";
import type { Context } from "../context";
import { button, segments } from "../controls";
import { el, setText } from "../dom";
import { formField, greyed } from "../needs";
import { hasMore } from "../state";
import { listed } from "../strings";
import { createEvidence } from "./evidence";

const AROUND = 2;

/** What can be done from here: history, steps, reading a range, finding a pattern. */
export function createActionBar(context: Context): HTMLElement {
  return el(
    "div.row.act",
    history(context),
    steps(context),
    stepSize(context),
    opening(context),
    reading(context),
    el("span.space"),
    ...finding(context),
    ...createEvidence(context),
  );
}

function history(context: Context): HTMLElement {
  const { actions, strings } = context;
  const make = (before: "undo" | "redo", label: string, testid: "back" | "forward", step: -1 | 1) =>
    greyed(
      context,
      testid,
      button({ before, label, testid }, () => actions.goBack(step)),
    );
  const buttons = [make("undo", strings.back, "back", -1), make("redo", strings.forward, "forward", 1)];
  return el("div.group.tight", ...buttons);
}

function steps(context: Context): HTMLElement {
  const { actions, strings } = context;
  const previous = button(
    { before: "previous", text: strings.previous, label: strings.previousTitle, testid: "previous" },
    () => actions.navigate("previous"),
  );
  const next = button({ text: strings.next, after: "next", label: strings.nextTitle, testid: "next" }, () =>
    actions.navigate("next"),
  );
  return el("div.group.wide", ...[previous, next].map((made) => greyed(context, "navigate", made)));
}

function stepSize(context: Context): HTMLElement {
  const { actions, strings } = context;
  const options = { testid: "k", label: strings.stepTitle, class: "step", unit: strings.step, numeric: true };
  return formField(context, "navigate", "step", options, () => actions.navigate("next")).element;
}

function opening(context: Context): HTMLElement {
  const { store, actions, strings } = context;
  const open = button(
    { text: strings.open(AROUND), label: strings.openTitle(AROUND), class: "quiet", testid: "open" },
    () => actions.can("open") && actions.openRow(targetOf(store.state) as number, AROUND),
  );
  return greyed(context, "open", open);
}

function reading(context: Context): HTMLElement {
  const { actions, strings } = context;
  const read = button({ text: strings.read, label: strings.readTitle, class: "quiet", testid: "read" }, () =>
    actions.read(),
  );
  const offset = (name: "readStart" | "readEnd", testid: string) => {
    const options = {
      testid,
      placeholder: strings[name],
      label: strings[`${name}Title`],
      class: "offset",
      numeric: true,
    };
    return formField(context, "read", name, options, () => actions.read()).element;
  };
  greyed(context, "read", read);
  return el("div.group", read, offset("readStart", "read-start"), el("span.dash", "–"), offset("readEnd", "read-end"));
}

/** Enter finds what was typed; once it was found, Enter steps through the matches. */
function finding(context: Context): HTMLElement[] {
  const { store, watch, actions, strings } = context;
  const enter = (shift: boolean) => {
    const { form, results } = store.state;
    const isFound = results.operation === "grep" && results.pattern === form.pattern && results.mode === form.mode;
    if (isFound && results.matches.length > 0) actions.stepMatch(shift ? -1 : 1);
    else actions.grep();
  };
  const options = { testid: "grep", label: strings.grep, class: "grep", icon: "find" } as const;
  const { element, input } = formField(context, "grep", "pattern", options, enter);
  element.append(stepping(context), el("span.key", { "aria-hidden": true }, "/"));
  const modes = segments(
    strings.modeTitle,
    [
      { value: "phrase", text: strings.modes.phrase, testid: "grep-phrase" },
      { value: "term", text: strings.modes.term, testid: "grep-term" },
    ],
    (mode) => {
      actions.fill({ mode });
      if (store.state.form.pattern !== "") actions.grep();
    },
  );
  watch(["form", "abilities"], ({ form, abilities }) => {
    const reason = reasonAgainst(abilities, "grep");
    modes.choose(form.mode);
    modes.allow({ phrase: reason, term: reason });
    input.placeholder = reason ?? strings.grep;
  });
  return [element, modes.element];
}

/** Inside the field for the pattern, so that nothing moves when it appears. */
function stepping({ watch, actions, strings }: Context): HTMLElement {
  const position = el("span.position", { "data-testid": "match-status" });
  const arrow = (before: "up" | "down", label: string, testid: string, step: -1 | 1) =>
    button({ before, label, testid, class: "low" }, () => actions.stepMatch(step));
  const arrows = [
    arrow("up", strings.matchPrevious, "match-previous", -1),
    arrow("down", strings.matchNext, "match-next", 1),
  ];
  const group = el("div.group.tight.stepping", position, ...arrows);
  watch(["results", "match", "source"], ({ results, match, source }) => {
    const total = results.matches.length;
    const { start = 0, end = 0 } = results.matches[match ?? 0] ?? {};
    const page = source?.headings.pagesOver(start, end);
    // Where an index matches by its own rule, chunks are found, and no place in them.
    group.hidden = results.operation !== "grep" || (total === 0 && results.rows.length > 0);
    const some = () => listed([strings.matchOf((match ?? 0) + 1, total, hasMore(results)), strings.pages(page)]);
    setText(position, group.hidden ? "" : total === 0 ? strings.noMatch : some());
    for (const made of arrows) made.hidden = total === 0;
  });
  return group;
}
