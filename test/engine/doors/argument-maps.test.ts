/** Arguments as maps in SOAP v1 and XML-RPC: by name, or by position (doors 2.5). */
import { beforeEach, describe, expect, test } from "vitest";
import { functions } from "../../../generated/doors/soap-v2.js";
import { operations } from "../../../generated/tables.js";
import { mappedArguments } from "../../../src/engine/doors/argument-maps.js";
import { elementXml } from "../../../src/engine/doors/soap/encoding.js";
import { shopContract } from "../../../src/shop/contract.js";
import { startShop } from "../../support/shop.js";
import { operation, soap } from "./soap-client.js";
import { postXml, xmlRpc } from "./xml-rpc-client.js";

const mapped = (path: string, args: unknown) => mappedArguments(shopContract, path, args);

describe("every name of every part", () => {
  const names = Object.values(functions).flatMap(({ operation: path, rpc, wsi }) =>
    [...rpc.parts, ...wsi.parts].map(({ name, param }) => [path, name, param] as const),
  );
  test.each(names)("%s: %s is %s", (path, name, param) => {
    const own = operations[path as keyof typeof operations].params.some((one) => one.name === name);
    if (param === undefined)
      expect(mapped(path, { [name]: 7 })).toEqual({ args: {}, extraArguments: { [name]: 7 } });
    // A name of the operation itself wins over a part of that name.
    else expect(mapped(path, { [name]: 7 })).toEqual({ args: { [own ? name : param]: 7 } });
    expect(mapped(path, { [name.toUpperCase()]: 7 }).args).not.toEqual([7]);
  });
});

test.each([
  ["no known name", "catalog_product.info", { sku: "mug-01", view: "german" }, ["mug-01", "german"]],
  ["one name of a WSDL and another", "catalog_product.info", { product: 1, lang: "german" }, [1, "german"]],
  ["two names of one parameter", "catalog_product.info", { product: 1, productId: 2 }, [1, 2]],
  ["a list", "catalog_product.info", [1], [1]],
  ["a text", "catalog_product.info", "mug-01", "mug-01"],
  ["null", "catalog_product.info", null, null],
  ["nothing in it", "catalog_product.list", {}, {}],
  ["an unknown operation", "catalog_product.nope", { product: 1 }, { product: 1 }],
])("%s: by position, or as it is", (_title, path, args, want) =>
  expect(mapped(path, args)).toEqual({ args: want }),
);

test.each([
  ["catalog_product.info", ["mug-01", false, false, "sku"], ["mug-01", undefined, undefined, "sku"]],
  ["catalog_product.info", { productId: 1, store: false }, { productId: 1, store: undefined }],
  ["catalog_product.list", [false, "german"], [undefined, "german"]],
  ["catalog_category.tree", [false, false], [undefined, undefined]],
  [
    "sales_order.addComment",
    ["100000001", "pending", false, false],
    ["100000001", "pending", undefined, false],
  ],
  ["catalog_product.info", [false], [false]],
])("%s %j: false leaves out an optional argument that takes no boolean", (path, args, want) => {
  expect(mapped(path, args).args).toEqual(want);
});

test.each([
  [[{ customer_id: 1 }], [1]],
  [[{ customer_id: "1" }], ["1"]],
  [[{ customer_id: { eq: 1 } }], [1]],
  [[{ customer_id: { in: [1] } }], [1]],
  [{ customerId: { customer_id: { eq: 1 } } }, { customerId: 1 }],
  [[{ customer_id: { in: [1, 2] } }], [{ customer_id: { in: [1, 2] } }]],
  [[{ customer_id: { gt: 1 } }], [{ customer_id: { gt: 1 } }]],
  [[{ customer_id: 1, city: "A" }], [{ customer_id: 1, city: "A" }]],
  [[{ entity_id: 1 }], [{ entity_id: 1 }]],
])("customer_address.list %j: %j", (args, want) => {
  expect(mapped("customer_address.list", args).args).toEqual(want);
});

test("a map in the place of another ID stays a map", () => {
  const args = [{ customer_id: 1 }];
  expect(mapped("customer.info", args).args).toEqual(args);
});

