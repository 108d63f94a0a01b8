/** Features that clients of Magento 1 expect beyond the API documents, only at their doors (doors 0.1). */
import { beforeEach, describe, expect, test } from "vitest";
import { startShop } from "../../support/shop.js";
import { elementXml } from "../../../src/engine/doors/soap/encoding.js";
import { operation, soap } from "./soap-client.js";
import { xmlRpcCall, type XmlRpcFault } from "./xml-rpc-client.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset("sample"));

const someText = expect.any(String) as string;
const matching = (form: RegExp) => expect.stringMatching(form) as string;

function codeOf(answer: Promise<unknown>): Promise<unknown> {
  return answer.then(
    () => undefined,
    (error: unknown) => (error as XmlRpcFault).code,
  );
}

describe("the scope of an attribute", () => {
  const text = {
    ...{ attribute_code: "mine", frontend_input: "text" },
    frontend_label: [{ store_id: 0, label: "Mine" }],
  };

  test.each([
    ["global", "global"],
    ["website", "website"],
    ["store", "store"],
    ["Global", "store"],
    ["shop", "store"],
    ["", "store"],
    [1, "store"],
    [true, "store"],
  ])("%j is %s", async (scope, want) => {
    const given = { ...text, scope };
    const id = await xmlRpcCall(shop, "catalog_product_attribute.create", [given]);
    expect(await shop.call("catalog_product_attribute.info", [id])).toMatchObject({ scope: want });
    await xmlRpcCall(shop, "catalog_product_attribute.update", [id, { scope: "global" }]);
    await xmlRpcCall(shop, "catalog_product_attribute.update", [id, { scope }]);
    expect(await shop.call("catalog_product_attribute.info", [id])).toMatchObject({ scope: want });
  });

  test("by SOAP, too", async () => {
    const sessionId = await shop.session();
    const data = { scope: "shop" };
    const id = await shop.call("catalog_product_attribute.create", [{ ...text, scope: "global" }]);
    const parts = { sessionId, attribute: String(id), data: elementXml("data", data) };
    const args = elementXml("args", [id, data]);
    for (const [path, body] of [
      ["/api/v2_soap", operation("catalogProductAttributeUpdate", parts)],
      ["/api/soap", operation("call", { sessionId, resourcePath: "product_attribute.update", args })],
    ] as const) {
      await shop.call("catalog_product_attribute.update", [id, { scope: "global" }]);
      await soap(shop, path, body);
      expect(await shop.call("catalog_product_attribute.info", [id]), path).toMatchObject({ scope: "store" });
    }
  });

  test("by JSON-RPC, another scope is refused", async () => {
    const given = { ...text, scope: "shop" };
    await expect(shop.call("catalog_product_attribute.create", [given])).rejects.toMatchObject({ code: 102 });
  });
});

test("a client of SOAP v2 without the WSDL leaves out an optional argument by false", async () => {
  const sessionId = await shop.session();
  const storeView = '<storeView xsi:type="xsd:boolean">false</storeView>';
  const info = await soap(
    shop,
    "/api/v2_soap",
    operation("catalogProductInfo", {
      sessionId,
      productId: "1",
      storeView,
      attributes: "",
      identifierType: "",
    }),
  );
  expect(JSON.stringify(info)).toContain("mug-01");
});

describe("multiUpdate", () => {
  test("accepts separate data for each product", async () => {
    const args = [
      [1, "mug-02"],
      [{ name: "First" }, { name: "Second" }],
    ];
    expect(await xmlRpcCall(shop, "catalog_product.multiUpdate", args)).toBe(true);
    const names = await Promise.all(
      [1, 2].map(async (id) => ((await shop.call("catalog_product.info", [id])) as { name: string }).name),
    );
    expect(names).toEqual(["First", "Second"]);
  });

  test.each([
    ["too few", [[1, 2], [{ name: "x" }]]],
    [
      "not objects",
      [
        [1, 2],
        [{ name: "x" }, 5],
      ],
    ],
    [
      "unusable data",
      [
        [1, 2],
        [{ name: "x" }, { price: "many" }],
      ],
    ],
  ])("%s → data_invalid, and nothing changes", async (_title, args) => {
    expect(await codeOf(xmlRpcCall(shop, "catalog_product.multiUpdate", args))).toBe(102);
    expect(await shop.call("catalog_product.info", [1, null, ["name"]])).toMatchObject({
      name: "Stoneware Mug",
    });
  });

  test("JSON-RPC accepts only one object", async () => {
    await expect(shop.call("catalog_product.multiUpdate", [[1], [{ name: "x" }]])).rejects.toMatchObject({
      fault: "data_invalid",
    });
  });
});

