// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { MockChannel } from "../mock";
import { pretendLayout, results, sourceView, welcome } from "../testing";
import { createView } from "../view";

let page: ShadowRoot;
let channel: MockChannel;

beforeEach(() => {
  pretendLayout();
  document.body.replaceChildren();
  const host = document.body.appendChild(document.createElement("div"));
  channel = new MockChannel();
  createView(host, channel);
  page = host.shadowRoot as ShadowRoot;
  const { view: source, buffers } = sourceView(30);
  channel.say({ welcome, source, results: results([1, 2]) }, buffers);
});

const find = <T extends HTMLElement>(testid: string) => page.querySelector<T>(`[data-testid=${testid}]`) as T;
const press = (key: string) => page.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));

it("gives the focus back to where the help was asked for", () => {
  find("results").focus();
  press("?");
  expect(page.activeElement).toBe(find("keys"));
  press("Escape");
  expect(page.activeElement).toBe(find("results"));
});

it("gives the focus back to its button where that was pressed", () => {
  find("help").focus();
  find("help").click();
  press("Escape");
  expect(page.activeElement).toBe(find("help"));
});

it("opens the list of sources without the text that filtered it before", () => {
  const filter = find<HTMLInputElement>("source-filter");
  find("source-picker").click();
  filter.value = "gpl";
  filter.dispatchEvent(new Event("input"));
  expect(channel.sent.at(-1)).toMatchObject({ kind: "list_sources", contains: "gpl" });
  press("Escape");
  find("source-picker").click();
  expect(filter.value).toBe("");
  expect(channel.sent.at(-1)).toMatchObject({ kind: "list_sources", contains: "" });
});
