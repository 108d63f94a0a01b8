/** catalog 9.4. */
import { beforeEach, describe, expect, test } from "vitest";
import type { ShopDoc } from "../../../../src/shop/data/entities/shop.js";
import { Catalog } from "../../../support/catalog.js";

const create = "catalog_product.create";
const shop = await Catalog.open();

beforeEach(async () => {
  await shop.reset();
});

interface Info {
  readonly [member: string]: unknown;
}

async function created(data: object, type = "simple", store: unknown = 0): Promise<Info> {
  const id = await shop.call<number>(create, type, 4, "sku-1", data, store);
  return shop.call<Info>("catalog_product.info", id, store);
}

describe("the names of type, set and SKU", () => {
  const data = { name: "Mug" };
  test.each([
    ["all empty", ["", 0, " ", data], "data_invalid: type, set, sku"],
    ["sku of a wrong form", ["nope", 4, true, data], "data_invalid: sku"],
    ["type in other case", ["Simple", 4, "a", data], "product_type_not_exists"],
    ["set no number", ["simple", "Default", "a", data], "product_attribute_set_not_exists"],
  ])("%s", async (_title, args, fault) => {
    expect(await shop.fault(create, ...args)).toBe(fault);
  });
});

describe("defaults", () => {
  test("with only a name", async () => {
    const info = await created({ name: "Blaue Tasse & Löffel" });

    expect(info).toMatchObject({
      product_id: 1,
      sku: "sku-1",
      set: 4,
      type: "simple",
      type_id: "simple",
      categories: [],
      websites: [],
      name: "Blaue Tasse & Löffel",
      status: 1,
      visibility: 4,
      tax_class_id: 0,
      options_container: "container1",
      msrp_enabled: null,
      price: null,
      url_key: "blaue-tasse-and-loffel",
      url_path: "blaue-tasse-and-loffel.html",
      tier_price: [],
      group_price: [],
      has_options: 0,
      created_at: "2025-06-01 12:00:00",
      updated_at: "2025-06-01 12:00:00",
    });
    expect(info).not.toHaveProperty("image");
    expect(info).not.toHaveProperty("stock_data");
    expect(info).not.toHaveProperty("media_gallery");
    expect(info).not.toHaveProperty("gallery");
    expect(await shop.call("catalog_product_attribute_media.items", 1)).toEqual([]);
    expect(await shop.call("catalog_product_attribute_tier_price.info", 1)).toEqual([]);
  });

  test("a name without letters and digits produces no url_key, and so no path", async () => {
    expect(await created({ name: "!!!" })).toMatchObject({ url_key: null, url_path: null });
  });

  test("yes and no are numbers, whatever their stored form", async () => {
    const frontend_label = [{ store_id: 0, label: "Fragile" }];
    const data = { attribute_code: "fragile", frontend_input: "boolean", scope: "global", frontend_label };
    const id = await shop.call<number>("catalog_product_attribute.create", data);
    await shop.call("catalog_product_attribute_set.attributeAdd", id, 4);
    await created({ name: "Mug" });
    await shop.store(async (tx) => {
      const product = (await tx.get("products", 1))!;
      await tx.put("products", { ...product, values: { 0: { ...product.values["0"], fragile: "1" } } });
    });
    expect(await shop.call("catalog_product.info", 1)).toMatchObject({ fragile: 1 });
  });

  test("a shop with a single website sells every new product there", async () => {
    await shop.store(async (tx) => {
      const doc = (await tx.get("settings", "shop")) as ShopDoc;
      const websites = doc.websites.filter(({ website_id }) => website_id < 2);
      await tx.put("settings", { ...doc, websites });
    });
    expect(await created({ name: "Mug" })).toMatchObject({ websites: [1] });
  });

  test("the default of a user-defined attribute applies if the member is absent", async () => {
    await shop.store(async (tx) => {
      const cost = await tx.by("attributes", "code", ["product", "cost"]);
      await tx.put("attributes", { ...cost!, default_value: "2.5" });
      await tx.put("settings", { id: "attribute_revision", changed_at: "2025-06-01 12:00:00" });
    });
    expect(await created({ name: "Gift card" }, "virtual")).toMatchObject({ cost: 2.5 });
    const without = await shop.call(create, "virtual", 4, "sku-2", { name: "Gift card", cost: false });
    expect(await shop.call("catalog_product.info", without)).toMatchObject({ cost: null });
  });
});