describe("over the wire", async () => {
  const shop = await startShop({ dataset: "sample" });
  beforeEach(() => shop.reset("sample"));

  const call = async (path: string, args: object) => xmlRpc(shop, "call", [await shop.session(), path, args]);
  const german = { name: "Steinzeugbecher" };

  test.each([
    { product: "mug-01", storeView: "german" },
    { productId: 1, store: "german" },
    { id: "mug-01", view: "german" },
  ])("XML-RPC and SOAP v1: %j", async (args) => {
    expect(await call("catalog_product.info", args)).toMatchObject(german);
    const items = Object.entries(args).map(
      ([key, value]) => `<item><key>${key}</key><value>${value}</value></item>`,
    );
    const parts = { sessionId: await shop.session(), resourcePath: "catalog_product.info" };
    const map = `<args xsi:type="ns2:Map">${items.join("")}</args>`;
    const answer = await soap(shop, "/api/soap", operation("call", { ...parts, args: map }));
    expect(JSON.stringify(answer)).toContain(german.name);
  });

  /** The members in the order of the document, which a JavaScript object does not keep. */
  const entries = [
    ["orderIncrementId", "100000001"],
    ["0", "pending"],
    ["1", "In order"],
  ] as const;

  const comments = async () => {
    const { status_history } = (await shop.call("sales_order.info", ["100000001"])) as {
      status_history: { comment: string }[];
    };
    return status_history.map(({ comment }) => comment);
  };

  test("XML-RPC: a map that mixes a name and positions is read in the order of the document", async () => {
    const members = entries.map(
      ([name, value]) => `<member><name>${name}</name><value><string>${value}</string></value></member>`,
    );
    const params = [await shop.session(), "sales_order.addComment"].map(
      (text) => `<param><value><string>${text}</string></value></param>`,
    );
    const map = `<param><value><struct>${members.join("")}</struct></value></param>`;
    const body = `<methodCall><methodName>call</methodName><params>${params.join("")}${map}</params></methodCall>`;
    expect((await postXml(shop, body)).text).toContain("<boolean>1</boolean>");
    expect(await comments()).toContain("In order");
  });

  test("SOAP v1: the same", async () => {
    const items = entries.map(([key, value]) => `<item><key>${key}</key><value>${value}</value></item>`);
    const parts = { sessionId: await shop.session(), resourcePath: "sales_order.addComment" };
    const map = `<args xsi:type="ns2:Map">${items.join("")}</args>`;
    await soap(shop, "/api/soap", operation("call", { ...parts, args: map }));
    expect(await comments()).toContain("In order");
  });

  test("base64 in a map keeps the order", async () => {
    const members = entries.map(([name, value]) => {
      const written =
        name === "1"
          ? `<base64>${Buffer.from(value).toString("base64")}</base64>`
          : `<string>${value}</string>`;
      return `<member><name>${name}</name><value>${written}</value></member>`;
    });
    const call = `<value><array><data><value><string>sales_order.addComment</string></value><value><struct>${members.join("")}</struct></value></data></array></value>`;
    const session = `<param><value><string>${await shop.session()}</string></value></param>`;
    const calls = `<param><value><array><data>${call}</data></array></value></param>`;
    const body = `<methodCall><methodName>multiCall</methodName><params>${session}${calls}</params></methodCall>`;
    await postXml(shop, body);
    expect(await comments()).toContain("In order");
  });

  test.each([[{ customer_id: 2 }], [{ customer_id: { eq: "2" } }], [{ customer_id: { in: [2] } }]])(
    "the addresses of a customer who is named by a filter: %j",
    async (filters) => {
      const session = await shop.session();
      const ofXmlRpc = (id: unknown) =>
        xmlRpc(shop, "multiCall", [session, [["customer_address.list", [id]]]]);
      const ofSoap = (id: unknown) => {
        const parts = { sessionId: session, resourcePath: "customer_address.list" };
        return soap(shop, "/api/soap", operation("call", { ...parts, args: elementXml("args", [id]) }));
      };
      expect(await call("customer_address.list", [filters])).toMatchObject([{ customer_address_id: "3" }]);
      expect(await ofXmlRpc(filters)).toEqual(await ofXmlRpc(2));
      expect(await ofSoap(filters)).toEqual(await ofSoap(2));
    },
  );

  test("entries of multiCall", async () => {
    const calls = [["catalog_product.info", { product: 1, storeView: "german" }]];
    expect(await xmlRpc(shop, "multiCall", [await shop.session(), calls])).toMatchObject([german]);
  });

  test("a part without a parameter has its effect", async () => {
    const known = { orderIncrementId: "100000001", refundToStoreCreditAmount: 5 };
    await expect(call("sales_order_creditmemo.create", known)).rejects.toMatchObject({
      code: 105,
    });
    const price = { product: "mug-01", specialPrice: 5, identifierType: "sku" };
    expect(await call("catalog_product.setSpecialPrice", price)).toBe(true);
    expect(await shop.call("catalog_product.getSpecialPrice", [1])).toMatchObject({ special_price: 5 });
  });
});
