import { expect, it, vi } from "vitest";
import { Store } from "./store";

const setUp = () => {
  const store = new Store({ a: 1, b: 1, c: 1 });
  const heard = vi.fn();
  const end = new AbortController();
  store.watch(["a", "b"], heard, end.signal);
  heard.mockClear();
  return { store, heard, end };
};

it("tells at once what is", () => {
  const heard = vi.fn();
  new Store({ a: 1 }).watch(["a"], heard, new AbortController().signal);
  expect(heard).toHaveBeenCalledWith({ a: 1 });
});

it("tells once, however many watched slices changed", () => {
  const { store, heard } = setUp();
  store.update({ a: 2, b: 2 });
  expect(heard).toHaveBeenCalledOnce();
});

it("is silent about other slices and about the same value", () => {
  const { store, heard } = setUp();
  store.update({ a: 1, c: 2 });
  expect(heard).not.toHaveBeenCalled();
});

it("is silent after the end", () => {
  const { store, heard, end } = setUp();
  end.abort();
  store.update({ a: 2 });
  expect(heard).not.toHaveBeenCalled();
});
