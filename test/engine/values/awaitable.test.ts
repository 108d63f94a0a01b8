import { expect, test } from "vitest";
import { andThen } from "../../../src/engine/values/awaitable.js";

const half = (value: number) => value / 2;

test("a value is used at once", () => expect(andThen(8, half)).toBe(4));

test("a promise is awaited", async () => {
  const later = andThen(Promise.resolve(8), half);
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toBe(4);
});
