// @vitest-environment jsdom
import fc from "fast-check";
import { expect, it } from "vitest";
import { drawRuns, type Run, runsOf } from "./runs";
import { card } from "./testing";

const picture = (runs: readonly Run[]) => runs.map(({ text, look }) => `${look}:${text}`).join("|");

it("marks terms lightly, matches more, the current one most", () => {
  const chunk = card(0, {
    content: "one two three four",
    terms: [[0, 3]],
    matches: [
      [4, 7],
      [14, 18],
    ],
  });
  expect(picture(runsOf(chunk, 0, 1))).toBe("term:one|plain: |match:two|plain: three |now:four");
});

it("greys what was already read, but not the marks in it", () => {
  const chunk = card(0, { content: "seen now seen", matches: [[5, 8]] });
  expect(picture(runsOf(chunk, 10, null))).toBe("repeated:seen |match:now|repeated: s|plain:een");
});

it("lets a match win over a term that it touches", () => {
  const chunk = card(0, { content: "abcdef", terms: [[0, 3]], matches: [[2, 4]] });
  expect(picture(runsOf(chunk, 0, null))).toBe("plain:ab|match:cd|plain:ef");
});

it("counts code points, so that an emoji moves nothing", () => {
  expect(picture(runsOf(card(0, { content: "🙂🙂ab", matches: [[2, 3]] }), 1, null))).toBe(
    "repeated:🙂|plain:🙂|match:a|plain:b",
  );
});

it("loses and doubles nothing of a text, whatever spans it is given", () => {
  const spans = fc.array(fc.tuple(fc.nat(12), fc.nat(12)));
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), spans, spans, fc.nat(12), (content, matches, terms, repeated) => {
      const runs = runsOf(card(0, { content, matches, terms }), repeated, 0);
      expect(runs.map(({ text }) => text).join("")).toBe(content);
    }),
  );
});

it("cuts at any number of marks", () => {
  const count = 50_000;
  const matches = Array.from({ length: count }, (_, at): [number, number] => [2 * at, 2 * at + 1]);
  expect(runsOf(card(0, { content: "a ".repeat(count), matches }), 0, null).length).toBe(2 * count);
});

it("draws more runs than a call takes arguments", () => {
  const drawn = drawRuns(Array.from({ length: 130_000 }, () => ({ text: "a", look: "plain" })));
  expect(drawn.lastChild?.textContent).toBe("a");
});
