/** The installed data match the reference, entry by entry (catalog 2). */
import { describe, expect, test } from "vitest";
import { AttributeModel } from "../../../src/shop/catalog/attributes/attribute-model.js";
import { datasetRecords } from "../../../src/shop/states/dataset.js";
import { firstVersion } from "../../../src/shop/states/migrations/migrations.js";
import type { AttributeDoc } from "../../../src/shop/data/entities/catalog.js";
import type { CollectionName, DocOf } from "../../../src/engine/storage/storage.js";

const records = datasetRecords("minimal", firstVersion);

function docs<C extends CollectionName>(collection: C): DocOf<C>[] {
  return records.flatMap((one) =>
    "doc" in one && one.collection === collection ? [one.doc as DocOf<C>] : [],
  );
}

const model = new AttributeModel(docs("attributes"), docs("attribute_sets"));
const codes = (attributes: readonly AttributeDoc[]) => attributes.map(({ attribute_code }) => attribute_code);
const withFlag = (flag: keyof AttributeDoc) =>
  codes(model.productAttributes.filter((one) => one[flag] === true));

/** The order of the set as catalog 2.3 writes it out, group by group. */
const orderOfSet4 = [
  "name description short_description sku weight old_id news_from_date news_to_date status url_key url_path",
  "visibility category_ids required_options has_options image_label small_image_label thumbnail_label created_at",
  "updated_at country_of_manufacture price_type sku_type weight_type shipment_type links_purchased_separately",
  "samples_title links_title links_exist",
  "price group_price special_price special_from_date special_to_date cost tier_price minimal_price msrp_enabled",
  "msrp_display_actual_price_type msrp tax_class_id price_view",
  "meta_title meta_keyword meta_description",
  "image small_image thumbnail media_gallery gallery",
  "is_recurring recurring_profile",
  "custom_design custom_design_from custom_design_to custom_layout_update page_layout options_container",
  "gift_message_available",
].flatMap((line) => line.split(" "));

describe("product attributes", () => {
  test("have the IDs 73 to 133 without gaps, each with a unique code", () => {
    expect(model.productAttributes.map(({ id }) => id)).toEqual(Array.from({ length: 61 }, (_, i) => 73 + i));
    expect(new Set(codes(model.productAttributes)).size).toBe(61);
  });

  test("are in the default set in the order of the reference", () => {
    expect(codes(model.members(4))).toEqual(orderOfSet4);
    expect(model.members(4)).toHaveLength(59);
  });

  test("54 of them are listed: all except the images", () => {
    const listed = model
      .members(4)
      .filter(({ frontend_input }) => !["gallery", "media_image"].includes(frontend_input));
    expect(listed).toHaveLength(54);
    expect([listed[0]?.attribute_code, listed.at(-1)?.attribute_code]).toEqual([
      "name",
      "gift_message_available",
    ]);
  });

  test.each<[code: string, expected: Partial<AttributeDoc>]>([
    ["name", { id: 73, frontend_input: "text", backend: "varchar", scope: "store", is_required: true }],
    ["sku", { id: 76, backend: "static", scope: "global", is_unique: true }],
    ["price", { id: 77, frontend_input: "price", scope: "website", is_visible_in_advanced_search: true }],
    ["weight", { id: 82, frontend_input: "weight", apply_to: ["simple", "bundle"] }],
    ["cost", { id: 81, is_user_defined: true, apply_to: ["virtual", "downloadable"] }],
    ["visibility", { id: 104, default_value: "4", source: "visibility", backend: "int" }],
    ["msrp", { apply_to: ["simple", "bundle", "configurable", "virtual", "downloadable"] }],
    ["tax_class_id", { apply_to: ["simple", "configurable", "virtual", "downloadable", "bundle"] }],
    [
      "country_of_manufacture",
      { apply_to: ["simple", "configurable", "bundle", "grouped"], source: "country" },
    ],
    ["special_price", { apply_to: ["simple", "configurable", "virtual", "bundle", "downloadable"] }],
    ["price_type", { frontend_input: "", backend: "int", is_required: true, apply_to: ["bundle"] }],
    ["url_path", { is_read_only: true, frontend_label: [{ store_id: 0, label: "" }] }],
    ["msrp_enabled", { default_value: "2", backend: "varchar" }],
    ["links_exist", { default_value: "0", is_read_only: true }],
    ["meta_description", { frontend_input: "textarea", backend: "varchar" }],
  ])("%s", (code, expected) => expect(model.productByCode(code)).toMatchObject(expected));

  test("have the flags of the reference", () => {
    expect(withFlag("is_unique")).toEqual(["sku"]);
    expect(withFlag("is_user_defined")).toEqual(["cost", "manufacturer", "color"]);
    expect(withFlag("is_visible_on_front")).toEqual([]);
    expect(withFlag("is_used_for_promo_rules")).toEqual([]);
    expect(withFlag("is_comparable")).toEqual([
      ...["description", "short_description", "sku", "manufacturer", "color"],
    ]);
    expect(model.sortBy.map(({ value }) => value)).toEqual(["position", "name", "price"]);
  });
});

