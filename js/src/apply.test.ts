import { expect, it } from "vitest";
import { bench, bytes, card, hit, results, sourceView, welcome } from "./testing";

const opened = (chunks = 50) => {
  const made = bench();
  const { view, buffers } = sourceView(chunks);
  made.channel.say({ welcome, source: view }, buffers);
  return made;
};

it("shows a new source whole", () => {
  const { store } = opened();
  expect(store.state.source?.id).toBe("a.md");
  expect([...(store.state.source?.ends ?? [])].slice(0, 2)).toEqual([100, 200]);
  expect(store.state.window).toEqual([0, 5000]);
});

it("keeps what an answer does not mention", () => {
  const { store, channel } = opened();
  const before = store.state;
  channel.say({ call: { code: "x", cell: "", count: 1, milliseconds: 1, failed: false } });
  expect(store.state).toEqual({ ...before, call: store.state.call });
  expect(store.state.source).toBe(before.source);
});

it("forgets texts, ring and scores of a source that is left", () => {
  const { store, channel } = opened();
  channel.say({ cards: [card(1)], selected_row: 1, selection_changed: true });
  const { view, buffers } = sourceView(3, "b.md");
  channel.say({ source: view, cards: [card(0)] }, buffers);
  expect([...store.state.cards.keys()]).toEqual([0]);
  expect([store.state.selected, store.state.scores]).toEqual([null, null]);
});

it("comes back to where a source was left", () => {
  const { store, channel, actions } = opened();
  actions.setWindow([100, 900]);
  for (const name of ["b.md", "a.md"]) {
    const { view, buffers } = sourceView(50, name);
    channel.say({ source: view }, buffers);
  }
  expect(store.state.window).toEqual([100, 900]);
});

it("goes near what was opened, and stays where it can be seen already", () => {
  const { store, channel } = opened();
  channel.say({ results: results([20, 21, 22], { anchor_row: 21 }) });
  const near = store.state.window;
  expect(near[0]).toBeLessThanOrEqual(2000);
  expect(near[1]).toBeGreaterThanOrEqual(2300);
  expect(near[1] - near[0]).toBeLessThan(1500);
  channel.say({ results: results([20, 21, 22, 23], { anchor_row: 21 }) });
  expect(store.state.window).toBe(near);
});

it("reads scores behind the source's columns, in one message and in two", () => {
  const { store, channel } = opened(2);
  const { view, buffers } = sourceView(2, "b.md");
  const columns = [{ name: "scores", dtype: "float32", length: 2 }] as const;
  const scores = { source_id: "b.md", children: ["keyword"], columns, cut: 0.5 } as const;
  channel.say({ source: view, scores }, [...buffers, bytes(Float32Array.of(1, 2))]);
  expect([...(store.state.scores?.columns[0] ?? [])]).toEqual([1, 2]);
  channel.say({ scores }, [bytes(Float32Array.of(3, 4))]);
  expect([...(store.state.scores?.columns[0] ?? [])]).toEqual([3, 4]);
});

it("lets the controls follow Python, but not the answer to what was asked here", () => {
  const { store, channel, actions } = opened();
  const hits = {
    retriever: "keyword",
    label: "",
    top_k: 5,
    items: [hit(1)],
    candidates: 1,
    sources: 1,
    opened_rank: null,
  } as const;
  channel.say({ hits: { ...hits, query: "from Python" } });
  expect(store.state.form).toMatchObject({ query: "from Python", retriever: "keyword", topK: "5" });
  actions.search();
  actions.fill({ query: "typed meanwhile" });
  channel.say({ hits: { ...hits, query: "from Python" }, reply_to: channel.sent.at(-1)?.id ?? 0 });
  expect(store.state.form.query).toBe("typed meanwhile");
});

it("says so where an answer cannot be shown, and changes nothing else", () => {
  const { store, channel } = opened();
  const before = store.state;
  channel.say({ source: sourceView(3, "b.md").view }, []);
  expect(store.state.problem?.why).toContain("column starts");
  expect(store.state.source).toBe(before.source);
});

it("says so where page and Python are of different versions", () => {
  const { store, channel } = bench();
  channel.say({ welcome: { ...welcome, protocol_version: 99 } });
  expect(store.state.problem?.why).toContain("99");
});

it("leaves the controls alone when another view is made", () => {
  const { store, channel, actions } = opened();
  actions.fill({ query: "half typed" });
  channel.say({ welcome: { ...welcome, query: "older" }, reply_to: 1 });
  expect(store.state.form.query).toBe("half typed");
});

it("follows a search that was made in another view", () => {
  const { store, channel } = opened();
  const hits = {
    query: "theirs",
    retriever: "vector",
    label: "",
    top_k: 5,
    items: [],
    candidates: 0,
    sources: 0,
    opened_rank: null,
  } as const;
  channel.say({ hits, reply_to: 1 });
  expect(store.state.form).toMatchObject({ query: "theirs", retriever: "vector" });
});

it("puts a long list together out of what was told before and what is new", () => {
  const { store, channel } = opened();
  channel.say({ results: results([1, 2, 3, 9]) });
  channel.say({ results: results([5, 6], { starred: [5], kept: { rows: [3, 1], roles: [2, 2], repeated: [0, 4] } }) });
  const { rows, roles, repeated, starred } = store.state.results;
  expect([rows, roles.length, repeated.length, starred]).toEqual([[1, 2, 3, 5, 6, 9], 6, 6, [5]]);
});

it("stays at the match where the reader stands while more is added to the list of a grep", () => {
  const { store, channel, actions } = opened();
  const found = (rows: number[], pattern = "w") =>
    results(rows, {
      operation: "grep",
      pattern,
      matches: rows.map((row) => ({ row, start: row * 100, end: row * 100 + 1 })),
    });
  channel.say({ results: found([3, 4]) });
  actions.stepMatch(1);
  channel.say({ results: found([2, 3, 4]) });
  expect(store.state.match).toBe(2);
  channel.say({ results: found([2, 3, 4], "x") });
  expect(store.state.match).toBe(0);
});
