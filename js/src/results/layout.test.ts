import { expect, it } from "vitest";
import { blocksOf } from "./layout";

it.each([
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "def f():\n    return 1\n    # done",
  "```\nx\n```",
  "for (;;) {\n  go();\n}",
  "and supplier | 20 days |\n| 1 | 2 |\n| 12.4 Termin",
  `${"a long row of a table ".repeat(5)}| of which | the start is cut |\n| 1 | 2 |\n| 3 | 4 |`,
  "item      12\nother      7",
  "\tone\n\ttwo",
])("sees that %j is laid out", (text) => {
  expect(blocksOf(text)).toEqual([{ end: text.length, isLaidOut: true }]);
});

it.each([
  "",
  "A sentence.\nAnother one.",
  "- a point\n- another",
  "    one indented line\nand then prose\nand more",
  "a | b",
  "(a) the Customer pays;\n(b) the Supplier delivers;\n(c) all else;",
  "- one\n    - below it\n    - another",
])("takes %j for prose", (text) => {
  expect(blocksOf(text)).toEqual([{ end: text.length, isLaidOut: false }]);
});

const TABLE = "| a | b |\n|---|---|\n| 1 | 2 |\n";
const PROSE = `${"A sentence that goes on and on. ".repeat(5)}\n`;

it.each([
  ["a table after a sentence", [PROSE, TABLE], [false, true]],
  ["code between sentences", [PROSE, "```\nx\n\ny\n```\n", PROSE], [false, true, false]],
  ["functions with blank lines between", ["def f():\n    a\n    b\n\ndef g():\n    c\n    d"], [true]],
  ["a table between blank lines", ["Fees.\n\n", TABLE, "\nAfter."], [false, true, false]],
] as const)("parts %s", (_, parts, laidOut) => {
  const blocks = blocksOf(parts.join(""));
  expect(blocks.map(({ isLaidOut }) => isLaidOut)).toEqual(laidOut);
  let end = 0;
  expect(blocks.map((block) => block.end)).toEqual(parts.map((part) => (end += part.length)));
});
