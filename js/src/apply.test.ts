import { describe, expect, it } from "vitest";
import type { Actions } from "./actions";
import type { Update } from "./protocol";
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

describe("what a view brings back", () => {
  const ranking = (query: string) =>
    ({
      query,
      retriever: "keyword",
      label: "",
      top_k: 5,
      items: [],
      candidates: 0,
      sources: 0,
      opened_rank: null,
    }) as const;
  const grep = (pattern: string) => results([1], { operation: "grep", pattern, mode: "term" });
  const answered = (ask: (actions: Actions) => void, update: Partial<Update>) => {
    const made = opened();
    made.channel.say({ hits: ranking("there"), results: grep("here") });
    made.actions.fill({ query: "half typed", pattern: "half" });
    ask(made.actions);
    made.channel.say({ ...update, reply_to: made.channel.sent.at(-1)?.id ?? 0 });
    return made.store.state.form;
  };

  it.each([
    ["back", (actions: Actions) => actions.goBack(1)],
    ["to a call", (actions: Actions) => actions.goTo(3)],
    ["to another source", (actions: Actions) => actions.openSource("b.md")],
  ])("is what the controls say after going %s", (_, ask) => {
    const found = answered(ask, { hits: ranking("before"), results: grep("older") });
    expect(found).toMatchObject({ query: "before", retriever: "keyword", topK: "5", pattern: "older", mode: "term" });
  });

  it("empties the query where nothing had been searched for", () => {
    expect(answered((actions) => actions.goTo(0), { hits: ranking("") }).query).toBe("");
  });

  it("leaves what is being typed alone where the same hits and matches stay", () => {
    const found = answered((actions) => actions.goTo(0), { hits: ranking("there"), results: grep("here") });
    expect(found).toMatchObject({ query: "half typed", pattern: "half" });
  });
});

it("goes to the chunk that a step added to the matches, however far they are", () => {
  const { store, channel } = opened(500);
  const matches = [3, 40].map((row) => ({ row, start: row * 100, end: row * 100 + 1 }));
  const grep = { operation: "grep", pattern: "w", matches } as const;
  channel.say({ results: results([3, 40], grep) });
  channel.say({ results: results([3, 40, 41], grep), selected_row: 41, selection_changed: true });
  expect(store.state.window[0]).toBeLessThanOrEqual(4100);
  expect(store.state.window[1]).toBeGreaterThanOrEqual(4200);
});

it("goes to a ring that is in no list, as one that came over a link", () => {
  const { store, channel } = opened(500);
  for (const rows of [[], [3, 4]]) {
    channel.say({ results: results(rows), selected_row: 400, selection_changed: true });
    expect(store.state.problem).toBeNull();
    expect(store.state.window[0]).toBeLessThanOrEqual(40_000);
    expect(store.state.window[1]).toBeGreaterThanOrEqual(40_100);
  }
});

it("goes where the list is after the source got shorter", () => {
  const { store, channel, actions } = opened();
  channel.say({ results: results([3, 4]) });
  actions.setWindow([4000, 4900]);
  const { view, buffers } = sourceView(10);
  channel.say({ source: view, results: results([3, 4]) }, buffers);
  expect(store.state.window[1]).toBeLessThanOrEqual(1000);
});

it("stays where the reader has moved it while a chunk of the list is starred", () => {
  const { store, channel, actions } = opened();
  channel.say({ results: results([20, 21, 22], { anchor_row: 21 }) });
  actions.setWindow([100, 900]);
  channel.say({ results: results([20, 21, 22], { anchor_row: 21, starred: [21] }) });
  expect(store.state.window).toEqual([100, 900]);
});

it("forgets in another source that a step came to the end of this one", () => {
  const { store, channel } = opened();
  const code = "await index.navigate('a.md', 4900, 5000, NavigationDirection.NEXT, top_k=1)";
  channel.say({ results: results([49]), call: { code, cell: "", count: 0, milliseconds: 1, failed: false } });
  channel.say({ results: results([49], { starred: [49] }) });
  expect(store.state.edge).toBe("NEXT");
  const { view, buffers } = sourceView(3, "b.md");
  channel.say({ source: view, results: results([]) }, buffers);
  expect(store.state.edge).toBeNull();
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
