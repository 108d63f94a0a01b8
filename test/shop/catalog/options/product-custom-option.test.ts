/** Stored custom options: bounds, prices by website, states (beyond 4, 5). */
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startShop, type Shop } from "../../../support/shop.js";

const shop = await startShop({ dataset: "sample" });
const sharing = await startShop({ dataset: "sample", settings: { priceScope: "global" } });
afterAll(() => Promise.all([shop.close(), sharing.close()]));
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

describe("limits of a product", () => {
  const field = { title: "A", type: "field", additional_fields: [{ price: 1 }] };
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
  await first.close();
});
