import { expect, test } from "vitest";
import { installedAttributes } from "../../../../src/shop/states/installed/attributes.js";
import {
  asArgumentProblems,
  specialPriceData,
  withSpecialPriceStart,
} from "../../../../src/shop/catalog/prices/special-price.js";

const attributes = new Map(installedAttributes("product").map(({ doc }) => [doc.attribute_code, doc]));
const attributeOf = (code: string) => attributes.get(code);
const now = "2025-06-01 12:00:00";
const store = { store_id: 3, website_id: 1 };

test.each([
  { title: "nothing without a price", values: { "0": {} }, want: { "0": {} } },
  {
    title: "now with a price",
    values: { w1: { special_price: 5 } },
    want: { w1: { special_price: 5, special_from_date: now } },
  },
  {
    title: "now at the website, for a price by default",
    values: { "0": { special_price: 5 } },
    want: { "0": { special_price: 5 }, w1: { special_from_date: now } },
  },
  {
    title: "the existing date, also by default",
    values: { "0": { special_from_date: "2025-01-01 00:00:00" }, w1: { special_price: 0 } },
    want: { "0": { special_from_date: "2025-01-01 00:00:00" }, w1: { special_price: 0 } },
  },
  {
    title: "nothing for a price elsewhere",
    values: { w2: { special_price: 5 } },
    want: { w2: { special_price: 5 } },
  },
])("the period starts with $title", ({ values, want }) => {
  expect(withSpecialPriceStart(values, attributeOf, store, "website", now)).toEqual(want);
  expect(withSpecialPriceStart(values, () => undefined, store, "website", now)).toBe(values);
});

test("problems have the names of the arguments", () => {
  expect(specialPriceData({ specialPrice: 1, fromDate: "", toDate: undefined })).toEqual({
    special_price: 1,
    special_from_date: "",
    special_to_date: undefined,
  });
  const problem = { field: "special_to_date", message: "must be a date" };
  expect(asArgumentProblems([problem])).toEqual([{ ...problem, field: "toDate" }]);
});
