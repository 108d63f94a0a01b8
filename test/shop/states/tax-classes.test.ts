/** `settings` of a dataset: tax classes, tax rates, carriers, and its documents (docs/testing.md). */
import { describe, expect, test } from "vitest";
import { startShop } from "../../support/shop.js";

const shop = await startShop({ dataset: "sample" });

const books = { class_id: 9, name: "Books", type: "product" };
const reset = (settings: object) =>
  shop.http("POST", "/control/reset", { body: { dataset: { extends: "sample", settings } } });

test("tax classes are added to those of the shop; one with a known ID replaces it", async () => {
  const goods = { class_id: 2, name: "Goods", type: "product" };
  expect((await reset({ tax_classes: [books, goods] })).status).toBe(204);
  const options = await shop.call("catalog_product_attribute.options", ["tax_class_id"]);
  const all = [
    ["0", "None"],
    ["4", "Shipping"],
    ["9", "Books"],
    ["2", "Goods"],
  ];
  expect(options).toEqual(all.map(([value, label]) => ({ value, label })));
  await shop.call("catalog_product.update", [1, { tax_class_id: 9 }]);
  expect(await shop.call("catalog_product.info", [1])).toMatchObject({ tax_class_id: 9 });
});

test("class 1 is known without a setting; a dataset can name it", async () => {
  await shop.reset("sample");
  await shop.call("catalog_product.update", [1, { tax_class_id: 1 }]);
  expect(await shop.call("catalog_product.info", [1])).toMatchObject({ tax_class_id: 1 });
  const { json: state } = await shop.http("GET", "/control/state");
  expect((await shop.http("PUT", "/control/state", { body: state as object })).status).toBe(204);
  const restored = await shop.call("catalog_product.info", [1], await shop.login());
  expect(restored).toMatchObject({ tax_class_id: 1 });
  const named = { class_id: 1, name: "Reduced", type: "product" };
  expect((await reset({ tax_classes: [named] })).status).toBe(204);
  const session = await shop.login();
  const options = (await shop.call(
    "catalog_product_attribute.options",
    ["tax_class_id"],
    session,
  )) as object[];
  expect(options.filter((one) => "value" in one && one.value === "1")).toEqual([
    { value: "1", label: "Reduced" },
  ]);
});

test("the message that refuses a tax class names the setting", async () => {
  await shop.reset("sample");
  const params = [await shop.session(), "catalog_product.update", [1, { tax_class_id: 9 }]];
  const { error } = await shop.rpc("call", params);
  expect(error?.message).toContain(
    "tax_class_id: must be 0, 1, 2 or 4; settings.tax_classes of a dataset adds others",
  );
});

