/** Orders of products with custom options and links (sales 19.1, beyond 12.3). */
import { expect, test } from "vitest";
import { startShop } from "../../../support/shop.js";

const shop = await startShop({ dataset: "sample" });

interface Item {
  readonly sku: string;
  readonly price: number;
  readonly row_total: number;
  readonly product_options: string;
}

async function place(item: object) {
  const body = { customer_id: 1, items: [{ qty: 1, ...item }] };
  const { status, json } = await shop.http("POST", "/control/orders", { body });
  if (status !== 201) return { status, problems: (json as { errors: unknown }).errors };
  const { increment_id } = json as { increment_id: string };
  const order = (await shop.call("sales_order.info", [increment_id])) as { items: Item[] };
  return { status, item: order.items[0] as Item };
}

test("options change price and SKU, and the order contains them", async () => {
  const { item } = await place({ sku: "gift-02", qty: 2, options: { 2: " Happy birthday ", 1: "2" } });
  // 3.50 for the product, a fifth of that for the paper, and 1.50 for the greeting.
  expect(item).toMatchObject({ sku: "gift-02-MRB-CARD", price: 5.7, row_total: 11.4 });
  expect(JSON.parse(item?.product_options ?? "")).toEqual({
    info_buyRequest: { qty: 2, options: { 1: "2", 2: " Happy birthday " } },
    options: [
      {
        ...{ label: "Paper", value: "Marbled paper", print_value: "Marbled paper" },
        ...{ option_id: 1, option_type: "drop_down", option_value: "2" },
      },
      {
        ...{ label: "Greeting", value: "Happy birthday", print_value: "Happy birthday" },
        ...{ option_id: 2, option_type: "field", option_value: "Happy birthday" },
      },
    ],
  });
});

test("a given price replaces the calculated price", async () => {
  const { item } = await place({ sku: "gift-02", price: 3, options: { 1: 1 } });
  expect(item).toMatchObject({ sku: "gift-02", price: 3 });
});

test("the price of a configurable product includes the price changes of its child", async () => {
  const glaze = { sku: "mug-glaze", children: [{ sku: "mug-glaze-moss" }] };
  expect((await place(glaze)).item).toMatchObject({ sku: "mug-glaze-moss", price: 21.5 });
  expect((await place({ ...glaze, price: 4 })).item).toMatchObject({ price: 4 });
  const { item } = await place({ ...glaze, children: [{ sku: "mug-glaze-sand" }] });
  expect(item).toMatchObject({ sku: "mug-glaze-sand", price: 19.5 });
});

test("a price is never below 0", async () => {
  const data = { title: "Voucher", type: "field", additional_fields: [{ price: -50 }] };
  await shop.call("catalog_product_custom_option.add", [2, data]);
  expect((await place({ sku: "mug-02", options: { 3: "X" } })).item).toMatchObject({ price: 0 });
});

test("links that are sold separately have a price", async () => {
  const { item } = await place({ sku: "guide-02", links: [1] });
  // The special price of 6.00, and 2.50 for the link.
  expect(item).toMatchObject({ sku: "guide-02", price: 8.5 });
  expect(JSON.parse(item?.product_options ?? "")).toMatchObject({ links: [1] });
});

test("links that are not sold separately have no price of their own", async () => {
  await shop.call("catalog_product.update", ["guide-02", { links_purchased_separately: 0 }, null, "sku"]);
  expect((await place({ sku: "guide-02", links: [1] })).item).toMatchObject({ price: 6 });
  await shop.call("catalog_product.update", ["guide-02", { links_purchased_separately: 1 }, null, "sku"]);
});

test("an item may choose only links or only options, even if the product requires both", async () => {
  const data = { title: "Note", type: "field", is_require: true, additional_fields: [{ price: 1 }] };
  const { product_id } = (await shop.call("catalog_product.info", ["guide-02", null, null, "sku"])) as {
    product_id: string;
  };
  await shop.call("catalog_product_custom_option.add", [product_id, data]);
  const chosenBy = async (choices: object) => {
    const { item } = await place({ sku: "guide-02", ...choices });
    return JSON.parse(item?.product_options ?? "") as object;
  };
  expect(await chosenBy({ links: [1] })).toEqual({ info_buyRequest: { qty: 1, links: [1] }, links: [1] });
  const [{ option_id }] = (await shop.call("catalog_product_custom_option.list", [product_id])) as [
    { option_id: number },
  ];
  const options = { [option_id]: "Hi" };
  const shown = { label: "Note", value: "Hi", print_value: "Hi", option_type: "field", option_value: "Hi" };
  expect(await chosenBy({ options })).toEqual({
    info_buyRequest: { qty: 1, options },
    options: [{ ...shown, option_id }],
  });
});

test("without choices, a product is sold without options, even required ones", async () => {
  expect((await place({ sku: "gift-02" })).item).toMatchObject({ sku: "gift-02", product_options: "" });
});

test("a configurable product has options, too", async () => {
  const { item } = await place({ sku: "mug-glaze", children: [{ sku: "mug-glaze-sand" }], options: {} });
  expect(JSON.parse(item?.product_options ?? "")).toMatchObject({ info_buyRequest: { options: {} } });
  expect(JSON.parse(item?.product_options ?? "")).not.toHaveProperty("options");
});

test("options that the product does not have are ignored", async () => {
  expect((await place({ sku: "mug-01", options: { 1: 2 } })).item).toMatchObject({
    sku: "mug-01",
    price: 12.5,
  });
});

test.each([
  [{ sku: "gift-02", options: { 2: "A" } }, "items[0].options", "required option <em>Paper</em>"],
  [{ sku: "gift-02", options: { 1: 1, 2: "x".repeat(121) } }, "items[0].options", "The text is too long"],
  [{ sku: "guide-02", links: [99] }, "items[0].links", "Please specify product link(s)."],
  [{ sku: "service-breakfast", children: [{ sku: "mug-01" }], options: {} }, "items[0].options", "grouped"],
  [{ sku: "mug-glaze", children: [{ sku: "mug-glaze-sand" }], links: [1] }, "items[0].links", "configurable"],
])("%j is refused", async (item, field, message) => {
  const { status, problems } = await place(item);
  expect(status).toBe(422);
  expect(problems).toEqual([{ field, message: expect.stringContaining(message) as string }]);
});
