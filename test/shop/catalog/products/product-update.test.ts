/** catalog 9.5 to 9.8. */
import { beforeEach, describe, expect, test } from "vitest";
import { Catalog } from "../../../support/catalog.js";

const update = "catalog_product.update";
const multiUpdate = "catalog_product.multiUpdate";
const shop = await Catalog.open();

beforeEach(async () => {
  await shop.reset();
  const data = { name: "A", price: 10, website_ids: [1, 2], category_ids: [2], stock_data: { qty: 0 } };
  await shop.call("catalog_product.create", "simple", 4, "mug-1", data);
  await shop.call("catalog_product.create", "simple", 4, "mug-2", { name: "Second" });
});

async function read(code: string, store: unknown = 0): Promise<unknown> {
  const info = await shop.call<Record<string, unknown>>("catalog_product.info", 1, store, [code]);
  return info[code];
}

describe("scopes", () => {
  test("a store value applies in its view until it is removed", async () => {
    await shop.call(update, 1, { name: "B" }, 1);
    expect([await read("name", 1), await read("name", 0), await read("name", 3)]).toEqual(["B", "A", "A"]);

    const named = (filters: object, store: number) =>
      shop.call<unknown[]>("catalog_product.list", filters, store);
    expect(await named({ name: "b" }, 1)).toHaveLength(1);
    expect(await named({ name: "b" }, 0)).toEqual([]);

    await shop.call(update, 1, { name: false }, 1);
    expect(await read("name", 1)).toBe("A");
  });

  test("a website value applies in all views of the website; a global one everywhere", async () => {
    await shop.call(update, 1, { price: 8, weight: 2 }, 1);
    expect([await read("price", 1), await read("price", 3)]).toEqual([8, 8]);
    expect([await read("price", 2), await read("price", 0)]).toEqual([10, 10]);
    expect([await read("weight", 2), await read("weight", 0)]).toEqual([2, 2]);
  });

  test("global prices are the same everywhere", async () => {
    const global = await Catalog.open({ priceScope: "global" });
    await global.call("catalog_product.create", "simple", 4, "mug-1", { name: "A", price: 10 });
    await global.call(update, 1, { price: 8 }, 1);
    expect(await global.call("catalog_product.info", 1, 2, ["price"])).toMatchObject({ price: 8 });
  });

  test("the current store applies if none is given", async () => {
    expect(await shop.call("catalog_product.currentStore", "default")).toBe(1);
    await shop.call(update, 1, { name: "B" });
    expect(await shop.call("catalog_product.currentStore", null)).toBe(1);
    expect([await read("name", null), await read("name", 0)]).toEqual(["B", "A"]);
    expect(await shop.fault("catalog_product.currentStore", "nope")).toBe("store_not_exists");
  });
});

