import { expect, test } from "vitest";
import { installedAttributes } from "../../../../src/shop/states/installed/attributes.js";
import { productField, splitQuery } from "../../../../src/shop/catalog/products/product-filters.js";

const attributes = new Map(installedAttributes("product").map(({ doc }) => [doc.attribute_code, doc]));
const german = { store_id: 3, website_id: 1 };
const field = (key: string, store = german, priceScope: "website" | "global" = "website") =>
  productField(key, (code) => attributes.get(code), store, priceScope);

test.each([
  ["product_id", "id", "number"],
  ["attribute_set_id", "set", "number"],
  ["sku", "sku", "text"],
  ["updated_at", "updated_at", "datetime"],
  ["website_ids", "website_ids", "membership"],
  ["name", ["values.s3.name", "values.0.name"], "text"],
  ["price", ["values.w1.price", "values.0.price"], "number"],
  ["weight", ["values.0.weight"], "number"],
  ["special_from_date", ["values.w1.special_from_date", "values.0.special_from_date"], "datetime"],
])("%s is read at %j as %s", (key, path, type) => {
  expect(field(key)).toEqual({ path, type });
});

test("conditions on computed fields are separated, groups as a whole", () => {
  const sku = { path: "sku", op: "eq", value: "a" } as const;
  const options = { path: "has_options", op: "eq", value: 0 } as const;
  expect(
    splitQuery({
      where: [sku, options],
      any: [
        [options, options],
        [sku, sku],
      ],
    }),
  ).toEqual({
    stored: { where: [sku], any: [[sku, sku]] },
    computed: { where: [options], any: [[options, options]] },
    hasComputed: true,
  });
  expect(splitQuery({}).hasComputed).toBe(false);
});
