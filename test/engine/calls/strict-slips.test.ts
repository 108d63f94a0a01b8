/** Slips that were accepted without effect once, and what strict handling says of them; read, change, write back passes. */
import { beforeEach, describe, expect, test } from "vitest";
import { basic, startShop } from "../../support/shop.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset("sample"));

const strict = { Prefer: "handling=strict" };
const call = (name: string, args: unknown, headers: object = strict) =>
  shop.rpc(name, args, { ...basic(), ...headers });

interface Slip {
  readonly operation: string;
  readonly args: object | readonly unknown[];
  /** What the message says. */
  readonly says: string;
}

const address = { customer_id: 2, city: "Cork" };
const image =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const slips: readonly Slip[] = [
  {
    operation: "catalog_product.update",
    args: { productId: 1, productData: { type: "virtual", name: "A" } },
    says: "type: cannot be changed",
  },
  {
    operation: "catalog_product.update",
    args: { productId: 1, productData: { set: 9, name: "A" } },
    says: "set: cannot be changed",
  },
  {
    operation: "catalog_category.update",
    args: { categoryId: 3, categoryData: { parent_id: 7, name: "A" } },
    says: "parent_id: cannot be changed",
  },
  {
    operation: "catalog_product_attribute.update",
    args: { attribute: "color", data: { frontend_input: "text", is_comparable: true } },
    says: "frontend_input cannot be changed",
  },
  {
    operation: "customer_address.update",
    args: { addressId: 1, addressData: address },
    says: "customer_id: cannot be changed",
  },
];

const stored = async () => {
  const names = ["products", "categories", "attributes", "addresses", "creditmemos", "carts"] as const;
  return shop.storage.read(async (tx) => {
    const docs: unknown[] = [];
    for (const name of names) docs.push(await tx.find(name, {}));
    return docs;
  });
};

describe("slips", () => {
  test.each(slips)("$operation $args", async ({ operation, args, says }) => {
    const before = await stored();
    const { error } = await call(operation, args);
    expect(error?.message).toContain(says);
    expect(await stored()).toEqual(before);
    expect((await call(operation, args, { Prefer: "handling=lenient" })).error).toBeUndefined();
  });

  test.each([
    [{ adjustment: -5 }, "adjustment"],
    [{ adjustment_negativ: 5 }, "adjustment_negativ"],
    [{ items: [], qtys: { 1: 1 }, shipping_amount: 0 }, "qtys"],
    [{ items: [{ order_item_id: 1, qty: 1 }], qtys: { 1: 2 } }, "qtys"],
    [{ created_at: "2026-01-01 00:00:00" }, "created_at"],
  ])("sales_order_creditmemo.create %j", async (creditmemoData, field) => {
    const before = await stored();
    const orders = (await shop.call("sales_order.list", [])) as { increment_id: string; state: string }[];
    const orderIncrementId = orders.find(({ state }) => state === "complete")?.increment_id;
    const { error } = await call("sales_order_creditmemo.create", { orderIncrementId, creditmemoData });
    expect(error?.data.fault).toBe("data_invalid");
    expect(JSON.stringify(error?.data.errors)).toContain(field);
    expect(await stored()).toEqual(before);
  });

  test("the name of an image that has one", async () => {
    const file = { content: image, mime: "image/png", name: "other" };
    const [stored] = (await shop.call("catalog_product_attribute_media.items", [1])) as { file: string }[];
    const added = stored?.file ?? (await shop.call("catalog_product_attribute_media.create", [1, { file }]));
    const update = (data: object) =>
      call("catalog_product_attribute_media.update", { productId: 1, file: added, data });
    expect((await update({ file })).error?.data.errors).toMatchObject([{ field: "file.name" }]);
    expect((await update({ file: { ...file, name: null } })).error?.data.errors ?? []).not.toContainEqual(
      expect.objectContaining({ field: "file.name" }),
    );
  });

  test("no secret is repeated", async () => {
    const quoteId = await shop.call("cart.create", ["default"]);
    const paymentData = { method: "checkmo", cc_cid: "98765" };
    const payment = await call("cart_payment.method", { quoteId, paymentData });
    expect(payment.error?.message).toContain("cc_cid");
    const customer = {
      mode: "guest",
      firstname: "A",
      lastname: "B",
      email: "a@example.com",
      password: "98765432",
    };
    const buyer = await call("cart_customer.set", { quoteId, customer });
    expect(buyer.error?.message).toContain("password");
    expect(JSON.stringify([payment.error, buyer.error])).not.toContain("98765");
  });
});

describe("read, change, write back", () => {
  const others = { product_id: 99, entity_id: 99, created_at: "2001-01-01 00:00:00", updated_at: null };

  test("a product", async () => {
    const info = (await shop.call("catalog_product.info", [1])) as Record<string, unknown>;
    const write = (changes: object) =>
      call("catalog_product.update", { productId: 1, productData: { ...info, ...changes } });
    expect((await write({ name: "New", ...others })).error).toBeUndefined();
    // The aliases hold the former values.
    expect((await write({ website_ids: [1], category_ids: [3] })).error).toBeUndefined();
    expect((await write({ website_ids: [1], websites: [2] })).error?.data.errors).toMatchObject([
      { field: "websites" },
    ]);
  });

  test.each([
    ["customer_address.info", { addressId: 1 }, "customer_address.update", "addressData", { city: "Cork" }],
    ["catalog_category.info", { categoryId: 3 }, "catalog_category.update", "categoryData", { name: "New" }],
    ["customer.info", { customerId: 1 }, "customer.update", "customerData", { taxvat: "T" }],
    [
      "catalog_product_attribute.info",
      { attribute: "color" },
      "catalog_product_attribute.update",
      "data",
      {},
    ],
  ])("%s", async (reading, named, writing, parameter, changes) => {
    const record = (await shop.call(reading, named)) as object;
    const { error } = await call(writing, { ...named, [parameter]: { ...record, ...changes } });
    expect(error).toBeUndefined();
  });
});

describe("datasets", () => {
  const withCall = (handling?: string) => ({
    extends: "minimal",
    ...(handling === undefined ? {} : { handling }),
    calls: [
      {
        call: "catalog_product.create",
        params: { type: "simple", set: 4, sku: "slip", productData: { name: "Slip", webistes: [1] } },
      },
    ],
  });
  const load = (dataset: object) => shop.http("POST", "/control/reset", { body: { dataset } });

  test.each([[undefined], ["strict"]])("are strict (handling %s)", async (handling) => {
    const answer = await load(withCall(handling));
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining("websites may be meant")]);
  });

  test("are lenient on demand", async () => {
    expect((await load(withCall("lenient"))).text).not.toContain("webistes");
    expect((await load(withCall("perhaps"))).text).toContain("handling");
  });
});