describe("update", () => {
  test("with {} changes only updated_at, which is never before created_at", async () => {
    const before = await shop.storage.read((tx) => tx.get("products", 1));
    shop.clock.freeze("2025-06-01 12:10:00");
    expect(await shop.call(update, 1, {})).toBe(true);
    const after = await shop.storage.read((tx) => tx.get("products", 1));
    expect(after).toEqual({ ...before, updated_at: "2025-06-01 12:10:00" });

    shop.clock.freeze("2025-06-01 11:59:00");
    await shop.call(update, 1, {});
    expect(await read("updated_at")).toBe("2025-06-01 12:00:00");
  });

  test("clears with an empty text; required members return to their first value", async () => {
    await shop.call(update, 1, { price: 5, meta_title: "T", status: 2 });
    await shop.call(update, 1, { price: "", meta_title: "", status: "", visibility: false });
    expect([await read("price"), await read("meta_title")]).toEqual([null, null]);
    expect([await read("status"), await read("visibility")]).toEqual([1, 4]);
  });

  test.each([{ name: "" }, { name: "  " }, { name: false }, { name: ["x"] }])(
    "refuses the name of %j",
    async (data) => {
      expect(await shop.fault(update, 1, data)).toBe("data_invalid: name");
    },
  );

  test("an empty url_key is derived from the new name", async () => {
    await shop.call(update, 1, { name: "New Name" });
    expect(await read("url_key")).toBe("a");
    await shop.call(update, 1, { name: "Neue Tasse", url_key: "" }, 3);
    expect([await read("url_key", 3), await read("url_path", 3)]).toEqual(["neue-tasse", "neue-tasse.html"]);
    expect(await read("url_key")).toBe("a");
  });

  test("changes the SKU unless another product has it", async () => {
    expect(await shop.fault(update, 1, { sku: "MUG-2" })).toBe("data_invalid: sku");
    expect(await shop.fault(update, 1, { sku: "" })).toBe("data_invalid: sku");
    await shop.call(update, 1, { sku: "MUG-1" });
    await shop.call(update, 1, { sku: 1001 });
    expect(await shop.call("catalog_product.info", "1001", null, [], "sku")).toMatchObject({ product_id: 1 });
  });

  test("replaces websites and categories; unchanged assignments keep their position", async () => {
    await shop.store((tx) =>
      tx.put("category_products", { id: "2:1", category_id: 2, product_id: 1, position: 7 }),
    );
    await shop.store(async (tx) => {
      const root = await tx.get("categories", 2);
      await tx.put("categories", { ...root!, id: 3, parent_id: 2, path: "1/2/3" });
    });
    await shop.call(update, 1, { website_ids: [], category_ids: [3, 2] });

    expect(await shop.call("catalog_product.info", 1, null, [])).toMatchObject({
      categories: [2, 3],
      websites: [],
    });
    const positions = await shop.storage.read((tx) => tx.find("category_products"));
    expect(positions.map(({ id, position }) => [id, position])).toEqual([
      ["2:1", 7],
      ["3:1", 1],
    ]);
    await shop.call(update, 1, { category_ids: [] });
    expect(await shop.call("catalog_product.info", 1, null, [])).toMatchObject({ categories: [] });
  });

  test("removes the tier prices of a website together with the website", async () => {
    const tier_price = [
      { website: "second", qty: 2, price: 9 },
      { website: "all", qty: 5, price: 8 },
    ];
    await shop.call(update, 1, { tier_price });
    await shop.call(update, 1, { website_ids: [1] });
    expect(await read("tier_price")).toEqual([
      { customer_group_id: "all", website: "all", qty: 5, price: 8 },
    ]);
  });

  test("merges stock, which stays out of stock when it is refilled", async () => {
    await shop.call(update, 1, { stock_data: { qty: 10 } });
    expect(await read("stock_data")).toMatchObject({ qty: 10, is_in_stock: 0, use_config_manage_stock: 1 });
  });

  test("gives stock to a product without stock", async () => {
    await shop.store(async (tx) => {
      await tx.del("stock_items", 1);
    });
    await shop.call(update, 1, { stock_data: { manage_stock: 1 } });
    expect(await read("stock_data")).toMatchObject({ qty: 0, manage_stock: 1, use_config_manage_stock: 0 });
  });

  test("ignores type and set", async () => {
    await shop.call(update, 1, {
      type: "virtual",
      type_id: "virtual",
      set: 9,
      product_id: 9,
      created_at: "2000-01-01",
    });
    expect(await read("type_id")).toBe("simple");
  });
});

describe("multiUpdate", () => {
  test("checks productIds, store, data, products, values", async () => {
    expect(await shop.fault(multiUpdate, {}, 5, 99)).toBe("data_invalid: productIds");
    expect(await shop.fault(multiUpdate, Array(1001).fill(1), {}, 99)).toBe("data_invalid: productIds");
    expect(await shop.fault(multiUpdate, [99], 5, 99)).toBe("store_not_exists");
    expect(await shop.fault(multiUpdate, [99], [{ status: 2 }])).toBe("data_invalid: productData");
    expect(await shop.fault(multiUpdate, [1, 2], { sku: "x" })).toBe("data_invalid: sku");
    expect(await shop.fault(multiUpdate, [1, 2], { status: 7 })).toBe("data_invalid: status");
  });

  test("accepts 1000 products", async () => {
    expect(await shop.call(multiUpdate, Array(1000).fill(1), { status: 2 })).toBe(true);
  });

  test("names the first ten missing products in its message", async () => {
    const missing = Array.from({ length: 12 }, (_, at) => 100 + at);
    const { message, data } = await shop.refusal(multiUpdate, missing, {});
    expect(message).toContain(
      `Products were not found: ${missing.slice(0, 10).join(", ")} (productIds: [${missing.join()}]).`,
    );
    expect(data.products).toEqual(missing);
  });

  test("names every missing product and changes none", async () => {
    const { data } = await shop.refusal(multiUpdate, [1, 99, "x", [2]], { status: 2 });
    expect(data).toMatchObject({ fault: "product_not_exists", products: [99, "x", "[2]"] });
    expect(await read("status")).toBe(1);
  });

  test("changes each once; a single value counts as a list of one; an empty list is accepted", async () => {
    expect(await shop.call(multiUpdate, [1, "1", 2], { status: 2 })).toBe(true);
    expect(await shop.call(multiUpdate, "mug-1", { sku: "one" }, null, "sku")).toBe(true);
    expect(await shop.call(multiUpdate, [], { status: 7 })).toBe(true);
    expect([await read("status"), await read("sku")]).toEqual([2, "one"]);
  });
});

