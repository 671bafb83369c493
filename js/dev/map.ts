/**
 * The map alone, without Python, for looking and measuring.
 *
 * `map.html?chunks=100000&shape=plain|nested|sparse&theme=dark&width=640&grep=1`; `window.measure()`
 * pans and zooms and answers with the milliseconds that frames took to draw.
 */

import type { Actions } from "../src/actions";
import { createContext } from "../src/context";
import { createStore, type Source } from "../src/state";
import { stringsFor } from "../src/strings";
import css from "../src/styles.css";
import { createTimeline } from "../src/timeline/timeline";
import { agreement, made, type Shape } from "./map_data";

const style = document.createElement("style");
style.textContent = css;
document.head.append(style);
const query = new URLSearchParams(location.search);
const shell = document.querySelector(".nw") as HTMLElement;
const host = document.querySelector(".map") as HTMLElement;
shell.classList.toggle("dark", query.get("theme") === "dark");
document.body.style.background = query.get("theme") === "dark" ? "#111" : "#fff";
shell.style.width = `${query.get("width") ?? 1100}px`;

const count = Number(query.get("chunks") ?? 0);
const shape = (query.get("shape") ?? "plain") as Shape;
const data = count === 0 ? agreement(query.has("grep")) : made(count, shape);
const store = createStore(data);

const said =
  (name: string) =>
  (...args: unknown[]) => {
    document.title = `${name} ${JSON.stringify(args)}`;
  };
const actions = new Proxy({} as Actions, {
  get: (_, name) =>
    ({
      setWindow: (window: readonly [number, number]) => store.update({ window }),
      hover: (hovered: number | null) => store.update({ hovered }),
      setRange: (range: readonly [number, number] | null) => store.update({ range }),
      select: (selected: number | null) => store.update({ selected }),
    })[String(name)] ?? said(String(name)),
});

const timeline = createTimeline(
  host,
  createContext(store, actions, stringsFor(query.get("locale") ?? "en"), new AbortController().signal),
);

const draws: number[] = [];
const request = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (draw) =>
  request((now) => {
    const began = performance.now();
    draw(now);
    draws.push(performance.now() - began);
  });

/** Zoom from the whole source to a few chunks while panning; the milliseconds of every frame's script. */
async function measure(steps = 120): Promise<{ readonly draws: readonly number[]; readonly elapsed: number }> {
  const { length } = store.state.source as Source;
  const began = performance.now();
  draws.length = 0;
  for (let k = 0; k < steps; k++) {
    const part = k / (steps - 1);
    const width = length * (5000 / length) ** Math.min(1, part * 1.5);
    const start = (length - width) * (0.2 + 0.6 * Math.abs(Math.sin(part * 5)));
    store.update({ window: [start, start + width], hovered: k % 100 });
    await new Promise(request);
  }
  return { draws, elapsed: performance.now() - began };
}

Object.assign(window, { store, timeline, measure });
