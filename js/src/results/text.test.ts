// @vitest-environment jsdom
import { expect, it } from "vitest";
import { bench, card, results } from "../testing";
import { drawText } from "./text";

const made = bench({ results: results([0]) });
const drawn = (content: string, lines: number | null) =>
  drawText(card(0, { content }), 0, lines, made.store.state, made);

it.each([
  [null, "text"],
  [12, "text folded"],
  [1, "text folded short"],
])("folds a text to %s lines", (lines, look) => {
  const element = drawn("One line.\nAnother.", lines);
  expect([element.className, element.textContent]).toEqual([look, "One line.\nAnother."]);
});

it("keeps the columns of a table, and of nothing around it", () => {
  const [before, table] = ["The fees are:\n\n", "| a | b |\n| 1 | 2 |"];
  const element = drawn(before + table, null);
  expect(element.textContent).toBe(before + table);
  expect([...element.querySelectorAll(".laid-out")].map((part) => part.textContent)).toEqual([table]);
});

it("goes on with a mark where a table begins in it", () => {
  const content = "Fees:\n\n| a | b |\n| 1 | 2 |";
  const element = drawText(card(0, { content, matches: [[0, 10]] }), 0, null, made.store.state, made);
  expect([...element.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual(["Fees:\n\n", "| a"]);
  expect(element.textContent).toBe(content);
});

it("says of a text that is white space how much of it there is, in code points", () => {
  expect(drawn("\u2003\n\u3000", null).textContent).toBe("White space only, 3 characters");
  expect(drawn("", null).textContent).toBe("Empty chunk");
});