describe("special price", () => {
  const set = "catalog_product.setSpecialPrice";
  const special = (store: unknown = 0) => shop.call("catalog_product.getSpecialPrice", 1, store);
  const offer = (special_price: unknown, from: unknown = null, to: unknown = null) => {
    return { special_price, special_from_date: from, special_to_date: to };
  };

  test("of a product without one is three nulls", async () => {
    expect(await special()).toEqual(offer(null));
  });

  test("starts now unless a first day is given; null keeps a date, an empty text clears it", async () => {
    expect(await shop.call(set, 1, 9.99)).toBe(true);
    expect(await special()).toEqual(offer(9.99, "2025-06-01 12:00:00"));
    await shop.call(set, 1, null, "2025-07-02", "2025-07-01 10:00:00");
    expect(await special()).toEqual(offer(9.99, "2025-07-02 00:00:00", "2025-07-01 10:00:00"));
    await shop.call(set, 1, null, "", "");
    expect(await special()).toEqual(offer(9.99, "2025-06-01 12:00:00"));
    await shop.call(set, 1, "");
    expect(await special()).toEqual(offer(null, "2025-06-01 12:00:00"));
  });

  test("is stored per website", async () => {
    await shop.call(set, 1, 5, "2025-07-01", null, "german");
    expect([await special(1), await special(2)]).toEqual([offer(5, "2025-07-01 00:00:00"), offer(null)]);
  });

  test("refuses an invalid price or day, after store and product", async () => {
    expect(await shop.fault(set, 99, -1, null, null, 99)).toBe("store_not_exists");
    expect(await shop.fault(set, "mug-1", -1)).toBe("product_not_exists");
    expect(await shop.fault(set, 1, -1, "2024-02-30", "x")).toBe(
      "data_invalid: specialPrice, fromDate, toDate",
    );
    expect(await shop.fault("catalog_product.getSpecialPrice", 1, 99)).toBe("store_not_exists");
    expect(await shop.fault("catalog_product.getSpecialPrice", 99)).toBe("product_not_exists");
  });

  test("of a grouped product is ignored", async () => {
    const id = await shop.call("catalog_product.create", "grouped", 4, "g", { name: "G" });
    expect(await shop.call(set, id, "nonsense")).toBe(true);
    expect(await shop.call("catalog_product.getSpecialPrice", id)).toEqual(offer(null));
  });

  test("that an update sets also starts now", async () => {
    await shop.call(update, 1, { special_price: 3 });
    expect(await special()).toEqual(offer(3, "2025-06-01 12:00:00"));
  });
});

test("delete removes everything that belongs to the product, and is refused the second time", async () => {
  const image = { file: "/m/u/mug.png", stored_as: "/m/u/mug.png", type: "image/png", size: 1, etag: "x" };
  await shop.store((tx) => tx.put("images", { id: image.file, product_id: 1, ...image }));

  expect(await shop.call("catalog_product.delete", "mug-1", "sku")).toBe(true);
  expect(await shop.fault("catalog_product.delete", 1)).toBe("product_not_exists");

  const left = await shop.storage.read(async (tx) => [
    await tx.find("images"),
    await tx.find("category_products"),
    (await tx.get("stock_items", 1)) ?? null,
  ]);
  expect(left).toEqual([[], [], null]);
});

test("with global prices, values of a website do not apply", async () => {
  const global = await Catalog.open({ priceScope: "global" });
  const id = await global.call<number>("catalog_product.create", "simple", 4, "mug", { name: "A", price: 5 });
  await global.store(async (tx) => {
    const product = (await tx.get("products", id))!;
    await tx.put("products", { ...product, values: { ...product.values, w1: { price: 7, cost: 3 } } });
  });
  expect(await global.call("catalog_product.info", id, 3)).toMatchObject({ price: 5 });
});
