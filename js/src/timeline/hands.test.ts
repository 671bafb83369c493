// @vitest-environment jsdom

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Actions } from "../actions";
import { Headings } from "../geometry/headings";
import { Span } from "../geometry/span";
import { createStore, type State } from "../state";
import { LANGUAGES } from "../strings";
import { laneTop } from "./anatomy";
import { HoverCard, describe as tell } from "./card";
import { listenToKeys } from "./keyboard";
import { listenToPointer } from "./pointer";
import type { MatchMark, Scene } from "./scene";
import type { Target } from "./targets";
import { FIVE, hitsOf, resultsOf, sceneOf, WORDS } from "./testing";

/** Writes down what was done, one line each. */
function recorder() {
  const done: string[] = [];
  const actions = new Proxy({} as Actions, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        done.push([String(name), ...args.map((arg) => JSON.stringify(arg))].join(" ")),
  });
  return { done, actions };
}

describe("the pointer", () => {
  let scene: Scene;
  let done: string[];
  let moved: { readonly window: Span; readonly isAtOnce: boolean }[];
  let pointed: (Target | null)[];
  let canvas: HTMLElement;

  beforeEach(() => {
    scene = sceneOf({ hits: hitsOf(3), window: [0, 300] });
    const recorded = recorder();
    done = recorded.done;
    moved = [];
    pointed = [];
    canvas = document.createElement("canvas");
    canvas.setPointerCapture = () => {};
    listenToPointer({
      element: canvas,
      actions: recorded.actions,
      signal: new AbortController().signal,
      scene: () => scene,
      goal: () => moved.at(-1)?.window ?? scene.scale.span,
      move: (window, isAtOnce) => moved.push({ window, isAtOnce }),
      point: (target) => pointed.push(target),
      focus: () => done.push("focus"),
    });
  });

  const fire = (type: string, x: number, y: number, more: MouseEventInit & { pointerId?: number } = {}) => {
    const event = new MouseEvent(type, { clientX: x, clientY: y, bubbles: true, cancelable: true, ...more });
    canvas.dispatchEvent(Object.assign(event, { pointerId: more.pointerId ?? 1, pointerType: "mouse" }));
  };
  const drag = (from: number, to: number, y: number, more: MouseEventInit = {}) => {
    fire("pointerdown", from, y, more);
    fire("pointermove", (from + to) / 2, y, more);
    fire("pointermove", to, y, more);
    fire("pointerup", to, y, more);
  };
  const turn = (init: WheelEventInit) => {
    const event = new WheelEvent("wheel", { clientX: scene.scale.x(150), clientY: 100, cancelable: true, ...init });
    canvas.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const lane = () => laneTop(scene.anatomy, 0) + 10;
  const lastMove = () => String(moved.at(-1)?.window);

  it("selects the chunk that is clicked, and none where there is none", () => {
    drag(scene.scale.x(50), scene.scale.x(50) + 2, lane());
    drag(scene.scale.x(50), scene.scale.x(50), lane() + 24);
    expect(done.filter((line) => line.startsWith("select"))).toEqual(["select 0", "select null"]);
    expect(moved).toEqual([]);
  });

  it("pans with a drag on the lanes, and does not click", () => {
    drag(scene.scale.x(200), scene.scale.x(100), lane());
    expect(lastMove()).toBe("[100,400)");
    expect(moved.every(({ isAtOnce }) => isAtOnce)).toBe(true);
    expect(done).toEqual(["focus"]);
  });

  it.each([
    ["a drag on the ruler", () => scene.anatomy.ruler + 5, {}],
    ["Shift and a drag on the lanes", () => lane(), { shiftKey: true }],
  ])("selects a range by %s", (_, y, more) => {
    drag(scene.scale.x(100), scene.scale.x(220), y(), more);
    expect(done.at(-1)).toBe("setRange [100,220]");
    expect(moved).toEqual([]);
  });

  it("keeps a range inside the source", () => {
    drag(scene.scale.x(100), -5000, scene.anatomy.ruler + 5);
    expect(done.at(-1)).toBe("setRange [0,100]");
  });

  it("drags and resizes the window on the strip", () => {
    const y = scene.anatomy.strip + 5;
    drag(scene.overview.x(150), scene.overview.x(250), y);
    expect(lastMove()).toBe("[100,400)");
    drag(scene.overview.x(300), scene.overview.x(350), y);
    expect(lastMove()).toBe("[0,350)");
  });

  it("goes to the place on the strip that is clicked, in a glide", () => {
    const x = scene.overview.x(450);
    drag(x, x, scene.anatomy.strip + 5);
    expect(moved.map(({ window, isAtOnce }) => [String(window), isAtOnce])).toEqual([["[300,600)", false]]);
  });

  it("opens the hit whose chip is clicked", () => {
    drag(scene.overview.x(300), scene.overview.x(300), 6);
    expect(done.at(-1)).toBe("openHit 1");
  });

  it("fits the chunk that is double-clicked", () => {
    fire("dblclick", scene.scale.x(50), lane());
    expect(moved.at(-1)?.window.covers(Span.between(0, 100))).toBe(true);
    expect(moved.at(-1)?.window.length).toBeLessThan(150);
  });

  it("leaves a plain wheel to the page, and zooms where it is with the control key", () => {
    expect(turn({ deltaY: 100 })).toBe(false);
    expect(moved).toEqual([]);
    expect(turn({ deltaY: -50, ctrlKey: true })).toBe(true);
    expect(moved.at(-1)?.window.middle).toBeCloseTo(150, 6);
    expect(moved.at(-1)?.window.length).toBeLessThan(250);
  });

  it("loses no turn of the wheel that comes before the next picture", () => {
    turn({ deltaY: -20, ctrlKey: true });
    turn({ deltaY: -20, ctrlKey: true });
    const [one, two] = moved.map(({ window }) => window.length);
    expect((two ?? 0) / (one ?? 0)).toBeCloseTo((one ?? 0) / 300, 6);
  });

  it("zooms between two fingers", () => {
    fire("pointerdown", 400, lane(), { pointerId: 1 });
    fire("pointerdown", 500, lane(), { pointerId: 2 });
    fire("pointermove", 550, lane(), { pointerId: 2 });
    fire("pointermove", 350, lane(), { pointerId: 1 });
    expect(moved.at(-1)?.window.length).toBeCloseTo(150, 6);
    const zoomed = scene.scale.show(moved.at(-1)?.window ?? scene.scale.span);
    expect(zoomed.offset(450)).toBeCloseTo(scene.scale.offset(450), 6);
    fire("pointerup", 600, lane(), { pointerId: 2 });
    fire("pointerup", 400, lane(), { pointerId: 1 });
    expect(done.filter((line) => line.startsWith("select"))).toEqual([]);
  });

  it("points at what it rests on, and at nothing once it leaves", () => {
    fire("pointermove", scene.scale.x(50), lane());
    fire("pointerleave", 0, 0);
    expect(pointed).toEqual([{ kind: "chunk", place: 0 }, null]);
  });
});

describe("the keyboard", () => {
  function keyboardOn(patch: Partial<State>) {
    const { done, actions } = recorder();
    const store = createStore({ source: FIVE, window: [0, 300], ...patch });
    const moved: string[] = [];
    const keyboard = listenToKeys({
      actions,
      state: () => store.state,
      scene: () => sceneOf({ window: [0, 300], selected: store.state.selected }),
      goal: () => Span.between(0, 300),
      move: (window) => moved.push(String(window)),
    });
    const press = (key: string, more: KeyboardEventInit = {}) =>
      keyboard(new KeyboardEvent("keydown", { key, ...more }));
    return { press, done, moved, store };
  }

  it("steps to the next chunk and brings it into view", () => {
    const { press, done, moved } = keyboardOn({ selected: 3 });
    expect(press("ArrowRight")).toBe(true);
    expect(done).toEqual(["setRange null", "select 4"]);
    expect(moved).toEqual(["[268,568)"]);
  });

  it("extends a range from where Shift was first held, and lets it shrink again", () => {
    const { press, done, store } = keyboardOn({ selected: 1 });
    const ranges = ["ArrowRight", "ArrowRight", "ArrowLeft"].map((key, k) => {
      press(key, { shiftKey: true });
      store.update({ selected: [2, 3, 2][k] ?? 0 });
      return done.findLast((line) => line.startsWith("setRange"));
    });
    expect(ranges).toEqual(["setRange [100,250]", "setRange [100,350]", "setRange [100,250]"]);
  });

  it("opens the chunk that is ringed", () => {
    const { press, done } = keyboardOn({ selected: 2 });
    expect(press("Enter")).toBe(true);
    expect(done).toEqual(["openRow 2"]);
  });

  it.each([["x"], ["Tab"], ["/"]])("leaves %s to the page", (key) => {
    expect(keyboardOn({}).press(key)).toBe(false);
  });

  it("leaves the browser's chords to the browser", () => {
    expect(keyboardOn({ selected: 1 }).press("ArrowRight", { ctrlKey: true })).toBe(false);
    expect(keyboardOn({ selected: 1 }).press("-", { metaKey: true })).toBe(false);
  });
});

describe("the hover card", () => {
  const skipped = [{ after_row: 1, before_row: 3, start: 200, end: 250, characters: 50, rows: [2] }];
  const source = { ...FIVE, headings: new Headings([{ offset: 0, level: 1, title: "1 Scope" }]) };
  const scene = sceneOf({ source, hits: hitsOf(3), results: resultsOf({ rows: [1, 3], skipped }) });
  const linesOf = (target: Target) => tell(target, scene, source, WORDS);

  it("says number, half-open span, type and heading of a chunk, and what it is marked as", () => {
    expect(linesOf({ kind: "chunk", place: 3 })).toEqual([
      "Chunk 4, [250, 350)",
      "Text, 1 Scope",
      "Hit 1",
      "In the reading list",
    ]);
  });

  it("says all pages of a chunk, and of a match the one that it is on", () => {
    const pages = [0, 280, 310].map((offset, page) => ({ offset, level: 0, title: `p. ${page + 1}` }));
    const source = { ...FIVE, headings: new Headings(pages) };
    const matches = [{ row: 3, start: 300, end: 305 }];
    const scene = sceneOf({ source, results: resultsOf({ operation: "grep", rows: [3], matches }) });
    const [match] = scene.matches.items as [MatchMark];
    expect(tell({ kind: "chunk", place: 3 }, scene, source, WORDS)[1]).toBe("Text, pp. 1–3");
    expect(tell({ kind: "chunk", place: 3 }, scene, source, LANGUAGES.fr)[1]).toBe("Texte, p. 1–3");
    expect(tell({ kind: "match", match }, scene, source, WORDS).slice(0, 3)).toEqual([
      "1 of 1",
      "Chunk 4, [250, 350)",
      "Text, p. 2",
    ]);
  });

  it("says the score of a chunk where scores are known, and no score where it has none", () => {
    const scores = { children: ["own"] as const, columns: [Float32Array.of(0, 0.03, 0, 12.5, 0)], cut: null };
    const scored = sceneOf({ source, scores });
    const told = [0, 1, 3].map((place) => tell({ kind: "chunk", place }, scored, source, WORDS)[2]);
    expect(told).toEqual([undefined, "Score .0300", "Score 12.50"]);
  });

  it("says why a chunk was left out", () => {
    expect(linesOf({ kind: "chunk", place: 2 }).at(-1)).toMatch(/150.*200/);
  });

  it("says how long a gap is, and nothing of the bare timeline", () => {
    expect(linesOf({ kind: "gap", characters: 100 })).toEqual(["100 characters in no chunk"]);
    expect(linesOf({ kind: "timeline" })).toEqual([]);
  });

  it("comes once the pointer has rested, as text and not as markup", () => {
    vi.useFakeTimers();
    const card = new HoverCard();
    card.show(["<b>bold</b>"], 10, 10, 500);
    vi.advanceTimersByTime(149);
    expect(card.element.hidden).toBe(true);
    vi.advanceTimersByTime(1);
    expect(card.element.hidden).toBe(false);
    expect(card.element.querySelector("b")).toBeNull();
    expect(card.element.textContent).toBe("<b>bold</b>");
    card.hide();
    expect(card.element.hidden).toBe(true);
    vi.useRealTimers();
  });
});

describe("several chunk types", () => {
  it("show one type alone; a hit of another keeps its chip", () => {
    const source = { ...FIVE, types: Uint8Array.of(0, 0, 2, 0, 0) };
    const scene = sceneOf({ source, hits: hitsOf(2), selected: 2 });
    expect(scene.chunks.size).toBe(4);
    expect(scene.chunks.lanes.tracks.length).toBe(1);
    expect(scene.pins.map(({ item }) => item.rank)).toEqual([1]);
    expect(scene.selected).toBeNull();
  });
});
