// @vitest-environment jsdom
import { expect, it } from "vitest";
import type { HitList } from "../protocol";
import { bench } from "../testing";
import { footOf } from "./head";
import { nothingOf } from "./nothing";

const HITS: HitList = {
  query: "fee",
  retriever: "own",
  label: "mine",
  top_k: 5,
  items: [],
  candidates: null,
  sources: 0,
  opened_rank: null,
};

it("says that it was one's own retriever that returned nothing", () => {
  const context = bench();
  const said = () => nothingOf(HITS, context).at(-1);
  expect(said()).toBe("No chunk was found for “fee”.");
  context.store.update({ ownLabel: "mine" });
  expect(said()).toBe("Your retriever mine returned nothing for “fee”.");
});

it("tells the time of the search whose hits are shown, not of a later one for the same words", () => {
  const { store, strings } = bench();
  const call = { operation: "retrieve", label: "fee", source_id: "", start: null, end: null, number: null };
  const entries = [9, 7, 5].map((milliseconds, entry) => ({
    ...call,
    entry,
    code: "",
    count: 1,
    milliseconds,
    failed: false,
  }));
  store.update({ hits: HITS, history: { entries, current: 1, total: 3 } });
  expect(footOf(store.state, strings)).toContain("7.0 ms");
  store.update({ history: { entries, current: null, total: 3 } });
  expect(footOf(store.state, strings)).toContain("5.0 ms");
});
