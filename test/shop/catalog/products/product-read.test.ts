/** catalog 6, 9.2, 9.3, 9.10. */
import { beforeAll, describe, expect, test } from "vitest";
import { Catalog } from "../../../support/catalog.js";

const shop = await Catalog.open();

beforeAll(async () => {
  await shop.store(async (tx) => {
    const root = await tx.get("categories", 2);
    await tx.put("categories", { ...root!, id: 3, parent_id: 2, path: "1/2/3" });
  });
  const create = (type: string, sku: string, data: object) =>
    shop.call("catalog_product.create", type, 4, sku, data, 0);
  await create("simple", "Mug-1", { name: "Mug", price: 5, website_ids: [1], category_ids: [3, 2] });
  await create("simple", "mug-2", { name: "Big mug", price: 12.5, status: 2, meta_keyword: "a,b" });
  await create("virtual", "1001", { name: "Gift card", price: 20, category_ids: [2], website_ids: [2] });
  await create("grouped", "set-1", { name: "Tea set" });
  await create("downloadable", "song", { name: "Song", meta_title: "100%" });
  await shop.call("catalog_product.update", 1, { name: "Becher" }, 3);
});

describe("info", () => {
  const base = { product_id: 1, sku: "Mug-1", set: 4, type: "simple", categories: [2, 3], websites: [1] };
  const info = (...args: unknown[]) => shop.call<Record<string, unknown>>("catalog_product.info", ...args);

  test("returns all attributes in the order of the set, without images", async () => {
    const codes = Object.keys(await info(1));
    expect(codes.slice(0, 10)).toEqual([
      ...Object.keys(base),
      "type_id",
      "name",
      "description",
      "short_description",
    ]);
    expect(codes.at(-1)).toBe("gift_message_available");
    expect(codes).not.toContain("image");
    expect(codes).not.toContain("cost");
  });

  test.each([
    ["none", [], {}],
    ["some, and unknown ones", ["price", "nope", "image", "entity_id", "name"], { name: "Mug", price: 5 }],
    ["by ID", [77, "73"], { name: "Mug", price: 5 }],
    ["a single one", "category_ids", { category_ids: [2, 3] }],
    ["the type by its other name", ["type_id"], { type_id: "simple" }],
    ["not applicable", ["cost"], {}],
  ])("answers those asked for: %s", async (_title, attributes, want) => {
    const answer = await info(1, null, attributes);
    expect(answer).toEqual({ ...base, ...want });
    expect(Object.keys(answer)).toEqual([...Object.keys(base), ...Object.keys(want)]);
  });

  test("returns the stock only on request", async () => {
    expect(await info(1, null, ["stock_data"])).toMatchObject({ stock_data: { qty: 0, manage_stock: 0 } });
  });

  test.each([
    [["007"], "product_not_exists"],
    [["Mug-1"], "product_not_exists"],
    [[1001], "product_not_exists"],
    [[0], "product_not_exists"],
    [[-1], "product_not_exists"],
    [[1.5], "product_not_exists"],
    [[true], "product_not_exists"],
    [["1", null, null, "sku"], "product_not_exists"],
    [[1, null, true], "invalid_request_param"],
  ])("of %j is refused: %s", async (args, fault) => {
    expect(await shop.fault("catalog_product.info", ...args)).toBe(fault);
  });

  test("names SOAP v2 if attributes have its form", async () => {
    await expect(shop.call("catalog_product.info", 1, null, { attributes: ["name"] })).rejects.toThrow(
      "(attributes and additional_attributes are the form of SOAP v2), not {",
    );
  });

  test.each([
    [["01"], 1],
    [[" mug-1 ", null, [], "SKU"], 1],
    [[1001, null, [], "sku"], 3],
    [["1", null, [], ""], 1],
    [[1, null, [], "Id"], 1],
  ])("of %j is product %i", async (args, id) => {
    expect(await info(...args)).toMatchObject({ product_id: id });
  });
});