describe("category attributes", () => {
  test("have the IDs 43 to 72 and are in set 3", () => {
    expect(model.categoryAttributes).toHaveLength(30);
    expect(model.categoryAttributes.map(({ id }) => id).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, i) => 43 + i),
    );
    expect(codes(model.categoryAttributes).slice(0, 4)).toEqual([
      "name",
      "is_active",
      "url_key",
      "description",
    ]);
    expect(model.categoryAttributes.at(-1)?.attribute_code).toBe("custom_layout_update");
  });

  test("are separate from product attributes with the same code", () => {
    expect([model.productByCode("name")?.id, model.categoryByCode("name")?.id]).toEqual([73, 43]);
    expect([model.productById(43), model.categoryById(73)]).toEqual([undefined, undefined]);
  });

  test("those that real requires are marked", () => {
    const required = model.categoryAttributes.filter(({ is_required }) => is_required);
    expect(new Set(codes(required))).toEqual(
      new Set(["name", "is_active", "include_in_menu", "available_sort_by", "default_sort_by"]),
    );
  });
});

describe("sets and groups", () => {
  test("only set 4 is a product set", () => {
    expect(
      docs("attribute_sets")
        .map(({ id }) => id)
        .sort(),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect([1, 2, 3, 5, 6, 7, 8].map((id) => model.set(id))).toEqual(Array(7).fill(undefined));
    expect(model.anySet(3)?.entity_type).toBe("category");
  });

  test("set 4 has its seven groups", () => {
    expect(model.set(4)?.groups.map(({ group_id, name }) => `${group_id} ${name}`)).toEqual([
      ...["7 General", "8 Prices", "9 Meta Information", "10 Images", "11 Recurring Profile", "12 Design"],
      "17 Gift Options",
    ]);
  });

  test("group IDs 1 to 17 are each used once", () => {
    const ids = docs("attribute_sets").flatMap(({ groups }) => groups.map(({ group_id }) => group_id));
    expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 17 }, (_, i) => i + 1));
  });
});

test("no two records have the same ID, of which one would replace the other", () => {
  const names = records.map((one) =>
    "doc" in one ? `${one.collection} ${one.doc.id}` : `sequence ${one.sequence}`,
  );
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("the next free numbers are those of the reference", () => {
  const sequences = Object.fromEntries(
    records.flatMap((one) => ("sequence" in one ? [[one.sequence, one.value]] : [])),
  );
  expect(sequences).toEqual({
    attribute: 133,
    attribute_set: 8,
    attribute_group: 17,
    option: 2,
    category: 2,
  });
});

test("websites, stores and the tree are consistent", () => {
  const [shop] = docs("settings");
  if (shop?.id !== "shop") throw new Error("no shop");
  expect(shop.websites.map(({ code }) => code)).toEqual(["admin", "base", "second"]);
  expect(shop.views.map(({ code, website_id }) => `${code} ${website_id}`)).toEqual([
    ...["admin 0", "default 1", "second_default 2", "german 1"],
  ]);
  const categories = docs("categories").map(({ id, path }) => `${id} ${path}`);
  expect(categories).toEqual(["1 1", "2 1/2"]);
  for (const { root_category_id } of shop.groups.slice(1)) expect(root_category_id).toBe(2);
});

test("there are no users, products and customers", () => {
  const collections = new Set(records.flatMap((one) => ("doc" in one ? [one.collection] : [])));
  expect(collections).toEqual(new Set(["settings", "attributes", "attribute_sets", "categories"]));
});
