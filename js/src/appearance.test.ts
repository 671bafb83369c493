// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { themeFor } from "./appearance";

afterEach(() => {
  for (const element of [document.body, document.documentElement]) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  }
  vi.unstubAllGlobals();
});

it.each([
  ["JupyterLab", "data-jp-theme-light", "false", "dark"],
  ["JupyterLab", "data-jp-theme-light", "true", "light"],
  ["VS Code", "data-vscode-theme-kind", "vscode-dark", "dark"],
  ["VS Code", "data-vscode-theme-kind", "vscode-high-contrast", "dark"],
  ["VS Code", "data-vscode-theme-kind", "vscode-high-contrast-light", "light"],
  ["a page with data-theme", "data-theme", "dark", "dark"],
  ["marimo", "class", "dark", "dark"],
  ["marimo", "class", "light", "light"],
])("believes %s: %s=%s", (_, name, value, theme) => {
  document.body.setAttribute(name, value);
  vi.stubGlobal("matchMedia", () => ({ matches: theme === "light" }));
  expect(themeFor("auto")).toBe(theme);
});

it("asks the system where the page says nothing, and neither where it was told", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  expect(themeFor("auto")).toBe("dark");
  expect(themeFor("light")).toBe("light");
});
