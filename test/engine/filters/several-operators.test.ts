import { expect, test } from "vitest";
import { severalOperators } from "../../../src/engine/filters/several-operators.js";

test.each([
  [{ price: { gteq: 1, lt: 6 } }, "price"],
  [{ price: { from: 1, to: 6, neq: 5 } }, "price"],
  [{ name: ["Mug", { like: "a%", neq: "ab" }], id: { gt: 1, lt: 3 }, sku: "a" }, "name, id"],
  [{ name: { or: [{ like: "a%", neq: "ab" }] } }, "name"],
])("several operators in %j", (filters, fields) =>
  expect(severalOperators(filters)).toBe(
    `Several operators at once (${fields}): all of them must hold here; Magento 1 uses only the first one.`,
  ),
);

test.each([
  { filters: undefined },
  { filters: [] },
  { filters: "sku" },
  { filters: { sku: "a", price: { gt: 1 }, name: ["a", "b", { like: "c%" }], id: null } },
  { filters: { created_at: { from: "2024-01-01", to: "2024-02-01", date: true } } },
  { filters: { name: { or: ["a", { like: "b%" }] } } },
])("none in $filters", ({ filters }) => expect(severalOperators(filters)).toBeUndefined());
