import type { Actions } from "../actions";
import type { Span } from "../geometry/span";
import type { State } from "../state";
import { revealing, zoomed } from "./moves";
import type { Scene } from "./scene";

/** What the keys need of the view. */
export interface Keyed {
  readonly actions: Actions;
  state(): State;
  scene(): Scene | null;
  /** The window that is shown, or that a glide goes to. */
  goal(): Span;
  move(window: Span, isAtOnce: boolean): void;
}

const ZOOM = 1.5;

/** The keys of the timeline, while it has the focus: false where one means nothing here, so that the page may have it. */
export function listenToKeys({ actions, state, scene: drawn, goal, move }: Keyed): (event: KeyboardEvent) => boolean {
  /** The chunk that Shift+arrows extend a range from. */
  let anchor: number | null = null;

  const step = ({ key, shiftKey }: KeyboardEvent, scene: Scene): boolean => {
    const place = destination(key, scene, goal());
    if (place === null) return false;
    const { chunks, selected } = scene;
    anchor = shiftKey ? (anchor ?? selected ?? place) : null;
    actions.setRange(anchor === null ? null : chunks.span(anchor).hull(chunks.span(place)).ends);
    actions.select(chunks.row(place));
    move(revealing(goal(), chunks.span(place), chunks.length), false);
    return true;
  };

  const zoom = ({ chunks, selected }: Scene, factor: number): true => {
    const ringed = selected === null ? null : chunks.span(selected);
    const fixed = ringed?.intersects(goal()) ? ringed.middle : goal().middle;
    move(zoomed(goal(), factor, fixed, chunks.length), false);
    return true;
  };

  const open = (): true => {
    const { selected } = state();
    if (selected !== null) actions.openRow(selected);
    else actions.can("ring"); // which tells that none is
    return true;
  };

  return (event) => {
    const scene = drawn();
    if (scene === null || scene.chunks.size === 0 || event.ctrlKey || event.metaKey || event.altKey) return false;
    switch (event.key) {
      case "+":
      case "=":
        return zoom(scene, 1 / ZOOM);
      case "-":
        return zoom(scene, ZOOM);
      case "Enter":
        return open();
      default:
        return step(event, scene);
    }
  };
}

/** Which chunk a key leads to; null where it leads nowhere. */
export function destination(key: string, { chunks, selected }: Scene, window: Span): number | null {
  const here = selected ?? chunks.nearest(window.middle);
  const stay = (place: number) => Math.min(Math.max(place, 0), chunks.size - 1);
  // The first arrow rings the chunk in the middle, since nothing was there to step from.
  const step = (by: number) => stay(selected === null ? here : here + by);
  const screen = (by: number) => stay(chunks.nearest(chunks.start(here) + by * window.length));
  switch (key) {
    case "ArrowLeft":
    case "ArrowUp":
      return step(-1);
    case "ArrowRight":
    case "ArrowDown":
      return step(1);
    case "PageUp":
      return Math.min(screen(-1), step(-1));
    case "PageDown":
      return Math.max(screen(1), step(1));
    case "Home":
      return 0;
    case "End":
      return chunks.size - 1;
    default:
      return null;
  }
}
