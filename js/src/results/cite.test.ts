import { expect, it } from "vitest";
import { Headings } from "../geometry/headings";
import { createStore } from "../state";
import { stringsFor } from "../strings";
import { card } from "../testing";
import { sourceOf } from "../timeline/testing";
import { citedText } from "./cite";

const PAGES = [0, 40, 80].map((offset, page) => ({ offset, level: 0, title: `p. ${page + 1}` }));

it.each([
  ["en", 0, "[report.md:0-90, pp. 1–3]\ntext"],
  ["fr", 0, "[report.md:0-90, p. 1–3]\ntext"],
  ["en", 1, "[report.md:90-99, p. 3]\ntext"],
])("a citation has all pages of a chunk, in %s", (locale, row, cited) => {
  const source = {
    ...sourceOf(
      [
        [0, 90],
        [90, 99],
      ],
      99,
    ),
    headings: new Headings(PAGES),
  }; // prettier-ignore
  const { state } = createStore({ source, cards: new Map([[row, card(row, { content: "text" })]]) });
  expect(citedText(state, row, stringsFor(locale))).toBe(cited);
});

it("a citation leaves out headings, also those that read as pages", () => {
  const headings = new Headings([{ offset: 0, level: 1, title: "pp. 1–3" }]);
  const { state } = createStore({ source: { ...sourceOf([[0, 9]], 9), headings }, cards: new Map([[0, card(0, {})]]) });
  expect(citedText(state, 0, stringsFor("en"))).toMatch(/^\[report\.md:0-9\]/);
});
