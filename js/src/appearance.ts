/** How the explorer fits its surroundings: light or dark, height, scale. */
import type { Context } from "./context";
import type { Settings } from "./protocol";
import { DARK, watchTheme } from "./theme";

/** What the page around says: JupyterLab, VS Code, marimo and many others each mark their body or root. */
function hostTheme(): "light" | "dark" | null {
  for (const { classList, dataset } of [document.body, document.documentElement]) {
    if (dataset.jpThemeLight) return dataset.jpThemeLight === "false" ? "dark" : "light";
    const kind = dataset.vscodeThemeKind;
    if (kind) return kind.endsWith("light") ? "light" : "dark";
    const named = dataset.theme ?? dataset.colorMode;
    if (named === "dark" || named === "light") return named;
    if (classList.contains("dark") || classList.contains("dark-theme")) return "dark";
    if (classList.contains("light") || classList.contains("light-theme")) return "light";
  }
  return null;
}

export function themeFor(setting: Settings["theme"]): "light" | "dark" {
  if (setting !== "auto") return setting;
  return hostTheme() ?? (matchMedia(DARK).matches ? "dark" : "light");
}

/**
 * Keep the look of a root that is in the page in step with the settings and with what is around it.
 *
 * The frame around it is what is enlarged: it is measured for how much room there is, and a larger text leaves less.
 */
export function followSurroundings(root: HTMLElement, { store, watch, signal }: Context): void {
  const wear = () => {
    const { theme, height, scale } = store.state.settings;
    root.classList.toggle("dark", themeFor(theme) === "dark");
    root.style.setProperty("--height", `${height / scale}px`); // what is enlarged is as high as was asked for
    root.parentElement?.style.setProperty("zoom", String(scale));
  };
  watch(["settings"], wear);
  watchTheme(root, wear, signal);
}