describe("customers", () => {
  test("a list after the ID selects attributes", async () => {
    expect(await xmlRpcCall(shop, "customer.info", [1, ["email", "nope"]])).toEqual({
      ...{ customer_id: "1", email: "anna.becker@example.com" },
    });
    expect(await xmlRpcCall(shop, "customer.info", [1, "german"])).toMatchObject({ firstname: "Anna" });
    expect(await codeOf(xmlRpcCall(shop, "customer.info", [1, "nope"]))).toBe(108);
  });

  test("rows are complete, without unset members and without secrets", async () => {
    const rows = (await xmlRpcCall(shop, "customer.list")) as Record<string, unknown>[];
    expect(rows[0]).toMatchObject({
      customer_id: "1",
      created_in: someText,
      store_id: someText,
    });
    for (const row of rows) {
      expect(Object.values(row)).not.toContain(null);
      expect(Object.keys(row).join()).not.toMatch(/password|token/);
    }
  });

  test("addresses", async () => {
    const [row] = (await xmlRpcCall(shop, "customer_address.list", [1])) as Record<string, unknown>[];
    expect(row).toMatchObject({ city: someText, country_id: "US", is_default_billing: true });
    expect(await xmlRpcCall(shop, "customer_address.info", [row?.customer_address_id])).toMatchObject({
      ...{ created_at: matching(/T.*\+00:00$/), updated_at: matching(/ /) },
    });
  });
});

test("tier prices inside a product have the members of their table", async () => {
  const { tier_price } = (await xmlRpcCall(shop, "catalog_product.info", [1])) as { tier_price: unknown[] };
  expect(tier_price[0]).toEqual({
    ...{ customer_group_id: "all", website: "all", qty: "6.0000", price: "11.5000" },
    ...{ price_id: "1", website_id: "0", all_groups: "1", cust_group: 32000, price_qty: "6.0000" },
    ...{ website_price: "11.5000", is_percent: 0 },
  });
});

test("options are numbers unless they are separate rows", async () => {
  const values = async (code: string) =>
    ((await xmlRpcCall(shop, "catalog_product_attribute.options", [code])) as { value: unknown }[])
      .map(({ value }) => value)
      .slice(1, 3);
  expect(await values("status")).toEqual([1, 2]);
  expect((await values("material")).map((value) => typeof value)).toEqual(["string", "string"]);
});

test("orders, their rows and tracks", async () => {
  const [row] = (await xmlRpcCall(shop, "sales_order.list", [{ increment_id: "100000001" }])) as object[];
  expect(row).toMatchObject({
    firstname: someText,
    telephone: someText,
    grand_total: matching(/\.\d{4}$/),
  });
  const info = (await xmlRpcCall(shop, "sales_order.info", ["100000001"])) as {
    order_id: string;
    billing_address: object;
    payment: object;
  };
  expect(info.billing_address).toMatchObject({ parent_id: info.order_id });
  expect(info.payment).toMatchObject({ base_shipping_amount: matching(/\.\d{4}$/) });
  const memos = (await xmlRpcCall(shop, "sales_order_creditmemo.list")) as object[];
  expect(memos[0]).toMatchObject({ subtotal: matching(/\.\d{4}$/) });
});

test("images are base64 in both directions, whichever way they are sent", async () => {
  const pixel = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
  const { postXml, readAnswer, methodCall } = await import("./xml-rpc-client.js");
  const args = [1, { file: { content: pixel, mime: "image/gif", name: "dot" }, label: "Dot" }];
  const body = methodCall("call", [await shop.session(), "product_media.create", args]);
  expect(readAnswer(await postXml(shop, body))).toBe("/d/o/dot.gif");
  const typed = body.replace(`<string>${pixel}</string>`, `<base64>${pixel}</base64>`);
  expect(
    readAnswer(await postXml(shop, typed.replace("<string>Dot</string>", "<base64>RG90</base64>"))),
  ).toBe("/d/o/dot_1.gif");
  expect(await xmlRpcCall(shop, "product_media.info", [1, "/d/o/dot_1.gif"])).toMatchObject({ label: "Dot" });
});
