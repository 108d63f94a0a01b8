import { expect, test } from "vitest";
import { asDouble, XmlDouble } from "../../../src/engine/values/xml-double.js";

test("a double has the value and the JSON of its number", () => {
  const price = asDouble(25);
  expect(price).toBeInstanceOf(XmlDouble);
  expect(price + 1).toBe(26);
  expect(JSON.stringify({ price })).toBe('{"price":25}');
});