describe("members", () => {
  test("that do not apply to the type are ignored", async () => {
    const virtual = await created({ name: "Gift card", weight: 2 }, "virtual");
    expect(virtual).not.toHaveProperty("weight");

    const id = await shop.call<number>(create, "grouped", 4, "set-1", { name: "Set", price: 5, nope: 1 });
    expect(await shop.call("catalog_product.info", id)).not.toHaveProperty("price");
  });

  test("of the service are ignored, including the SKU in the data", async () => {
    const data = {
      name: "Mug",
      sku: "other",
      created_at: "2000-01-01",
      image: "/x.jpg",
      url_path: "x",
      old_id: 5,
    };
    expect(await created(data)).toMatchObject({
      sku: "sku-1",
      created_at: "2025-06-01 12:00:00",
      url_path: "mug.html",
      old_id: null,
    });
  });

  test("have aliases, and direct members take precedence over additional attributes", async () => {
    const data = {
      name: "Mug",
      websites: ["second", 1, "1"],
      categories: "2, 2",
      additional_attributes: {
        single_data: { name: "Not this", meta_title: "From the map" },
        multi_data: [{ key: "meta_keyword", value: "from the list" }],
      },
    };
    expect(await created(data)).toMatchObject({
      name: "Mug",
      websites: [1, 2],
      categories: [2],
      category_ids: [2],
      meta_title: "From the map",
      meta_keyword: "from the list",
    });
    const place = await shop.storage.read((tx) => tx.get("category_products", "2:1"));
    expect(place?.position).toBe(1);
  });

  test("are all checked together", async () => {
    const data = {
      name: " ",
      price: -5,
      status: 7,
      visibility: true,
      special_from_date: "2024-02-30",
      website_ids: [0, "nope"],
      category_ids: [1, 99],
      tier_price: [{ qty: 0, price: 1 }],
      stock_data: { is_in_stock: true },
      additional_attributes: 5,
    };
    expect(await shop.fault(create, "simple", 4, "x".repeat(65), data)).toBe(
      "data_invalid: additional_attributes, name, status, visibility, price, special_from_date, website_ids, " +
        "website_ids, category_ids, category_ids, tier_price[0].qty, stock_data.is_in_stock, sku",
    );
  });

  test("tier prices need websites of the product", async () => {
    const data = { name: "Mug", tier_price: [{ website: "base", qty: 5, price: 1 }] };
    expect(await shop.fault(create, "simple", 4, "a", data)).toBe("data_invalid: tier_price[0].website");
    expect(await created({ ...data, website_ids: 1 })).toMatchObject({
      tier_price: [{ customer_group_id: "all", website: "base", qty: 5, price: 1 }],
    });
  });
});

describe("unique values", () => {
  test("a SKU is compared in any case and without surrounding spaces", async () => {
    await created({ name: "Mug" });
    expect(await shop.fault(create, "simple", 4, " SKU-1 ", { name: "Mug" })).toBe("data_invalid: sku");
    expect(await shop.call("catalog_product.info", "SKU-1", null, [], "SKU")).toMatchObject({ sku: "sku-1" });
  });

  test("a unique attribute is compared trimmed, without regard to case, over all stores", async () => {
    await shop.store(async (tx) => {
      const title = await tx.by("attributes", "code", ["product", "meta_title"]);
      await tx.put("attributes", { ...title!, is_unique: true });
      await tx.put("settings", { id: "attribute_revision", changed_at: "2025-06-01 12:00:00" });
    });
    await created({ name: "Mug", meta_title: " 100% Mug" }, "simple", 1);

    const another = (meta_title: string) => shop.fault(create, "simple", 4, "b", { name: "Mug", meta_title });
    expect(await another("100% mug ")).toBe("data_invalid: meta_title");
    expect(await shop.call(create, "simple", 4, "b", { name: "Mug", meta_title: "100x Mug" })).toBe(2);
    expect(await shop.call("catalog_product.update", 1, { meta_title: "100% Mug" }, 1)).toBe(true);
    const both = await shop.fault("catalog_product.multiUpdate", [1, 2], { meta_title: "New" });
    expect(both).toBe("data_invalid: meta_title");
  });
});

