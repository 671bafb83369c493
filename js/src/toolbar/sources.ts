import type { Context } from "../context";
import { field } from "../controls";
import { el, on, setAttributes, setText } from "../dom";
import { icon } from "../icons";
import { closePopover, popover } from "../popover";
import type { SourceItem } from "../protocol";

/** The open source, and a list that asks Python for names while one types: it never holds all of them. */
export function createSourcePicker(context: Context): HTMLElement {
  const { watch, strings, signal } = context;
  const name = el("span.value", { dir: "auto" });
  const chunks = el("span.unit");
  const opener = el(
    "button",
    { class: "field source", "data-testid": "source-picker", "aria-label": strings.source },
    icon("file"),
    name,
    chunks,
    icon("down"),
  );
  const { content, opened } = sourceList(context);
  const list = popover(opener, content, signal, { side: "start", wide: true, opened });
  watch(["source"], ({ source }) => {
    const id = source?.id ?? strings.noSource;
    setText(name, id);
    setText(chunks, source?.complete ? strings.number(source.chunks) : "");
    opener.title = id;
    opener.setAttribute("aria-label", `${strings.source}: ${id}`);
  });
  return el("div", { style: "display:contents" }, opener, list);
}

function sourceList({ store, watch, actions, strings }: Context): { content: HTMLElement; opened: () => void } {
  let active = 0;
  const items = () => store.state.sourceList?.items ?? [];
  const choose = (item: SourceItem | undefined) => {
    if (!item) return;
    actions.openSource(item.source_id);
    closePopover(content);
  };
  const { element, input } = field(
    {
      testid: "source-filter",
      label: strings.sourceFilter,
      placeholder: strings.sourceFilter,
      class: "filter",
      icon: "find",
    },
    (contains) => actions.listSources(contains),
    () => choose(items()[active]),
  );
  const options = el("div.options", { role: "listbox", "aria-label": strings.source, id: "sources" });
  const foot = el("div.foot", { role: "status" });
  const content = el("div", element, options, foot);
  const point = (position: number) => {
    active = Math.max(0, Math.min(position, items().length - 1));
    [...options.children].forEach((option, at) => {
      setAttributes(option, { "aria-selected": at === active });
      if (at === active) option.scrollIntoView?.({ block: "nearest" });
    });
    input.setAttribute("aria-activedescendant", options.children[active]?.id ?? "");
  };
  setAttributes(input, { role: "combobox", "aria-expanded": true, "aria-controls": "sources" });
  on(input, "keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) point(active + step);
    if (step) event.preventDefault();
  });
  watch(["sourceList"], ({ sourceList }) => {
    options.replaceChildren(
      ...items().map((item, at) => sourceOption(item, at, strings.chunkCount, () => choose(item))),
    );
    const none = sourceList?.items.length === 0;
    setText(foot, none ? strings.noSourceMatches : strings.sourceCount(items().length, sourceList?.total ?? 0));
    point(items().findIndex((item) => item.source_id === store.state.source?.id));
  });
  const opened = () => {
    input.value = "";
    actions.listSources("");
  };
  return { content, opened };
}

function sourceOption(
  item: SourceItem,
  at: number,
  count: (chunks: number) => string,
  choose: () => void,
): HTMLElement {
  const option = el(
    "div.option",
    { role: "option", id: `source-${at}`, "data-testid": "source-option", title: item.source_id },
    el("span", { dir: "auto" }, item.source_id),
    el("span.unit", item.chunks ? count(item.chunks) : ""),
  );
  on(option, "click", choose);
  return option;
}
