import { expect, it } from "vitest";
import { fileName } from "./download";

it.each([
  ["agreement.md", "agreement.md-timeline.svg"],
  ["C:\\files\\Verträge 2.txt", "Verträge-2.txt-timeline.svg"],
  ["https://example.org/d/25?q=<b>&x=%20", "25-q-b-x-20-timeline.svg"],
  ["../..", "source-timeline.svg"],
  ["docs/", "docs-timeline.svg"],
  ["a".repeat(300), `${"a".repeat(80)}-timeline.svg`],
])("names a file after %s", (sourceId, name) => {
  expect(fileName(sourceId, "timeline.svg")).toBe(name);
});
