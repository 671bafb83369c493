import { el, onResize } from "../dom";
import type { Anatomy } from "./anatomy";
import { CanvasSurface } from "./canvas";

/**
 * The canvas of the map, as sharp as the screen.
 *
 * The element holds the height and the canvas lies over it, so that a canvas as wide as the page
 * once was never keeps the page from shrinking.
 */
export class Sheet {
  readonly canvas = el("canvas", { "aria-hidden": true, dir: "ltr", "data-testid": "timeline" });
  readonly element = el("div.sheet", this.canvas);
  readonly #context = this.canvas.getContext("2d") as CanvasRenderingContext2D;

  /** Hear of another width, or of a screen with other dots. */
  watch(host: HTMLElement, listener: () => void, signal: AbortSignal): void {
    const observer = onResize(host, listener, signal);
    if ("devicePixelContentBoxSize" in ResizeObserverEntry.prototype) {
      observer.observe(this.canvas, { box: "device-pixel-content-box" });
    }
  }

  /** Take the size of the rows; one unit of the canvas is a pixel of the page however it is zoomed. */
  fit(rows: Anatomy): void {
    const { canvas, element } = this;
    const dots = devicePixelRatio * (element.getBoundingClientRect().width / element.offsetWidth || 1);
    const [width, height] = [Math.round(rows.width * dots), Math.round(rows.height * dots)];
    if (canvas.width !== width || canvas.height !== height) {
      [canvas.width, canvas.height] = [width, height];
      canvas.style.width = `${rows.width}px`;
      canvas.style.height = `${rows.height}px`;
      element.style.height = `${rows.height}px`;
    }
    this.#context.setTransform(width / rows.width, 0, 0, height / rows.height, 0, 0);
  }

  clear(rows: Anatomy): void {
    this.#context.clearRect(0, 0, rows.width, rows.height);
  }

  surface(family: string): CanvasSurface {
    return new CanvasSurface(this.#context, family);
  }

  png(): Promise<Blob | null> {
    return new Promise((resolve) => this.canvas.toBlob(resolve, "image/png"));
  }
}
