/** Builds the page out of its components; they know the store and the actions, not each other. */
import { createActionBar } from "./actions/bar";
import { createCallLine } from "./actions/call";
import { createAnnouncer } from "./announce";
import { followSurroundings } from "./appearance";
import type { Context } from "./context";
import { createByHand } from "./copying";
import { el } from "./dom";
import { keepFocus } from "./focus";
import { createHits } from "./hits/hits";
import { createJoins } from "./joins/joins";
import { bindKeys } from "./keys";
import { createResults } from "./results/results";
import { createTimeline } from "./timeline/timeline";
import { createToolbar } from "./toolbar/toolbar";

/** `place` must be in the page already: the look of what is around decides the look of this. */
export function createExplorer(place: HTMLElement, context: Context): void {
  const { watch, strings } = context;
  const map = el("div.map");
  const body = el("div.body");
  const pictures = { svg: () => timeline.svg(), png: () => timeline.png() };
  body.append(
    createHits(context),
    createJoins(() => body, context),
    createResults(context),
  );
  const root = el(
    "section.nw",
    { "data-testid": "navwidget", "aria-label": strings.explorer, lang: strings.language },
    el("div", createToolbar(context, pictures), el("div", { style: "position:relative" }, el("div.busy"))),
    map,
    body,
    createActionBar(context),
    createCallLine(context),
    createAnnouncer(context),
    createByHand(context),
  );
  watch(["status"], ({ status }) => root.setAttribute("data-status", status));
  const find = (testid: string) => root.querySelector<HTMLElement>(`[data-testid=${testid}]`);
  watch(["problem"], ({ problem }) => {
    root.querySelector("[aria-invalid]")?.removeAttribute("aria-invalid");
    const wrong = problem?.field ? find(problem.field) : null;
    wrong?.setAttribute("aria-invalid", "true");
    wrong?.focus();
  });
  bindKeys(context, {
    root,
    focus: (...testids) =>
      testids
        .map(find)
        .find((element) => element?.hidden === false)
        ?.focus(),
    help: () => find("help")?.click(),
  });
  place.replaceChildren(root);
  followSurroundings(root, context);
  keepFocus(root);
  const timeline = createTimeline(map, context);
}