describe("tax rates", () => {
  const at = { firstname: "A", lastname: "B", street: "1", city: "C", telephone: "5" };

  let products = 0;

  /** The tax on 100.00 for an address, in a cart. */
  async function taxAt(address: object): Promise<number> {
    const [session, sku] = [await shop.login(), `taxed-${(products += 1)}`];
    const call = (path: string, args: unknown[]) => shop.call(path, args, session);
    const goods = { name: "N", description: "d", short_description: "s", weight: 1, price: 100 };
    const more = {
      status: 1,
      visibility: 4,
      tax_class_id: 2,
      websites: [1],
      stock_data: { manage_stock: 0 },
    };
    await call("catalog_product.create", ["simple", 4, sku, { ...goods, ...more }]);
    const cart = await call("cart.create", ["default"]);
    await call("cart_product.add", [cart, [{ sku, qty: 1 }]]);
    const both = ["billing", "shipping"].map((mode) => ({ mode, ...at, ...address }));
    await call("cart_customer.addresses", [cart, both]);
    const info = (await call("cart.info", [cart])) as { shipping_address: { tax_amount: number } };
    return info.shipping_address.tax_amount;
  }

  const berlin = { country_id: "DE", region_id: 82, postcode: "10115" };
  const la = { country_id: "US", region_id: 12, postcode: "90001" };
  const rate = (more: object) => ({ country_id: "DE", rate: 19, product_tax_class: 2, ...more });

  test("California is taxed as in a new Magento 1, Germany is not; a dataset replaces that", async () => {
    await reset({});
    expect([await taxAt(la), await taxAt(berlin)]).toEqual([8.25, 0]);
    expect((await reset({ tax_rates: [rate({})] })).status).toBe(204);
    expect([await taxAt(la), await taxAt(berlin)]).toEqual([0, 19]);
    await reset({ tax_rates: [] });
    expect(await taxAt(la)).toBe(0);
  });

  test("the rate of the smallest place counts", async () => {
    const region = rate({ rate: 18, region_id: 82 });
    await reset({ tax_rates: [region, rate({}), rate({ rate: 7, region_id: 82, postcode: "101*" })] });
    expect(await taxAt(berlin)).toBe(7);
    expect(await taxAt({ ...berlin, postcode: "10200" })).toBe(18);
    expect(await taxAt({ ...berlin, region_id: 81 })).toBe(19);
  });

  test.each([
    ["a postcode", "10115", 19, 0],
    ["a range of numbers", "10000-10199", 19, 0],
    ["the beginning of postcodes", "101*", 19, 0],
    ["every postcode", "*", 19, 19],
  ])("apply to %s", async (_title, postcode, here, there) => {
    await reset({ tax_rates: [rate({ postcode })] });
    expect([await taxAt(berlin), await taxAt({ ...berlin, postcode: "10200" })]).toEqual([here, there]);
  });

  test("for another class of products or customers do not apply, and stay in a state", async () => {
    await reset({ tax_rates: [rate({ product_tax_class: 4 }), rate({ rate: 5, customer_tax_class: 2 })] });
    expect(await taxAt(berlin)).toBe(0);
    await reset({ tax_rates: [rate({ customer_tax_class: 3 })] });
    const { json: state } = await shop.http("GET", "/control/state");
    await shop.reset("sample");
    expect((await shop.http("PUT", "/control/state", { body: state as object })).status).toBe(204);
    expect(await taxAt(berlin)).toBe(19);
  });
});

const rate = { country_id: "DE", rate: 19, product_tax_class: 2 };

test.each([
  ["settings.tax_rates", { tax_rates: {} }],
  ["settings.tax_rates[0]", { tax_rates: [{ ...rate, country_id: "Germany" }] }],
  ["settings.tax_rates[1]", { tax_rates: [rate, { ...rate, rate: "19" }] }],
  ["settings.tax_rates[0]", { tax_rates: [{ ...rate, rate: 190 }] }],
  ["settings.tax_rates[0]", { tax_rates: [{ ...rate, zip: "1" }] }],
  [
    "collections.settings.tax_rates[0].product_tax_class",
    { tax_rates: [{ ...rate, product_tax_class: 99 }] },
  ],
  ["settings.tax_classes", { tax_classes: {} }],
  ["settings.tax_classes[1]", { tax_classes: [books, { ...books, type: "order" }] }],
  ["settings.tax_classes[0]", { tax_classes: [{ ...books, class_id: "9" }] }],
  ["settings.tax_classes[0]", { tax_classes: [{ ...books, rate: 7 }] }],
  ["settings.tax_classes[0]", { tax_classes: [null] }],
  ["settings.carriers", { carriers: ["dpd"] }],
  ["settings.carriers.dpd", { carriers: { dpd: "" } }],
  ["settings.carriers.DPD", { carriers: { DPD: "DPD" } }],
  ["settings.shop.groups", { shop: { groups: 5 } }],
  ["settings.coupons.coupons", { coupons: { coupons: "x" } }],
])("%s is refused: %j", async (place, settings) => {
  const { status, json } = await reset(settings);
  expect(status).toBe(422);
  expect(JSON.stringify(json)).toContain(`"${place}"`);
});
