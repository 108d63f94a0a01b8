import { expect, test } from "vitest";
import { asDouble, Double } from "../../../src/engine/values/double.js";

test("a double has the value and the JSON of its number", () => {
  const price = asDouble(25);
  expect(price).toBeInstanceOf(Double);
  expect(price + 1).toBe(26);
  expect(JSON.stringify({ price })).toBe('{"price":25}');
});
