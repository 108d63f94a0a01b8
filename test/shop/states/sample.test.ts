/** The sample shop has an example of everything, and contains nothing that operations would refuse. */
import { describe, expect, test } from "vitest";
import { AttributeModel } from "../../../src/shop/catalog/attributes/attribute-model.js";
import { datasetRecords } from "../../../src/shop/states/dataset.js";
import { installedShop } from "../../../src/shop/states/installed/shop.js";
import type { CategoryDoc, ProductDoc } from "../../../src/shop/data/entities/catalog.js";
import { readValue } from "../../../src/shop/catalog/attribute-values/attribute-values.js";
import { choicesOf } from "../../../src/shop/catalog/attribute-values/option-sources.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import type { CollectionName, DocOf } from "../../../src/engine/storage/storage.js";
import { collections } from "../../../src/shop/data/collections.js";

const records = datasetRecords("sample");

function docs<C extends CollectionName>(collection: C): DocOf<C>[] {
  return records.flatMap((one) =>
    "doc" in one && one.collection === collection ? [one.doc as DocOf<C>] : [],
  );
}

const has = (fits: (product: ProductDoc) => boolean) => docs("products").filter(fits).length;

describe("products", () => {
  test("at least 45, of all six types, with IDs from 1 on", () => {
    const products = docs("products");
    expect(products.length).toBeGreaterThanOrEqual(45);
    expect(products.map(({ id }) => id)).toEqual(products.map((_, index) => index + 1));
    expect(new Set(products.map(({ type }) => type)).size).toBe(6);
  });

  test("the first is the mug of the examples", () => {
    expect(docs("products")[0]).toMatchObject({
      id: 1,
      sku: "mug-01",
      type: "simple",
      set: 4,
      website_ids: [1, 2],
    });
  });

  test("every stored value is valid for a write", () => {
    const model = new AttributeModel(docs("attributes"), docs("attribute_sets"));
    const sources = { taxClasses: installedShop.tax_classes, sortBy: model.sortBy };
    for (const { sku, set, type, values } of docs("products")) {
      const applicable = new Map(model.applicable(set, type).map((one) => [one.attribute_code, one]));
      for (const [code, value] of Object.values(values).flatMap((row) => Object.entries(row))) {
        const attribute = applicable.get(code);
        if (!attribute) throw new Error(`${sku} has a value for ${code}`);
        if (attribute.is_read_only) continue;
        const reading = readValue(attribute, value, choicesOf(attribute, sources), "update");
        expect(reading, `${sku} ${code}`).toEqual({ kind: "set", value });
      }
    }
  });

  test("there is an example of each case", () => {
    expect(has(({ values }) => values["s3"]?.name !== undefined)).toBeGreaterThan(40);
    expect(has(({ values }) => values["w2"]?.price !== undefined)).toBeGreaterThan(1);
    expect(has(({ values }) => values["0"]?.special_price !== undefined)).toBeGreaterThan(3);
    expect(has(({ values }) => values["0"]?.status === 2)).toBeGreaterThan(1);
    expect(has(({ values }) => values["0"]?.visibility === 1)).toBeGreaterThan(1);
    expect(has(({ website_ids }) => website_ids.join() === "2")).toBe(1);
    expect(has(({ website_ids }) => website_ids.length === 0)).toBe(1);
    expect(has(({ set }) => set === 9)).toBeGreaterThan(20);
    const tiers = docs("products").flatMap(({ tier_prices }) => tier_prices);
    expect(new Set(tiers.map(({ customer_group_id }) => customer_group_id))).toEqual(
      new Set(["all", "2", "3"]),
    );
    expect(new Set(tiers.map(({ website }) => website))).toEqual(new Set(["all", "base", "second"]));
  });

  test("each has its stock item; there are managed, sold out, back-ordered and not managed ones", () => {
    const stock = docs("stock_items");
    expect(stock.map(({ id }) => id)).toEqual(docs("products").map(({ id }) => id));
    expect(stock.some(({ qty, is_in_stock }) => qty > 0 && is_in_stock === 1)).toBe(true);
    expect(stock.some(({ qty, is_in_stock }) => qty === 0 && is_in_stock === 0)).toBe(true);
    expect(stock.some(({ backorders }) => backorders > 0)).toBe(true);
    expect(stock.some((item) => item.use_config_manage_stock === 0 && item.manage_stock === 0)).toBe(true);
  });
});

describe("categories", () => {
  const below = (parent: CategoryDoc) =>
    docs("categories").filter(({ path }) => path.startsWith(`${parent.path}/`));

  test("three levels below the root category of the stores", () => {
    expect(Math.max(...docs("categories").map(({ level }) => level))).toBe(4);
  });

  test("paths, levels, counts and positions agree", () => {
    for (const category of docs("categories")) {
      const parent = docs("categories").find(({ id }) => id === category.parent_id);
      expect(category.path).toBe(parent ? `${parent.path}/${category.id}` : "1");
      expect(category.level).toBe(category.path.split("/").length - 1);
      expect(category.children_count).toBe(below(category).length);
      const siblings = docs("categories").filter(({ parent_id }) => parent_id === category.parent_id);
      expect(new Set(siblings.map(({ position }) => position)).size).toBe(siblings.length);
    }
  });

  test("products are assigned to categories that exist", () => {
    const ids = new Set(docs("categories").map(({ id }) => id));
    expect(docs("category_products").length).toBeGreaterThan(50);
    for (const { category_id } of docs("category_products")) expect(ids).toContain(category_id);
  });
});

test("the set Ceramics is the default set and three attributes of its own", () => {
  const model = new AttributeModel(docs("attributes"), docs("attribute_sets"));
  expect(model.members(4)).toHaveLength(59);
  const own = model.members(9).filter((attribute) => !model.members(4).includes(attribute));
  expect(own.map(({ id, attribute_code }) => [id, attribute_code])).toEqual([
    [134, "material"],
    [135, "care"],
    [141, "tone"],
  ]);
});

test("the set Gifts has an attribute of every input without options, and products that use them all", () => {
  const model = new AttributeModel(docs("attributes"), docs("attribute_sets"));
  const own = model.members(10).filter((attribute) => !model.members(4).includes(attribute));
  expect(own.map(({ frontend_input }) => frontend_input)).toEqual([
    "text",
    "textarea",
    "boolean",
    "date",
    "price",
  ]);
  const used = docs("products").flatMap(({ set, values }) =>
    set === 10 ? Object.keys(values["0"] ?? {}) : [],
  );
  expect(used).toEqual(expect.arrayContaining(own.map(({ attribute_code }) => attribute_code)));
});

test("customers are on both websites and in all groups, with addresses in several countries", () => {
  const customers = docs("customers");
  const addresses = docs("addresses");
  expect(customers).toHaveLength(8);
  expect(new Set(customers.map(({ website_id }) => website_id))).toEqual(new Set([1, 2]));
  expect(new Set(customers.map(({ group_id }) => group_id))).toEqual(new Set([1, 2, 3]));
  expect(new Set(addresses.map(({ country_id }) => country_id)).size).toBeGreaterThan(5);
});

test("it can be stored", async () => {
  await new MemoryStorage({ collections, freeze: true }).replace(records);
});
