// @vitest-environment jsdom
import { expect, it } from "vitest";
import { MockChannel } from "../mock";
import { pretendLayout, results, sourceView, welcome } from "../testing";
import { createView } from "../view";

it("points out the ringed card, and none where another list does not have it", () => {
  pretendLayout();
  const host = document.body.appendChild(document.createElement("div"));
  const channel = new MockChannel();
  createView(host, channel);
  const { view: source, buffers } = sourceView(30);
  channel.say({ welcome, source, results: results([3, 4]), selected_row: 4, selection_changed: true }, buffers);
  const list = host.shadowRoot?.querySelector("[data-testid=results]");
  expect(list?.getAttribute("aria-activedescendant")).toBe("card-4");
  channel.say({ results: results([8, 9]) });
  expect(list?.getAttribute("aria-activedescendant")).toBeNull();
});
