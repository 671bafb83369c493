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
  channel.say({ welcome, source }, buffers);
});

const find = (testid: string) => page.querySelector<HTMLElement>(`[data-testid=${testid}]`);
const status = () => {
  const element = find("match-status");
  return element?.closest("[hidden]") ? null : element?.textContent;
};
const grep = { operation: "grep", pattern: "w", roles: ["match", "match"] } as const;

it("does not say that nothing matched where an index found chunks by its own rule", () => {
  channel.say({ results: results([1, 2], { ...grep, literal: false }) });
  expect(find("note")?.textContent).toContain("its own rule");
  expect(status()).toBeNull();
});

it("says so too where the pattern stands in some of the chunks only", () => {
  const matches = [{ row: 1, start: 100, end: 101 }];
  channel.say({ results: results([1, 2], { ...grep, literal: false, matches, match_counts: [1, 0] }) });
  expect(find("note")?.textContent).toContain("not every match");
  expect(status()).toBe("1 of 1");
});

it("says that nothing matched, and no more once another list is there", () => {
  channel.say({ results: results([], { ...grep, roles: [] }) });
  expect(status()).toBe("no match");
  channel.say({ results: results([3]) });
  expect(status()).toBeNull();
  expect(find("match-status")?.textContent).toBe("");
});

it("tells that matches are no more counted, and does not offer to show what is shown", () => {
  const matches = [1, 1].map((row, at) => ({ row, start: 100 + at * 9, end: 101 + at * 9 }));
  channel.say({ results: results([1, 2], { ...grep, matches, match_counts: [2], uncounted: 1 }) });
  expect(status()).toBe("1 of 2+");
  expect(find("note")?.textContent).toBe("only the first 2 matches are counted");
  expect(find("show-all")).toBeNull();
});

it("offers the rest where top_k cut the answer", () => {
  channel.say({ results: results([1, 2], { ...grep, cut: true }) });
  expect(find("note")?.textContent).toContain("stopped at top_k");
  expect(find("show-all")).not.toBeNull();
});

it("says that the document has ended, and no more once a step brought something", () => {
  const step = (way: string, count: number) =>
    channel.say({
      results: results([3]),
      call: {
        code: `await index.navigate(NavigationDirection.${way})`,
        cell: "",
        count,
        milliseconds: 1,
        failed: false,
      },
    });
  const heard = () => page.querySelector(".unseen[role=status]")?.textContent;
  step("NEXT", 0);
  expect([find("note")?.textContent, heard()]).toEqual(["end of the document", "end of the document"]);
  step("PREVIOUS", 0);
  expect([find("note")?.textContent, heard()]).toEqual(["start of the document", "start of the document"]);
  step("PREVIOUS", 1);
  expect(find("note")?.textContent).toBe("");
});

it("counts the chunks that hold matches, not those that steps added", () => {
  const matches = [1, 2].map((row) => ({ row, start: row * 100, end: row * 100 + 1 }));
  const roles = ["match", "match", "next"] as const;
  channel.say({ results: results([1, 2, 3], { ...grep, roles, matches, match_counts: [1, 1, 0] }) });
  expect(page.querySelector(".results .count")?.textContent).toBe("2 matches in 2 chunks");
});

it("says once why a chunk is not there, though a notice comes before it", () => {
  const why = "'a.md' is no longer in the index. Chunk 'x' is gone: search again.";
  const problem = { asked: "", why, remedy: "", exception: "ChunkNotFoundError: Chunk 'x' is gone: search again." };
  channel.say({ problem });
  expect(find("problem")?.querySelector("div > code")?.textContent).toBe("ChunkNotFoundError");
});

it("says all of an exception that the sentence leaves out", () => {
  channel.say({ problem: { asked: "", why: "It failed.", remedy: "", exception: "OSError: [Errno 5] disk" } });
  expect(find("problem")?.querySelector("div > code")?.textContent).toBe("OSError: [Errno 5] disk");
});
