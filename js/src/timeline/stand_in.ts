import { positionOf } from "../announce";
import { el, setAttributes } from "../dom";
import { CHUNK_TYPES } from "../protocol";
import { countOf, numberOf, type Source, type State } from "../state";
import type { Strings } from "../strings";

/** What stands for the canvas where it cannot be seen: a slider over the chunks that takes the focus. */
export function createStandIn({ timeline }: Strings): HTMLElement {
  return el("div.map-focus", { role: "slider", tabindex: 0, "aria-label": timeline.name });
}

/** Say which chunk is ringed, and where it lies. */
export function tellPosition(standIn: HTMLElement, state: State, strings: Strings): void {
  const { source, selected } = state;
  const row = selected ?? firstOf(source);
  const chunks = source?.chunks ?? 0;
  setAttributes(standIn, {
    "aria-disabled": chunks === 0 || null,
    "aria-valuemin": 1,
    "aria-valuemax": countOf(source, row) ?? Math.max(1, chunks),
    "aria-valuenow": numberOf(source, row) ?? row + 1,
    "aria-valuetext":
      source === null || chunks === 0
        ? strings.timeline.name
        : `${positionOf(state, row, strings)}${source.complete ? "" : `. ${strings.timeline.partial(chunks)}`}`,
  });
}

/** The first chunk of the type on show. */
function firstOf(source: Source | null): number {
  return Math.max(0, source?.types.indexOf(CHUNK_TYPES.indexOf(source.chunkType)) ?? 0);
}
