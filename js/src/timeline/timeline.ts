import type { Context } from "../context";
import { el, on, setAttributes } from "../dom";
import { Span } from "../geometry/span";
import type { State } from "../state";
import { readTheme, watchTheme } from "../theme";
import { type Anatomy, anatomy } from "./anatomy";
import { CanvasSurface } from "./canvas";
import { describe, HoverCard } from "./card";
import { createCompose } from "./compose";
import { drawScene } from "./draw";
import { Glide } from "./glide";
import { Keyboard } from "./keyboard";
import { listenToPointer } from "./pointer";
import type { Scene } from "./scene";
import { SvgSurface } from "./svg";
import type { Target } from "./targets";

/** The map of the open source. */
export interface Timeline {
  /** A picture of the map as it is. */
  svg(): string;
  png(): Promise<Blob | null>;
  destroy(): void;
}

/** Build the map in a host, whose width it fills and whose height it sets. */
export function createTimeline(host: HTMLElement, context: Context): Timeline {
  const end = new AbortController();
  const signal = AbortSignal.any([end.signal, context.signal]);
  const view = new View(host, context, signal);
  return {
    svg: () => view.svg(),
    png: () => view.png(),
    destroy: () => {
      end.abort();
      host.replaceChildren();
    },
  };
}

class View {
  private readonly canvas = el("canvas", { "aria-hidden": "true", dir: "ltr" });
  /** Holds the height; the canvas lies over it, so that its width never keeps the page from shrinking. */
  private readonly sheet = el("div", { class: "sheet" }, this.canvas);
  private readonly card = new HoverCard();
  private readonly standIn: HTMLElement;
  private readonly glide: Glide;
  private readonly compose = createCompose();
  private readonly context2d = this.canvas.getContext("2d") as CanvasRenderingContext2D;
  private readonly surface = (family: string) => new CanvasSurface(this.context2d, family);
  private theme;
  private scene: Scene | null = null;
  private frame = 0;
  private sourceId: string | null = null;

  constructor(
    private readonly host: HTMLElement,
    private readonly context: Context,
    private readonly signal: AbortSignal,
  ) {
    const { store, strings } = context;
    this.glide = new Glide(Span.between(...store.state.window));
    this.standIn = el("div", { class: "map-focus", role: "slider", tabindex: 0, "aria-label": strings.timeline.name });
    host.replaceChildren(this.sheet, this.standIn, this.card.element);
    this.theme = readTheme(host);
    this.listen();
    store.watch(SLICES, (state) => this.follow(state), signal);
  }

  svg(): string {
    const { scene, theme } = this;
    if (scene === null) return "";
    const { width, height } = scene.anatomy;
    const picture = new SvgSurface(width, height, theme.family, this.surface(theme.family));
    drawScene(picture, scene);
    return new XMLSerializer().serializeToString(picture.element);
  }

  png(): Promise<Blob | null> {
    this.draw();
    return new Promise((resolve) => this.canvas.toBlob(resolve, "image/png"));
  }

  private listen(): void {
    const { canvas, host, signal, context } = this;
    const redraw = () => this.redraw();
    const observer = new ResizeObserver(redraw);
    observer.observe(host);
    // Hears of another screen too, which leaves the size alone but not the dots.
    if ("devicePixelContentBoxSize" in ResizeObserverEntry.prototype) {
      observer.observe(canvas, { box: "device-pixel-content-box" });
    }
    signal.addEventListener("abort", () => {
      observer.disconnect();
      cancelAnimationFrame(this.frame);
      this.card.hide();
    });
    watchTheme(host, () => this.refreshTheme(), signal);
    const scene = () => this.scene;
    const move = (window: Span, isAtOnce: boolean) => this.move(window, isAtOnce);
    listenToPointer({
      element: canvas,
      actions: context.actions,
      signal,
      scene,
      move,
      point: (target, x, y) => this.point(target, x, y),
      focus: () => this.standIn.focus({ preventScroll: true }),
    });
    const { actions, store } = context;
    const keyboard = new Keyboard({ actions, state: () => store.state, scene, goal: () => this.glide.goal, move });
    const press = (event: KeyboardEvent) => {
      if (!keyboard.press(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    on(this.standIn, "keydown", press, signal);
  }

  private refreshTheme(): void {
    this.theme = readTheme(this.host);
    this.redraw();
  }

  /** The store changed: a window that was set elsewhere is glided to, another source is shown at once. */
  private follow(state: State): void {
    const window = Span.between(...state.window);
    const id = state.source?.id ?? null;
    if (id !== this.sourceId) this.glide.jump(window);
    else this.glide.go(window, performance.now());
    this.sourceId = id;
    this.tell(state);
    this.redraw();
  }

  private move(window: Span, isAtOnce: boolean): void {
    if (isAtOnce) this.glide.jump(window);
    this.context.actions.setWindow([window.start, window.end]);
  }

  private point(target: Target | null, x: number, y: number): void {
    const { store, actions, strings } = this.context;
    const { scene } = this;
    const { source, hovered } = store.state;
    if (scene === null || source === null) return;
    const place = target?.kind === "chunk" || target?.kind === "chip" ? target.place : -1;
    const row = place < 0 ? null : scene.chunks.row(place);
    if (row !== hovered) actions.hover(row);
    if (target === null) this.card.hide();
    else this.card.show(describe(target, scene, source, strings), x, y + this.sheet.offsetTop, this.host.clientWidth);
  }

  private tell({ source, selected }: State): void {
    const { timeline } = this.context.strings;
    const row = selected ?? 0;
    const words =
      source === null || source.chunks === 0
        ? timeline.name
        : timeline.position(row + 1, source.chunks, source.starts[row] ?? 0, source.ends[row] ?? 0);
    setAttributes(this.standIn, {
      "aria-valuemin": 1,
      "aria-valuemax": source?.chunks ?? 1,
      "aria-valuenow": row + 1,
      "aria-valuetext": words,
    });
  }

  /** However much changed, one drawing a frame. */
  private redraw(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
      if (this.glide.isUnderWay(performance.now())) this.redraw();
    });
  }

  private draw(): void {
    const { store, strings } = this.context;
    const viewing = {
      window: this.glide.at(performance.now()),
      width: this.host.clientWidth,
      theme: this.theme,
      words: strings,
    };
    this.scene = this.compose(store.state, viewing);
    const rows = this.scene?.anatomy ?? anatomy(viewing.width, store.state.settings.height, 1, false);
    this.fitCanvas(rows);
    if (this.scene === null) this.context2d.clearRect(0, 0, rows.width, rows.height);
    else drawScene(this.surface(this.theme.family), this.scene);
  }

  /** As many dots as the screen has, so that lines are sharp at any zoom. */
  private fitCanvas(rows: Anatomy): void {
    const { canvas, context2d, host, sheet } = this;
    const dots = devicePixelRatio * (host.getBoundingClientRect().width / host.offsetWidth || 1);
    const [width, height] = [Math.round(rows.width * dots), Math.round(rows.height * dots)];
    if (canvas.width !== width || canvas.height !== height) {
      [canvas.width, canvas.height] = [width, height];
      canvas.style.width = `${rows.width}px`;
      canvas.style.height = `${rows.height}px`;
      sheet.style.height = `${rows.height}px`;
    }
    context2d.setTransform(width / rows.width, 0, 0, height / rows.height, 0, 0);
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
