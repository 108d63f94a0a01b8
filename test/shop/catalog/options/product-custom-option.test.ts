/** Stored custom options: bounds, prices by website, states (beyond 4, 5). */
import { beforeEach, describe, expect, test } from "vitest";
import { startShop, type Shop } from "../../../support/shop.js";

const shop = await startShop({ dataset: "sample" });
const sharing = await startShop({ dataset: "sample", settings: { priceScope: "global" } });
beforeEach(() => Promise.all([shop.reset("sample"), sharing.reset("sample")]));

const options = "catalog_product_custom_option";
const values = `${options}_value`;

const priceOf = async (at: Shop, store: string | number) => {
  const { additional_fields } = (await at.call(`${options}.info`, [2, store])) as {
    additional_fields: { price: number }[];
  };
  return additional_fields[0]?.price;
};

test("a price given at a view belongs to its website, or to all if prices are global", async () => {
  for (const one of [shop, sharing]) {
    expect(await one.call(`${options}.update`, [2, { additional_fields: [{ price: 9 }] }, "german"])).toBe(
      true,
    );
    expect(await one.call(`${values}.update`, [2, { title: "B", price: 9 }, "german"])).toBe(true);
  }
  expect([
    await priceOf(shop, "german"),
    await priceOf(shop, "second_default"),
    await priceOf(shop, 0),
  ]).toEqual([...[9, 1.5, 1.5]]);
  expect([await priceOf(sharing, "german"), await priceOf(sharing, 0)]).toEqual([1.5, 1.5]);
  expect(await sharing.call(`${values}.info`, [2, "german"])).toMatchObject({
    ...{ store_title: "B", store_price: null, store_price_type: null, price: 20 },
  });
});

const field = { title: "A", type: "field", additional_fields: [{ price: 1 }] };
const firstFields = async (id: number) => {
  const { additional_fields } = (await shop.call(`${options}.info`, [id])) as { additional_fields: object[] };
  return additional_fields[0];
};

test("an option with values that gets a type without values has none of them, and the price 0", async () => {
  const additional_fields = [{ title: "Red", price: 5, sku: "R" }];
  await shop.call(`${options}.add`, [1, { title: "A", type: "radio", additional_fields }]);
  expect(await firstFields(3)).toMatchObject({ title: "Red", price: 5, sku: "R" });
  expect(await shop.call(`${options}.update`, [3, { type: "area" }])).toBe(true);
  expect(await shop.call(`${options}.info`, [3])).toMatchObject({
    type: "area",
    additional_fields: [{ price: 0, price_type: "fixed", sku: null, max_characters: null }],
  });
});

test("of an option without values, only the first entry of additional_fields is read", async () => {
  const additional_fields = [{ price: 3 }, { price: "many" }];
  await shop.call(`${options}.add`, [1, { ...field, additional_fields }]);
  expect(await firstFields(3)).toMatchObject({ price: 3 });
  await shop.call(`${options}.update`, [3, { additional_fields: [{ price: 4 }, { price: "many" }] }]);
  expect(await firstFields(3)).toMatchObject({ price: 4 });
});

test("the price of all stores changes at store 0, also if prices are global", async () => {
  await sharing.call(`${options}.update`, [2, { additional_fields: [{ price: 9 }] }, 0]);
  expect([await priceOf(sharing, 0), await priceOf(sharing, "german")]).toEqual([9, 9]);
});

test("at store 0, the store members of a value repeat the defaults", async () => {
  for (const one of [shop, sharing]) {
    const info = (await one.call(`${values}.info`, [2, 0])) as Record<string, unknown>;
    expect([info.store_title, info.store_price, info.store_price_type]).toEqual([
      ...[info.default_title, info.default_price, info.default_price_type],
    ]);
  }
});

test("options of equal order and title are listed by ID, whichever changed last", async () => {
  await shop.call(`${options}.add`, [4, field]);
  await shop.call(`${options}.add`, [4, field]);
  await shop.call(`${options}.update`, [3, { is_require: true }]);
  expect(await shop.call(`${options}.list`, [4])).toMatchObject([{ option_id: 3 }, { option_id: 4 }]);
});

test("an empty list adds no value and does not change the product", async () => {
  const updated = async () =>
    ((await shop.call("catalog_product.info", [49])) as { updated_at: string }).updated_at;
  const before = await updated();
  expect(await shop.call(`${values}.add`, [1, []])).toBe(true);
  expect(await updated()).toBe(before);
});

