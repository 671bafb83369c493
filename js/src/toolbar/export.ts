import type { Context } from "../context";
import { button } from "../controls";
import { el } from "../dom";
import { download, fileName } from "../download";
import { closePopover } from "./popovers";

/** Pictures of the map as it is shown. */
export interface Pictures {
  svg(): string;
  png(): Promise<Blob | null>;
}

/** What can be saved of the explorer. */
export function exportMenu({ store, strings }: Context, pictures: Pictures): HTMLElement {
  const save = (content: Blob | null, ending: string) => {
    if (content) download(content, fileName(store.state.source?.id ?? "", ending));
    closePopover(menu);
  };
  const png = button({ text: strings.exportPng, class: "quiet", testid: "export-png" }, async () =>
    save(await pictures.png(), "timeline.png"),
  );
  const svg = button({ text: strings.exportSvg, class: "quiet", testid: "export-svg" }, () =>
    save(new Blob([pictures.svg()], { type: "image/svg+xml" }), "timeline.svg"),
  );
  const menu = el("div", { class: "group", "data-testid": "export-menu" }, png, svg);
  return menu;
}