describe("list", () => {
  const list = async (filters?: unknown, store: unknown = 0) => {
    const rows = await shop.call<{ product_id: number }[]>("catalog_product.list", filters, store);
    return rows.map(({ product_id }) => product_id);
  };

  test("returns entries sorted by ID, with the name of the store", async () => {
    const [first, second] = await shop.call<unknown[]>("catalog_product.list", null, "german");
    expect(first).toEqual({
      product_id: 1,
      sku: "Mug-1",
      name: "Becher",
      set: 4,
      type: "simple",
      category_ids: [2, 3],
      website_ids: [1],
    });
    expect(second).toMatchObject({ name: "Big mug", category_ids: [], website_ids: [] });
  });

  const all = [1, 2, 3, 4, 5];
  test.each([
    [undefined, all],
    [[], all],
    [{ product_id: 2 }, [2]],
    [{ product_id: { from: 2, to: 4 }, entity_id: { neq: 3 } }, [2, 4]],
    [{ set: 4, type: "simple" }, [1, 2]],
    [{ type_id: ["virtual", "grouped"] }, [3, 4]],
    [{ sku: "MUG-1" }, [1]],
    [{ sku: { like: "mug-%" } }, [1, 2]],
    [{ status: { neq: 1 } }, [2]],
    [{ status: 1, price: { gt: 5, lteq: 20 } }, [3]],
    [{ special_price: { notnull: true } }, []],
    [{ meta_keyword: { finset: "b" } }, [2]],
    [{ meta_title: { like: "100\\%" } }, [5]],
    [{ created_at: { from: "2025-06-01", to: "2025-06-02" } }, all],
    [{ category_ids: 3 }, [1]],
    [{ category_ids: [2, 3] }, [1, 3]],
    [{ category_ids: { neq: 3 } }, [2, 3, 4, 5]],
    [{ category_ids: { nin: [2, 3] }, type: "simple" }, [2]],
    [{ category_ids: { finset: 2 } }, [1, 3]],
    [{ category_ids: [{ eq: 3 }, { nin: [2] }] }, [1, 2, 4, 5]],
    [{ website_ids: 2 }, [3]],
    [{ website_ids: { nin: [2] } }, [1, 2, 4, 5]],
    [{ has_options: 0 }, all],
    [{ required_options: { gt: 0 } }, []],
    [{ links_exist: 0 }, [5]],
    [{ url_path: { like: "%mug.html" } }, [1, 2]],
    [{ url_path: [{ eq: "song.html" }, { eq: "nope" }], type: "downloadable" }, [5]],
    [{ image: "no_selection" }, all],
    [{ color: { null: true } }, all],
  ])("with %j finds %j", async (filters, ids) => {
    expect(await list(filters)).toEqual(ids);
  });

  test("reads attributes with the values of the store", async () => {
    expect(await list({ name: "becher" }, 3)).toEqual([1]);
    expect(await list({ name: "becher" }, 1)).toEqual([]);
  });

  test.each([
    [{ nope: 1 }, "nope"],
    [{ 73: "Mug" }, "73"],
    [{ tier_price: 1 }, "tier_price"],
    [{ category_ids: { gt: 1 } }, "category_ids"],
  ])("refuses %j, naming the key", async (filters, key) => {
    const { code, message, fault } = await shop.refusal("catalog_product.list", filters);
    expect([code, fault, message.includes(key)]).toEqual([109, "filters_invalid", true]);
  });

  test("never shortens a long list: above the limit it is refused", async () => {
    const capped = await Catalog.open({ listMaxRows: 1 });
    await capped.call("catalog_product.create", "simple", 4, "a", { name: "A" });
    expect(await capped.call("catalog_product.list")).toHaveLength(1);
    await capped.call("catalog_product.create", "simple", 4, "b", { name: "B" });
    expect(await capped.fault("catalog_product.list")).toBe("filters_invalid");
    expect(await capped.fault("catalog_product.list", { has_options: 0 })).toBe("filters_invalid");
    expect(await capped.call("catalog_product.list", { sku: "a" })).toHaveLength(1);
  });
});

describe("listOfAdditionalAttributes", () => {
  const simple =
    "old_id, news_from_date, news_to_date, required_options, country_of_manufacture, group_price, minimal_price, " +
    "msrp_enabled, msrp_display_actual_price_type, msrp, is_recurring, recurring_profile, custom_design_from, " +
    "custom_design_to, page_layout";
  const grouped =
    "old_id, news_from_date, news_to_date, required_options, country_of_manufacture, custom_design_from, " +
    "custom_design_to, page_layout";
  test.each([
    ["simple", simple],
    ["virtual", simple.replace(" country_of_manufacture,", "").replace("group_price,", "group_price, cost,")],
    ["configurable", simple.replace(" is_recurring, recurring_profile,", "")],
    ["grouped", grouped],
    [
      "bundle",
      "old_id, news_from_date, news_to_date, required_options, country_of_manufacture, price_type, sku_type, " +
        "weight_type, shipment_type, group_price, minimal_price, msrp_enabled, msrp_display_actual_price_type, " +
        "msrp, price_view, custom_design_from, custom_design_to, page_layout",
    ],
    [
      "downloadable",
      "old_id, news_from_date, news_to_date, required_options, links_purchased_separately, samples_title, " +
        "links_title, links_exist, group_price, cost, minimal_price, msrp_enabled, " +
        "msrp_display_actual_price_type, msrp, custom_design_from, custom_design_to, page_layout",
    ],
  ])("of %s", async (type, codes) => {
    const entries = await shop.call<{ code: string }[]>(
      "catalog_product.listOfAdditionalAttributes",
      type,
      4,
    );
    expect(entries.map(({ code }) => code).join(", ")).toBe(codes);
  });
});
