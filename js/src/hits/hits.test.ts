// @vitest-environment jsdom
import { expect, it } from "vitest";
import { MockChannel } from "../mock";
import type { HitList } from "../protocol";
import { hit, pretendLayout, welcome } from "../testing";
import { createView } from "../view";

const list = (more: Partial<HitList>): HitList => ({
  ...{ query: "notice", retriever: "own", label: "", top_k: 1, candidates: null, sources: null, opened_rank: null },
  ...{ items: [hit(1)] },
  ...more,
});

function shown() {
  pretendLayout();
  const host = document.body.appendChild(document.createElement("div"));
  const channel = new MockChannel();
  createView(host, channel);
  channel.say({ welcome: { ...welcome, own_label: "slow" }, reply_to: channel.sent[0]?.id ?? null });
  const find = (selector: string) => host.shadowRoot?.querySelector<HTMLElement>(`.hits ${selector}`);
  return { channel, find, page: host.shadowRoot as ShadowRoot };
}

it("calls hits that were handed over as one said, and those of the own retriever hits", () => {
  const { channel, find } = shown();
  channel.say({ hits: list({ label: "best of three" }) });
  expect(find(".head strong")?.textContent).toBe("best of three");
  channel.say({ hits: list({ label: "slow" }) });
  expect(find(".head strong")?.textContent).toBe("Hits");
});

it("does not say that there was no search while the first is under way", () => {
  const { channel, find, page } = shown();
  expect(find(".void")?.hidden).toBe(false);
  const query = page.querySelector("[data-testid=query]") as HTMLInputElement;
  query.value = "notice";
  query.dispatchEvent(new Event("input"));
  query.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
  expect(find(".void")?.hidden).toBe(true);
  channel.say({ hits: list({ items: [] }), reply_to: channel.sent.at(-1)?.id ?? null });
  expect(find(".void")?.hidden).toBe(false);
  expect(find(".void")?.textContent).toContain("No hits");
});
