import { expect, it } from "vitest";
import { announcementOf } from "./announce";
import { bench, results, sourceView } from "./testing";

function heard(first: object, then: object): string {
  const made = bench();
  const { view, buffers } = sourceView(30);
  made.channel.say({ source: view, results: results([1, 2], first) }, buffers);
  const before = { ...made.store.state, welcomed: true };
  made.channel.say({ results: results([1, 2], then) });
  return announcementOf(before, made.store.state, made.strings);
}

it("says what a star did, and of which chunk", () => {
  expect(heard({}, { starred: [2] })).toBe("Chunk 3 of 30, characters 200 to 300, collected as evidence");
  expect(heard({ starred: [1, 2] }, { starred: [2] })).toBe("Chunk 2 of 30, characters 100 to 200, no longer evidence");
});

it("says what an answer brought where it is a list", () => {
  expect(heard({}, {})).toBe("2 results, chunk 2 of 30, characters 100 to 200");
});
