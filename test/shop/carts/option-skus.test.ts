/** The SKU of a line with custom options: in carts, in orders, in their documents, and by each door (beyond 7.1). */
import { beforeAll, expect, test } from "vitest";
import { basic, startShop } from "../../support/shop.js";
import { elementXml } from "../../../src/engine/doors/soap/encoding.js";
import { envelope, operation, readSoap } from "../../engine/doors/soap-client.js";
import { postXml, xmlRpc } from "../../engine/doors/xml-rpc-client.js";
import { controlOrder } from "./control-order.js";
import { fill, filledCart, type Line } from "./observed-shop.js";

const shop = await startShop();
/** By title, the ID of the option, and by its title the ID of each value. */
let options: Readonly<
  Record<string, { readonly option_id: number; readonly values: Readonly<Record<string, number>> }>
>;

const date = { year: 2026, month: 2, day: 3 };

beforeAll(async () => {
  await fill(shop);
  const data = { status: 1, weight: 1, tax_class_id: 2, websites: [1], name: "Pen", price: 10 };
  const stock_data = { qty: 1000, is_in_stock: 1 };
  const pen = await shop.call("catalog_product.create", ["simple", 4, "SK", { ...data, stock_data }]);
  const values = [
    { title: "gold", price: 1, sku: "GLD" },
    { title: "box", price: 1, sku: "BOX" },
    { title: "absent", price: 1 },
    { title: "empty", price: 1, sku: "" },
    { title: "null", price: 1, sku: null },
  ];
  const ofValues = ["drop_down", "radio", "checkbox", "multiple"].map(
    (type) => [type, type, values] as const,
  );
  const ofTexts = ["field", "date"].flatMap((type) =>
    values.slice(1).map(({ title, ...own }) => [`${type} ${title}`, type, [own]] as const),
  );
  for (const [sort_order, [title, type, additional_fields]] of [...ofValues, ...ofTexts].entries())
    await shop.call("catalog_product_custom_option.add", [
      pen,
      { title, type, sort_order, additional_fields },
    ]);
  const listed = (await shop.call("catalog_product_custom_option.list", [pen])) as Listed[];
  const entries = await Promise.all(
    listed.map(async ({ option_id, title, type }) => {
      const values = ofTexts.some(([, one]) => one === type) ? {} : await valuesOf(option_id);
      return [title, { option_id, values }] as const;
    }),
  );
  options = Object.fromEntries(entries);
});

interface Listed {
  readonly option_id: number;
  readonly title: string;
  readonly type: string;
}

async function valuesOf(option_id: number): Promise<Record<string, number>> {
  const rows = (await shop.call("catalog_product_custom_option_value.list", [option_id])) as {
    value_id: number;
    title: string;
  }[];
  return Object.fromEntries(rows.map(({ value_id, title }) => [title, value_id]));
}

type Chosen = Readonly<Record<string, true | string | readonly string[]>>;

/** The entry for chosen titles; `true` for the text or date of an option without values. */
function lineOf(chosen: Chosen): Line {
  const given = Object.entries(chosen).map(([title, choice]) => {
    const { option_id, values } = options[title] as (typeof options)[string];
    if (choice === true) return [option_id, title.startsWith("date") ? date : "Ada"];
    return [option_id, typeof choice === "string" ? values[choice] : choice.map((one) => values[one])];
  });
  return { sku: "SK", options: Object.fromEntries(given) as object };
}

