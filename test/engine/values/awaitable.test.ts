import { describe, expect, test } from "vitest";
import { andThen, attempt, type Awaitable } from "../../../src/engine/values/awaitable.js";

const half = (value: number) => value / 2;

test("a value is used at once", () => expect(andThen(8, half)).toBe(4));

test("a promise is awaited", async () => {
  const later = andThen(Promise.resolve(8), half);
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toBe(4);
});

describe("an attempt", () => {
  const failure = new Error("no");
  function refuse(): never {
    throw failure;
  }
  const failed = (error: unknown) => ({ failed: error });

  test("that answers at once needs no promise", () => {
    expect(attempt(() => 8, half, failed)).toBe(4);
  });

  test("that answers later is awaited", async () => {
    const later = attempt(() => Promise.resolve(8), half, failed);
    expect(later).toBeInstanceOf(Promise);
    expect(await later).toBe(4);
  });

  test.each<[string, () => Awaitable<number>, (value: number) => Awaitable<number>]>([
    ["whose work throws", refuse, half],
    ["whose next step throws", () => 8, refuse],
    ["whose work rejects", () => Promise.reject(failure), half],
    ["whose next step throws later", () => Promise.resolve(8), refuse],
    ["whose next step rejects", () => 8, () => Promise.reject(failure)],
  ])("%s ends with what handles the error", async (_which, work, then) => {
    expect(await attempt<number, number, { failed: unknown }>(work, then, failed)).toEqual({
      failed: failure,
    });
  });

  test("whose handling throws, throws", () => {
    expect(() => attempt(refuse, half, refuse)).toThrow(failure);
  });
});
