import { expect, it } from "vitest";
import { isLaidOut } from "./layout";

it.each([
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "def f():\n    return 1\n    # done",
  "```\nx\n```",
  "for (;;) {\n  go();\n}",
  "item      12\nother      7",
  "\tone\n\ttwo",
])("sees that %j is laid out", (text) => {
  expect(isLaidOut(text)).toBe(true);
});

it.each([
  "",
  "A sentence.\nAnother one.",
  "- a point\n- another",
  "    one indented line\nand then prose\nand more",
  "a | b",
])("takes %j for prose", (text) => {
  expect(isLaidOut(text)).toBe(false);
});