const cases: readonly (readonly [Chosen, string])[] = [
  [{}, "SK"],
  ...["drop_down", "radio"].flatMap(
    (type) =>
      [
        [{ [type]: "gold" }, "SK-GLD"],
        [{ [type]: "absent" }, "SK"],
        [{ [type]: "empty" }, "SK"],
        [{ [type]: "null" }, "SK"],
      ] as const,
  ),
  ...["field", "date"].flatMap(
    (type) =>
      [
        [{ [`${type} box`]: true }, "SK-BOX"],
        [{ [`${type} absent`]: true }, "SK"],
        [{ [`${type} empty`]: true }, "SK"],
        [{ [`${type} null`]: true }, "SK"],
      ] as const,
  ),
  ...["checkbox", "multiple"].flatMap(
    (type) =>
      [
        [{ [type]: ["gold"] }, "SK-GLD"],
        [{ [type]: ["absent"] }, "SK"],
        [{ [type]: ["empty"] }, "SK"],
        [{ [type]: ["null"] }, "SK"],
        [{ [type]: ["gold", "box"] }, "SK-GLD-BOX"],
        [{ [type]: ["box", "absent", "gold"] }, "SK-BOX--GLD"],
        [{ [type]: ["gold", "absent"] }, "SK-GLD-"],
        [{ [type]: ["absent", "empty"] }, "SK--"],
        [{ [type]: ["gold", "box", "absent"] }, "SK-GLD-BOX-"],
        [{ [type]: ["gold", "empty", "null"] }, "SK-GLD--"],
        [{ [type]: ["absent", "empty", "null"] }, "SK---"],
      ] as const,
  ),
  [{ "field box": true, drop_down: "absent" }, "SK-BOX"],
  [{ drop_down: "gold", radio: "absent", checkbox: ["box", "empty"], "field null": true }, "SK-GLD-BOX-"],
  [{ drop_down: "null", multiple: ["empty"], "date absent": true, "field box": true }, "SK-BOX"],
];

test.each(cases)("%j: %s, in the cart, its order and the documents of that", async (chosen, sku) => {
  const id = await filledCart(shop, { lines: [lineOf(chosen)] });
  expect(await shop.call("cart_product.list", [id])).toMatchObject([{ sku }]);
  expect(await shop.call("cart.info", [id])).toMatchObject({ items: [{ sku }] });
  const number = await shop.call("cart.order", [id]);
  expect(await shop.call("sales_order.info", [number])).toMatchObject({ items: [{ sku }] });
  for (const kind of ["invoice", "shipment", "creditmemo"]) {
    const document = await shop.call(`sales_order_${kind}.create`, [number]);
    expect(await shop.call(`sales_order_${kind}.info`, [document]), kind).toMatchObject({ items: [{ sku }] });
  }
});

test.each(cases)("%j: %s, in an order of the test control", async (chosen, sku) => {
  const { options: given } = lineOf(chosen);
  const order = await controlOrder(shop, { items: [{ sku: "SK", qty: 1, options: given }] });
  expect(order.items).toMatchObject([{ sku }]);
});

/** The rows of the SKUs in an XML answer. */
function skusIn(answer: unknown): { sku: string }[] {
  return [...JSON.stringify(answer).matchAll(/"(SK[^"]*)"/g)].map(([, sku = ""]) => ({ sku }));
}

/** The lines of a cart by each door. */
const doors: Readonly<Record<string, (id: number) => Promise<unknown>>> = {
  "JSON-RPC": (id) => shop.call("cart_product.list", [id]),
  "XML-RPC": async (id) => xmlRpc(shop, "call", [await shop.session(), "cart_product.list", [id]]),
  "SOAP v1": async (id) => {
    const args = elementXml("args", [id]);
    const parts = { sessionId: await shop.session(), resourcePath: "cart_product.list", args };
    return skusIn(readSoap(await postXml(shop, envelope(operation("call", parts)), { path: "/api/soap" })));
  },
  "SOAP v2": async (id) => {
    const parts = { sessionId: await shop.session(), quoteId: String(id) };
    const body = envelope(operation("shoppingCartProductList", parts));
    return skusIn(readSoap(await postXml(shop, body, { path: "/api/v2_soap" })));
  },
};

test.each(Object.keys(doors))("by %s", async (door) => {
  const chosen: Chosen[] = [{ radio: "absent" }, { checkbox: ["gold", "empty"] }, { "field box": true }];
  const lines = chosen.map(lineOf);
  const listed = await (doors[door] as (id: number) => Promise<unknown>)(await filledCart(shop, { lines }));
  expect(listed).toMatchObject([{ sku: "SK" }, { sku: "SK-GLD-" }, { sku: "SK-BOX" }]);
});

test("by REST: the rows of an order", async () => {
  const id = await filledCart(shop, {
    lines: [lineOf({ radio: "absent", "field null": true, multiple: ["box"] })],
  });
  const order = (await shop.call("sales_order.info", [await shop.call("cart.order", [id])])) as {
    order_id: number;
  };
  const { json, text } = await shop.http("GET", `/api/rest/orders/${order.order_id}/items`, {
    headers: { ...basic(), Accept: "application/json" },
  });
  expect(json, text).toMatchObject([{ sku: "SK-BOX" }]);
});