describe("unique values of an attribute", () => {
  const unique = async (code: string, frontend_input: string, scope: string) => {
    const frontend_label = [{ store_id: 0, label: code }];
    const data = { attribute_code: code, frontend_input, scope, frontend_label, is_unique: true };
    const id = await shop.call<number>("catalog_product_attribute.create", data);
    await shop.call("catalog_product_attribute_set.attributeAdd", id, 4);
  };
  const product = (sku: string, data: object, store: unknown = 0) =>
    shop.call<number>(create, "simple", 4, sku, { name: sku, ...data }, store);
  const refused = (sku: string, data: object) => shop.fault(create, "simple", 4, sku, { name: sku, ...data });

  test("are compared as a whole", async () => {
    await unique("serial", "text", "store");
    await product("a", { serial: "mugs" });
    await product("b", { serial: "mug" });
    expect(await refused("c", { serial: "MUG" })).toBe("data_invalid: serial");
  });

  test("are also used up by a website and by a store view", async () => {
    await unique("label", "text", "website");
    await unique("serial", "text", "store");
    await product("a", { label: "x", serial: "y" }, 3);
    expect(await refused("b", { label: "X" })).toBe("data_invalid: label");
    expect(await refused("b", { serial: "Y" })).toBe("data_invalid: serial");
  });

  test("can be amounts", async () => {
    await unique("deposit", "price", "global");
    await product("a", { deposit: 5 });
    expect(await refused("b", { deposit: "5.00" })).toBe("data_invalid: deposit");
    expect(await product("b", { deposit: 50 })).toBe(2);
  });

  test("are only compared if there is a value", async () => {
    await unique("serial", "text", "store");
    for (const [at, serial] of ["", " ", null, undefined].entries()) await product(`sku ${at}`, { serial });
    expect(await shop.call("catalog_product.list")).toHaveLength(4);
    for (const data of [{ status: 2 }, { serial: "" }, { serial: " " }])
      await shop.call("catalog_product.multiUpdate", [1, 2], data);
  });
});

test("at a store view, required values become the default too", async () => {
  const data = {
    name: "Mug",
    status: 2,
    visibility: 2,
    url_key: "my mug",
    price: 5,
    meta_title: "Here only",
  };
  const atView = await created(data, "simple", 1);
  const atDefault = await shop.call<Info>("catalog_product.info", 1, 0);

  const shared = { name: "Mug", status: 2, visibility: 2, url_key: "my-mug", price: 5 };
  expect(atView).toMatchObject({ ...shared, meta_title: "Here only" });
  expect(atDefault).toMatchObject({ ...shared, meta_title: null, options_container: "container1" });
});

test("a url_key from the name belongs to the store view of the name, and to the default", async () => {
  await created({ name: "Mug" }, "simple", 1);
  await shop.call("catalog_product.update", 1, { name: "Cup", url_key: "" }, 0);

  const keyAt = (store: number) => shop.call("catalog_product.info", 1, store, ["name", "url_key"]);
  expect(await keyAt(0)).toMatchObject({ name: "Cup", url_key: "cup" });
  expect(await keyAt(1)).toMatchObject({ name: "Mug", url_key: "mug" });
});

test("a refused product leaves nothing behind, and no gap in the numbers", async () => {
  await shop.fault(create, "simple", 4, "a", {});
  expect(await shop.call(create, "simple", 4, "a", { name: "Mug" })).toBe(1);
});