describe("refusals", () => {
  const types = "field, area, file, drop_down, radio, checkbox, multiple, date, date_time, time";
  const unknown = `invalid_type 106: The type must be one of ${types} (data.type: "text").`;
  const row = "invalid_data 102: The data of the option is not usable:\nadditional_fields[0]";
  const title = `${row}.title: must be text of 1 to 255 characters`;
  const price = `${row}.price: must be a number of at most 99999999.9999`;

  test.each([
    ["add", { ...field, type: "text" }, unknown],
    ["add", { ...field, type: "radio" }, title],
    // One problem of a row, not a second one for its title.
    ["add", { ...field, type: "radio", additional_fields: [{ title: ["A"] }] }, `${title}, not ["A"]`],
    ["update", { type: "text" }, unknown],
    ["update", { additional_fields: [{ price: 1 }] }, title],
    ["update", { additional_fields: [{ price: "many" }] }, `${price}, not "many"`],
  ])("%s %j: %s", async (name, data, message) => {
    const refused = await shop.call(`${options}.${name}`, [1, data]).catch((error: Error) => error);
    expect(refused).toHaveProperty("message", message);
  });

  test("more than 5,000 values in one call", async () => {
    const rows = (count: number) => Array.from({ length: count }, () => ({ title: "A" }));
    const adding = (count: number) => shop.call(`${values}.add`, [1, rows(count)]);
    await expect(adding(5001)).rejects.toThrow("data: must have at most 5000 objects");
    await expect(adding(5000)).rejects.toThrow("a product must have at most 5000 values of options");
  });
});

describe("limits of a product", () => {
  const rows = (count: number) => Array.from({ length: count }, (_, nth) => ({ title: `Value ${nth}` }));

  test("500 options", async () => {
    const calls = Array.from({ length: 500 }, () => [`${options}.add`, [1, field]]);
    for (let at = 0; at < calls.length; at += 100)
      await shop.rpc("multiCall", [await shop.session(), calls.slice(at, at + 100)]);
    expect(await shop.call(`${options}.list`, [1])).toHaveLength(500);
    await expect(shop.call(`${options}.add`, [1, field])).rejects.toMatchObject({ fault: "invalid_data" });
  });

  test("5,000 values, in any number of calls", async () => {
    const tooMany = { title: "A", type: "radio", additional_fields: rows(5001) };
    await expect(shop.call(`${options}.add`, [1, tooMany])).rejects.toMatchObject({ fault: "invalid_data" });
    await shop.call(`${values}.add`, [1, rows(4998)]);
    const more = shop.call(`${values}.add`, [1, rows(1)]);
    await expect(more).rejects.toMatchObject({ fault: "add_option_value_error" });
    const another = shop.call(`${options}.update`, [1, { additional_fields: rows(1) }]);
    await expect(another).rejects.toMatchObject({ fault: "invalid_data" });
    expect(await shop.call(`${values}.list`, [1])).toHaveLength(5000);
  });

  test("1 MiB of titles", async () => {
    const long = Array.from({ length: 4500 }, () => ({ title: "x".repeat(255) }));
    const adding = shop.call(`${values}.add`, [1, long]);
    await expect(adding).rejects.toMatchObject({ fault: "add_option_value_error" });
  });
});

test("options are restored from an export, and new IDs follow theirs", async () => {
  const field = { title: "A", type: "date", additional_fields: [{ price: 1 }] };
  await shop.call(`${options}.add`, [1, field]);
  const state = (await shop.http("GET", "/control/state")).text;
  await shop.reset("sample");
  const headers = { "Content-Type": "application/json" };
  expect((await shop.http("PUT", "/control/state", { body: state, headers })).status).toBe(204);
  await shop.call(`${options}.add`, [1, field]);
  expect(await shop.call(`${options}.list`, [1])).toMatchObject([{ option_id: 3 }, { option_id: 4 }]);
});

test("a shop of the first release accepts options", async () => {
  const first = await startShop({ dataset: "minimal", dataVersion: 1 });
  const id = await first.call("catalog_product.create", ["simple", 4, "pen", { name: "Pen" }]);
  await first.call(`${options}.add`, [id, { title: "A", type: "date", additional_fields: [{ price: 1 }] }]);
  expect(await first.call(`${options}.list`, [id])).toHaveLength(1);
});
