import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Evidence } from "./evidence";
import { type SavedPage, SavedSource } from "./saved";

const file = new URL("../../../tests/data/page_sessions.json", import.meta.url);
const [{ page }] = JSON.parse(readFileSync(file, "utf8")) as [{ page: SavedPage }];

it("fences a text however many runs of backticks are in it", () => {
  const text = `${"` ".repeat(200_000)}\`\`\`\`\n`;
  const markdown = Evidence.of(new SavedSource({ ...page, texts: { 0: text } }), [0]).markdown;
  expect(markdown.endsWith(`\n\n\`\`\`\`\`text\n${text}\n\`\`\`\`\`\n`)).toBe(true);
});
