import type { Context } from "../context";
import { button } from "../controls";
import { el } from "../dom";
import { download, fileName } from "../download";
import { exportButtons, exportLine } from "../exports";
import { greyed } from "../needs";

/** Pictures of the map as it is shown. */
export interface Pictures {
  svg(): string;
  png(): Promise<Blob | null>;
}

/** What can be taken along: pictures of the map, the evidence, the session. */
export function exportMenu(context: Context, pictures: Pictures): HTMLElement {
  const { store, actions, strings } = context;
  const picture = (form: "PNG" | "SVG", content: () => Promise<Blob | null> | Blob) =>
    button(
      { text: form, class: "low", label: strings.timelineAs(form), testid: `export-${form.toLowerCase()}` },
      async () => {
        if (!actions.can("picture")) return;
        const made = await content();
        if (made) download(made, fileName(store.state.source?.id ?? "", `timeline.${form.toLowerCase()}`));
      },
    );
  const png = picture("PNG", () => pictures.png());
  const svg = picture("SVG", () => new Blob([pictures.svg()], { type: "image/svg+xml" }));
  const pictured = [png, svg].map((made) => greyed(context, "picture", made));
  const forms = (["markdown", "json", "code"] as const).map((form) =>
    exportLine(strings.exports[form], ...exportButtons(context, form)),
  );
  return el("div", { "data-testid": "export-menu" }, exportLine(strings.timeline.name, ...pictured), ...forms);
}
