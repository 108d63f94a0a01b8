import { describe, expect, test } from "vitest";
import { andThen, settle } from "../../../src/engine/values/awaitable.js";

const half = (value: number) => value / 2;
const wrong = new Error("odd");

test("what is there is taken at once", () => expect(andThen(8, half)).toBe(4));

test("what comes is waited for", async () => {
  const later = andThen(Promise.resolve(8), half);
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toBe(4);
});

describe("work that may fail", () => {
  const outcomeOf = (work: () => number | Promise<number>) =>
    settle<number, number | string>(work, half, (error) => (error as Error).message);
  const fail = (): never => {
    throw wrong;
  };

  test("is answered at once where it ends at once", () => {
    expect(outcomeOf(() => 8)).toBe(4);
    expect(outcomeOf(fail)).toBe("odd");
  });

  test("is answered later where it ends later", async () => {
    const [well, badly] = [outcomeOf(() => Promise.resolve(8)), outcomeOf(() => Promise.reject(wrong))];
    expect([well, badly].every((one) => one instanceof Promise)).toBe(true);
    expect([await well, await badly]).toEqual([4, "odd"]);
  });
});
