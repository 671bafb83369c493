import { expect, it } from "vitest";
import { piecesOf } from "./python";

const picture = (code: string) =>
  piecesOf(code)
    .map(({ text, look }) => (look ? `${look}:${text}` : text))
    .join("|");

it("tells await and literals from the rest, whichever quotes they have", () => {
  expect(picture(`await index.grep("a.md", 'it\\'s')`)).toBe(
    `await:await| index.grep(|literal:"a.md"|, |literal:'it\\'s'|)`,
  );
});

it.each(["", "await", `f("open`, `<b>"x"</b>`, "waiting"])("loses nothing of %j", (code) => {
  expect(
    piecesOf(code)
      .map(({ text }) => text)
      .join(""),
  ).toBe(code);
});
