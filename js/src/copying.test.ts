// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { copyButton, createByHand } from "./copying";
import { bench } from "./testing";

const clipboard = (writeText: () => Promise<void>) =>
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
const shown = () => {
  const made = bench();
  const button = copyButton(made, "Copy the call", "copy", () => "index.read()");
  const byHand = createByHand(made);
  document.body.replaceChildren(button, byHand);
  return { ...made, button, byHand };
};

afterEach(() => vi.unstubAllGlobals());

it("says that it copied", async () => {
  const write = vi.fn(async () => {});
  clipboard(write);
  const { button, byHand } = shown();
  button.click();
  await vi.waitFor(() => expect(button.title).toBe("Copied"));
  expect([write.mock.calls, byHand.hidden]).toEqual([[["index.read()"]], true]);
});

it("offers the text, selected, where the page may not copy, and goes away by Esc", async () => {
  clipboard(() => Promise.reject(new Error("denied")));
  const { button, byHand, store } = shown();
  button.click();
  await vi.waitFor(() => expect(byHand.hidden).toBe(false));
  const field = byHand.querySelector("textarea") as HTMLTextAreaElement;
  expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(["index.read()", 0, 12]);
  expect(document.activeElement).toBe(field);
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  expect([byHand.hidden, store.state.byHand]).toEqual([true, null]);
});
