import { reasonAgainst, reasonAgainstSearch } from "../abilities";
import type { Context } from "../context";
import { button, segments, toggle } from "../controls";
import { el, on, setAttributes } from "../dom";
import { icon } from "../icons";
import { formField, greyed } from "../needs";
import { menu } from "../popover";
import { CHUNK_TYPES, type ChunkType, type RetrieverName } from "../protocol";
import { exportMenu, type Pictures } from "./export";
import { chunkIdField, keyList } from "./popovers";
import { createSourcePicker } from "./sources";

/** What is searched, how, and in which source. */
export function createToolbar(context: Context, pictures: Pictures): HTMLElement {
  const { strings, signal } = context;
  const menus = [
    menu({ before: "hash", label: strings.chunkId, testid: "goto" }, chunkIdField(context), signal),
    menu({ before: "save", label: strings.export, testid: "export" }, exportMenu(context, pictures), signal),
    menu({ before: "help", label: strings.keys, testid: "help" }, keyList(strings), signal, { wide: true }),
  ];
  return el(
    "div.row.tools",
    createSourcePicker(context),
    chunkTypes(context),
    queryField(context),
    retrievers(context),
    topK(context),
    switches(context),
    el("div.group.tight.last", ...menus.map(([opener]) => opener)),
    ...menus.map(([, popover]) => popover),
  );
}

function chunkTypes({ watch, actions, strings }: Context): HTMLElement {
  const select = el("select", {
    "data-testid": "chunk-type",
    "aria-label": strings.chunkType,
    title: strings.chunkType,
  });
  const element = el("span.field.select", select, icon("down"));
  on(select, "change", () => actions.setChunkType(select.value as ChunkType));
  watch(["source"], ({ source }) => {
    element.hidden = source === null;
    const present = CHUNK_TYPES.filter((type) => type === source?.chunkType || (source?.counts[type] ?? 0) > 0);
    select.replaceChildren(...present.map((type) => el("option", { value: type }, strings.chunkTypes[type])));
    select.value = source?.chunkType ?? "";
  });
  return element;
}

function queryField(context: Context): HTMLElement {
  const { watch, actions, strings } = context;
  const options = { testid: "query", label: strings.query, class: "query", icon: "find" } as const;
  const { element, input } = formField(context, "search", "query", options, () => actions.search(true));
  const clear = button({ before: "close", class: "low", label: strings.clear, testid: "clear-query" }, () => {
    actions.fill({ query: "" });
    input.focus();
  });
  element.append(clear);
  watch(["form", "abilities"], ({ form, abilities }) => {
    input.placeholder = reasonAgainstSearch(abilities) ?? (form.thisSource ? strings.queryHere : strings.query);
    clear.hidden = form.query === "";
  });
  return element;
}

function retrievers({ store, watch, actions, strings }: Context): HTMLElement {
  const item = (value: RetrieverName, text: string) => ({ value, text, testid: `retriever-${value}` });
  const { state } = store;
  const names: RetrieverName[] = ["keyword", "vector", "hybrid"];
  const own = state.abilities.some(({ name, able }) => name === "own" && able);
  const items = names.map((name) => item(name, strings.retrievers[name]));
  const { element, choose, allow } = segments(
    strings.retriever,
    own ? [...items, item("own", state.ownLabel || strings.retrievers.own)] : items,
    (retriever) => {
      if (!actions.can(retriever)) return;
      actions.fill({ retriever });
      actions.search();
    },
  );
  watch(["form"], ({ form }) => choose(form.retriever));
  watch(["abilities"], ({ abilities }) =>
    allow(Object.fromEntries(names.map((name) => [name, reasonAgainst(abilities, name)]))),
  );
  return element;
}

function topK(context: Context): HTMLElement {
  const { actions, strings } = context;
  const options = { testid: "top-k", label: strings.topK, class: "topk", unit: strings.topK, numeric: true };
  return formField(context, "search", "topK", options, () => actions.search(true)).element;
}

function switches(context: Context): HTMLElement {
  const { store, watch, actions, strings } = context;
  const flip = (name: "skipRead" | "thisSource") => () => {
    if (!actions.can("search")) return;
    actions.fill({ [name]: !store.state.form[name] });
    actions.search();
  };
  const unread = toggle(strings.unreadOnly, strings.unreadOnlyTitle, "skip-read", flip("skipRead"));
  const here = toggle(strings.thisSource, strings.thisSourceTitle, "this-source", flip("thisSource"));
  watch(["form"], ({ form }) => {
    setAttributes(unread, { "aria-pressed": form.skipRead });
    setAttributes(here, { "aria-pressed": form.thisSource });
  });
  return el("div.group", ...[unread, here].map((made) => greyed(context, "search", made)));
}
