import type { Context } from "../context";
import { on } from "../dom";
import { Span } from "../geometry/span";
import type { State } from "../state";
import { readTheme, type Theme, watchTheme } from "../theme";
import { anatomy } from "./anatomy";
import { describe, HoverCard } from "./card";
import { createCompose } from "./compose";
import { drawScene } from "./draw";
import type { Hand } from "./gestures";
import { Glide } from "./glide";
import { type Keyed, listenToKeys } from "./keyboard";
import { listenToPointer } from "./pointer";
import type { Scene } from "./scene";
import { Sheet } from "./sheet";
import { createStandIn, tellPosition } from "./stand_in";
import { SvgSurface } from "./svg";
import type { Target } from "./targets";

/** The map of the open source. */
export interface Timeline {
  /** A picture of the map as it is. */
  svg(): string;
  png(): Promise<Blob | null>;
}

/** Build the map in a host, whose width it fills and whose height it sets. */
export function createTimeline(host: HTMLElement, context: Context): Timeline {
  return new View(host, context);
}

class View implements Timeline {
  readonly #sheet = new Sheet();
  readonly #card = new HoverCard();
  readonly #standIn: HTMLElement;
  readonly #glide: Glide;
  readonly #compose = createCompose();
  #theme: Theme;
  #scene: Scene | null = null;
  #frame = 0;
  #sourceId: string | null = null;

  constructor(
    private readonly host: HTMLElement,
    private readonly context: Context,
  ) {
    const { store, strings, watch } = context;
    this.#glide = new Glide(Span.between(...store.state.window));
    this.#standIn = createStandIn(strings);
    host.replaceChildren(this.#sheet.element, this.#standIn, this.#card.element);
    this.#theme = readTheme(host);
    this.#listen();
    watch(SLICES, (state) => this.#follow(state));
  }

  svg(): string {
    this.#draw();
    if (this.#scene === null) return "";
    const { width, height } = this.#scene.anatomy;
    const { family } = this.#theme;
    const picture = new SvgSurface(width, height, family, this.#sheet.surface(family));
    drawScene(picture, this.#scene);
    return new XMLSerializer().serializeToString(picture.element);
  }

  png(): Promise<Blob | null> {
    this.#draw();
    return this.#sheet.png();
  }

  #listen(): void {
    const { host } = this;
    const { signal } = this.context;
    this.#sheet.watch(host, () => this.#redraw(), signal);
    watchTheme(host, () => this.#refreshTheme(), signal);
    listenToPointer(this.#hands());
    const keyboard = listenToKeys(this.#hands());
    const press = (event: KeyboardEvent) => {
      if (this.#frame !== 0) this.#draw(); // two keys may come within one frame: each steps from where the last led
      if (!keyboard(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    on(this.#standIn, "keydown", press, signal);
    on(signal, "abort", () => {
      cancelAnimationFrame(this.#frame);
      this.#card.hide();
    });
  }

  /** What pointer and keys may see and do. */
  #hands(): Hand & Keyed {
    const { actions, store, signal } = this.context;
    return {
      element: this.#sheet.canvas,
      actions,
      signal,
      state: () => store.state,
      scene: () => this.#scene,
      goal: () => this.#glide.goal,
      move: (window, isAtOnce) => this.#move(window, isAtOnce),
      point: (target, x, y) => this.#point(target, x, y),
      focus: () => this.#standIn.focus({ preventScroll: true }),
    };
  }

  #refreshTheme(): void {
    this.#theme = readTheme(this.host);
    this.#redraw();
  }

  /** The store changed: a window that was set elsewhere is glided to, another source is shown at once. */
  #follow(state: State): void {
    const window = Span.between(...state.window);
    const id = state.source?.id ?? null;
    if (id !== this.#sourceId) this.#glide.jump(window);
    else this.#glide.go(window, performance.now());
    this.#sourceId = id;
    tellPosition(this.#standIn, state, this.context.strings);
    this.#redraw();
  }

  #move(window: Span, isAtOnce: boolean): void {
    if (isAtOnce) this.#glide.jump(window);
    this.context.actions.setWindow(window.ends);
  }

  #point(target: Target | null, x: number, y: number): void {
    const { store, actions, strings } = this.context;
    const scene = this.#scene;
    const { source, hovered } = store.state;
    if (scene === null || source === null) return;
    const place = target?.kind === "chunk" || target?.kind === "chip" ? target.place : -1;
    const row = place < 0 ? null : scene.chunks.row(place);
    if (row !== hovered) actions.hover(row);
    if (target === null) this.#card.hide();
    else
      this.#card.show(
        describe(target, scene, source, strings),
        x,
        y + this.#sheet.element.offsetTop,
        this.host.clientWidth,
      );
  }

  /** However much changed, one drawing a frame. */
  #redraw(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
      if (this.#glide.isUnderWay(performance.now())) this.#redraw();
    });
  }

  #draw(): void {
    const { store, strings } = this.context;
    const viewing = {
      window: this.#glide.at(performance.now()),
      width: this.host.clientWidth,
      theme: this.#theme,
      words: strings,
    };
    this.#scene = this.#compose(store.state, viewing);
    const rows = this.#scene?.anatomy ?? anatomy(viewing.width, store.state.settings.height, 1, false);
    this.#sheet.fit(rows);
    if (this.#scene === null) this.#sheet.clear(rows);
    else drawScene(this.#sheet.surface(this.#theme.family), this.#scene);
  }
}

const SLICES = [
  "source",
  "hits",
  "results",
  "scores",
  "selected",
  "hovered",
  "window",
  "match",
  "range",
  "settings",
] as const satisfies readonly (keyof State)[];
