import type { Context } from "../context";
import { button } from "../controls";
import { copyButton } from "../copying";
import { el } from "../dom";
import { icon } from "../icons";
import type { Problem } from "../protocol";
import type { Told } from "../state";
import { listed } from "../strings";

/** What was asked, why it failed, what to do; it stays until something works or it is closed. */
export function createProblem(context: Context): HTMLElement {
  const { watch } = context;
  const block = el("div.problem", { role: "alert", "data-testid": "problem", hidden: true });
  watch(["problem"], ({ problem }) => {
    block.hidden = problem === null;
    block.replaceChildren(...(problem ? contentOf(problem, context) : []));
  });
  return block;
}

function contentOf(problem: Told, context: Context): Node[] {
  const { actions, strings } = context;
  const { asked, why, remedy, field = "query" } = problem;
  const exception = beyond(problem);
  const leave = ({ currentTarget }: MouseEvent) => {
    const page = (currentTarget as Element).closest(".nw");
    actions.dismissProblem();
    page?.querySelector<HTMLElement>(`[data-testid="${field}"]`)?.focus();
  };
  const text = listed([asked, why, remedy, exception], "\n");
  return [
    icon("warn"),
    el("div", el("p", ...askedOf(asked), listed([why, remedy], " ")), el("code", exception)),
    copyButton(context, strings.copyProblem, "copy-problem", () => text),
    button({ before: "close", class: "low", label: strings.dismiss, testid: "dismiss" }, leave),
  ];
}

/** The exception, but only its name where the sentence says the rest, maybe after notices. */
function beyond({ why, exception }: Problem): string {
  const [name = "", ...rest] = exception.split(": ");
  return why.includes(rest.join(": ").replace(/\.$/, "")) ? name : exception;
}

/** A call stands on a line of its own, as code; words begin the sentence. */
function askedOf(asked: string): Node[] {
  if (asked === "") return [];
  return /[(=]/.test(asked) ? [el("code", asked), el("br")] : [el("strong", `${asked} `)];
}
