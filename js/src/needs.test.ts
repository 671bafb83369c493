// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { MockChannel } from "./mock";
import { pretendLayout, results, sourceView, welcome } from "./testing";
import { createView } from "./view";

let host: HTMLElement;
let channel: MockChannel;

beforeEach(() => {
  pretendLayout();
  document.body.replaceChildren();
  host = document.body.appendChild(document.createElement("div"));
  channel = new MockChannel();
  createView(host, channel);
});

const page = () => host.shadowRoot as ShadowRoot;
const find = (testid: string) => page().querySelector<HTMLElement>(`[data-testid=${testid}]`) as HTMLElement;
const told = () => find("problem").querySelector("p")?.textContent ?? "";
const press = (target: Element, key: string) =>
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true }));

function show(hasSource = true): void {
  const { view: source, buffers } = sourceView(30);
  channel.say(hasSource ? { welcome, source } : { welcome }, hasSource ? buffers : []);
  channel.sent.length = 0;
}

function type(testid: string, text: string): void {
  const input = find(testid) as HTMLInputElement;
  input.value = text;
  input.dispatchEvent(new Event("input"));
}

it("lets no greyed button be silent, and each says why before it is pressed too", () => {
  show(false);
  const greyed = [...page().querySelectorAll<HTMLElement>("button[aria-disabled=true]")];
  expect(greyed.length).toBeGreaterThan(12);
  for (const button of greyed) {
    find("dismiss")?.click();
    button.click();
    expect(told(), button.dataset.testid).toBe(button.title);
    expect(button.title, button.dataset.testid).toMatch(/\w.*\.$/);
  }
  expect(channel.sent).toEqual([]);
  expect(page().querySelectorAll(":disabled")).toHaveLength(0);
});

it.each([
  ["query", "", "query"],
  ["query", "  ", "query"],
  ["top-k", "", "top-k"],
  ["top-k", "0", "top-k"],
  ["top-k", "many", "top-k"],
  ["top-k", "5", "query"],
  ["grep", "", "grep"],
  ["grep", " ", "grep"],
  ["read-start", "-1", "read-start"],
  ["read-end", "far", "read-end"],
  ["chunk-id", "", "chunk-id"],
  ["chunk-id", " ", "chunk-id"],
])("says what is wrong with %s %j, and goes to %s", (testid, text, wrong) => {
  show();
  if (testid === "chunk-id") find("goto").click();
  type(testid, text);
  press(find(testid), "Enter");
  expect(told()).toMatch(/\w.*\.$/);
  expect(page().activeElement).toBe(find(wrong));
  expect(find(wrong).getAttribute("aria-invalid")).toBe("true");
  expect(channel.sent).toEqual([]);
});

it.each(["s", "u", "e", "c", "[", "]"])("says what the key %s lacks where nothing is open", (key) => {
  show();
  press(find("help"), key);
  expect(told()).toMatch(/\w.*\.$/);
  expect(channel.sent).toEqual([]);
});

it.each(["next", "previous"])(
  "begins at an end of the source by %s, where nothing is open or nothing was found",
  (way) => {
    for (const list of [null, results([], { operation: "grep", pattern: "zebra" })]) {
      show();
      if (list) channel.say({ results: list });
      expect(find(way).getAttribute("aria-disabled")).toBeNull();
      find(way).click();
      expect(channel.sent).toMatchObject([{ kind: "navigate", direction: way }]);
    }
  },
);

it("locks what the index cannot do, with the reason, and says so where hits would stand", () => {
  const unable = ["keyword", "vector", "hybrid", "own", "get_chunk", "read", "grep"];
  const abilities = unable.map((name) => ({ name, able: false, reason: `Nav has no ${name}` }));
  const { view: source, buffers } = sourceView(30);
  channel.say({ welcome: { ...welcome, abilities }, source }, buffers);
  const reasons = { query: "keyword", "top-k": "keyword", "chunk-id": "get_chunk", "read-start": "read", grep: "grep" };
  for (const [testid, name] of Object.entries(reasons)) {
    expect((find(testid) as HTMLInputElement).readOnly, testid).toBe(true);
    expect(find(testid).title, testid).toBe(`Nav has no ${name}`);
  }
  for (const testid of ["skip-read", "this-source", "go"]) {
    expect(find(testid).getAttribute("aria-disabled"), testid).toBe("true");
  }
  expect((find("k") as HTMLInputElement).readOnly).toBe(false);
  expect(page().querySelector(".hits .void")?.textContent).toBe("No search hereNav has no keyword.");
  channel.sent.length = 0;
  type("query", "words");
  press(find("query"), "Enter");
  expect(told()).toBe("Nav has no keyword");
  expect(channel.sent).toEqual([]);
});

it("offers types of chunks only where a source is open", () => {
  show(false);
  expect(find("chunk-type").parentElement?.hidden).toBe(true);
  show();
  expect(find("chunk-type").parentElement?.hidden).toBe(false);
});

it("goes to k where a step is asked for by the button", () => {
  show();
  channel.say({ results: results([1]) });
  type("k", "0");
  find("next").focus();
  find("next").click();
  expect(page().activeElement).toBe(find("k"));
  find("dismiss").click();
  expect(find("k").hasAttribute("aria-invalid")).toBe(false);
  expect(page().activeElement).toBe(find("k"));
});
