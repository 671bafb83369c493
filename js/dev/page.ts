/** The explorer without a kernel, to look at. */
import { MockChannel } from "../src/mock";
import { createView } from "../src/view";
import { answer, start } from "./canned";

const asked = new URLSearchParams(location.search);
const state = asked.get("state") ?? "search";
const theme = asked.get("theme") ?? "light";
const settings = {
  height: Number(asked.get("height") ?? 640),
  theme: "auto" as const,
  scale: Number(asked.get("scale") ?? 1),
  locale: asked.get("locale") ?? "en",
};
document.body.dataset.jpThemeLight = String(theme === "light");
const host = document.createElement("div");
host.style.width = `${asked.get("width") ?? 1100}px`;
document.body.append(host);
const channel = new MockChannel((request, to) => {
  if (request.kind === "hello") start(to, request, settings, state);
  else if (state !== "busy") answer(request, to);
});
const view = createView(host, channel);
if (state === "busy") host.shadowRoot?.querySelector<HTMLElement>("[data-testid=back]")?.click();
Object.assign(window, { view, channel });
