import { describe, expect, test, vi } from "vitest";
import { isImmutable, markImmutable, memoize, memoizeWeakly } from "../../../src/engine/values/memo.js";

describe("memoize", () => {
  test("computes once per document and computation", () => {
    const [one, other] = [{ n: 1 }, { n: 2 }];
    const twice = vi.fn(({ n }: { n: number }) => n * 2);
    const half = vi.fn(({ n }: { n: number }) => n / 2);
    expect([memoize(one, twice), memoize(one, twice), memoize(other, twice)]).toEqual([2, 2, 4]);
    expect([memoize(one, half), memoize(one, twice)]).toEqual([0.5, 2]);
    expect([twice, half].map((compute) => compute.mock.calls.length)).toEqual([2, 1]);
  });

  test("also remembers undefined", () => {
    const none = vi.fn((_: object) => undefined);
    const document = {};
    expect([memoize(document, none), memoize(document, none)]).toEqual([undefined, undefined]);
    expect(none).toHaveBeenCalledTimes(1);
  });
});

test("memoizeWeakly returns the same object while somebody holds it, marked as immutable", () => {
  const [one, other] = [{ n: 1 }, { n: 2 }];
  const show = vi.fn(({ n }: { n: number }) => ({ shown: n }));
  const count = vi.fn(({ n }: { n: number }) => ({ counted: n }));
  const shown = memoizeWeakly(one, show);
  expect([shown, memoizeWeakly(one, show) === shown, isImmutable(shown)]).toEqual([{ shown: 1 }, true, true]);
  expect([memoizeWeakly(other, show), memoizeWeakly(one, count)]).toEqual([{ shown: 2 }, { counted: 1 }]);
  expect([show, count].map((compute) => compute.mock.calls.length)).toEqual([2, 1]);
});

test("only marked objects are immutable", () => {
  const marked = {};
  expect(markImmutable(marked)).toBe(marked);
  expect([isImmutable(marked), isImmutable({})]).toEqual([true, false]);
});
