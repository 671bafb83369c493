/** A saved page: the explorer over what the page carries, with nothing but itself. */
import { el } from "./dom";
import type { Recorded, SavedPage } from "./offline/saved";
import type { State } from "./state";
import { StaticChannel } from "./static";
import { speechFor, stringsFor } from "./strings";
import { savedStrings } from "./strings/saved";
import styles from "./styles/page.css";
import { createView, type View } from "./view";

const LEAST_HEIGHT = 480; // CSS pixels
const LEAST_WIDTH = 320; // of the explorer, before it is enlarged
const MARGIN = 16;

export function createPage(page: SavedPage): View {
  const { theme, locale } = page.welcome.settings;
  const channel = new StaticChannel(page);
  const host = el("main");
  const header = el("header");
  document.head.append(el("style", styles));
  if (theme !== "auto") document.documentElement.dataset.theme = theme;
  document.documentElement.lang = speechFor(locale).code;
  document.body.append(header, host);
  const view = createView(host, channel);
  header.append(...headerOf(page, channel, view));
  fitWindow(view, host, page.welcome.settings.scale);
  return view;
}

function headerOf(page: SavedPage, channel: StaticChannel, view: View): Node[] {
  const { source_id, length, chunks } = page.source;
  const strings = savedStrings(speechFor(page.welcome.settings.locale));
  const parts = [
    el("h1", { dir: "auto" }, source_id),
    el("span", strings.size(length, chunks)),
    el("span", strings.note),
  ];
  return channel.searches.length > 0 ? [...parts, chooser(page, channel, view, strings)] : parts;
}

/** A list of the recorded searches, which also follows what is searched for inside. */
function chooser(
  { welcome }: SavedPage,
  channel: StaticChannel,
  view: View,
  strings: ReturnType<typeof savedStrings>,
): HTMLElement {
  const { searches } = channel;
  const { retrievers } = stringsFor(welcome.settings.locale);
  const name = ({ hits }: Recorded) =>
    strings.hits(hits.query || hits.label, hits.label || retrievers[hits.retriever], hits.items.length);
  const select = el(
    "select",
    { "data-testid": "recorded" },
    el("option", { value: "", disabled: true }, strings.choose),
  );
  select.append(...searches.map((recorded, i) => el("option", { value: i }, name(recorded))));
  select.addEventListener("change", () => channel.show(searches[Number(select.value)] as Recorded));
  const follow = ({ hits }: State) => {
    const shown = searches.findLastIndex(
      (recorded) => recorded.hits.query === hits?.query && recorded.hits.retriever === hits.retriever,
    );
    select.value = shown < 0 ? "" : String(shown);
  };
  view.store.watch(["hits"], follow, new AbortController().signal);
  return el("label", strings.searches, select);
}

/** The explorer takes what the window has, however high it was in the notebook; it is enlarged as far as it fits. */
function fitWindow(view: View, host: HTMLElement, enlarged: number): void {
  const resize = () => {
    const height = Math.max(LEAST_HEIGHT, Math.floor(innerHeight - host.offsetTop - MARGIN));
    const scale = Math.min(enlarged, host.clientWidth / LEAST_WIDTH);
    view.store.update({ settings: { ...view.store.state.settings, height, scale } });
  };
  const end = new AbortController();
  view.store.watch(
    ["welcomed"],
    ({ welcomed }) => {
      if (welcomed) resize();
    },
    end.signal,
  );
  addEventListener("resize", resize);
}

const carried = document.getElementById("navwidget-page");
if (carried) createPage(JSON.parse(carried.textContent) as SavedPage);
