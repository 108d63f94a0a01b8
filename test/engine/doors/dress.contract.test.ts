/** The form of results at the XML doors (doors 8, appendix A). */
import { shopContract } from "../../../src/shop/contract.js";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { shapes } from "../../../generated/doors/values.js";
import { operations } from "../../../generated/tables.js";
import { dressOf } from "../../../src/engine/doors/dress.js";
import { filledCart } from "../../support/example-state.js";
import { startShop } from "../../support/shop.js";
import { envelope, operation } from "./soap-client.js";
import { methodCall, postXml, xmlRpcCall } from "./xml-rpc-client.js";

const dress = dressOf(shopContract);

const shop = await startShop({ dataset: "sample" });
beforeAll(async () => {
  await shop.reset(filledCart);
});

test("every operation has a shape", () => {
  expect(Object.keys(shapes).sort()).toEqual(Object.keys(operations).sort());
});

/** Calls whose answers show the members of each operation. */
const reads: readonly (readonly [string, ...unknown[]])[] = [
  ["catalog_product_attribute.items", 4],
  ["catalog_product_attribute.options", "status"],
  ["catalog_product_attribute.options", "material"],
  ["catalog_product_attribute.types"],
  ["catalog_product_attribute.info", "material"],
  ["catalog_product_attribute_set.items"],
  ["catalog_product_type.items"],
  ["catalog_product_attribute_media.items", 1],
  ["catalog_product_attribute_media.types", 4],
  ["catalog_product_attribute_tier_price.info", 1],
  ["catalog_product.currentStore", "german"],
  ["catalog_product_attribute.currentStore", "german"],
  ["catalog_product_attribute_media.currentStore", "german"],
  ["catalog_product.list"],
  ["catalog_product.info", 1],
  ["catalog_product.info", 3],
  ["catalog_product.getSpecialPrice", 1],
  ["catalog_product.listOfAdditionalAttributes", "simple", 9],
  ["catalog_category.currentStore", "german"],
  ["catalog_category.tree"],
  ["catalog_category.level"],
  ["catalog_category.info", 3],
  ["catalog_category.assignedProducts", 5],
  ["catalog_category_attribute.currentStore", "german"],
  ["catalog_category_attribute.list"],
  ["catalog_category_attribute.options", "is_active"],
  ["catalog_category_attribute.options", "display_mode"],
  ["catalog_product_tag.list", 1],
  ["catalog_product_tag.info", 1, "default"],
  ["catalog_product_link.types"],
  ["catalog_product_link.attributes", "grouped"],
  ["catalog_product_link.list", "related", 2],
  ["catalog_product_link.list", "grouped", "service-dinner", "sku"],
  ["cart.info", 1],
  ["cart.totals", 1],
  ["cart.license", 1],
  ["cart_product.list", 1],
  ["cart_shipping.list", 1],
  ["cart_payment.list", 1],
  ["catalog_product_custom_option.types"],
  ["catalog_product_custom_option.list", 49],
  ["catalog_product_custom_option.info", 1],
  ["catalog_product_custom_option.info", 2],
  ["catalog_product_custom_option_value.list", 1],
  ["catalog_product_custom_option_value.info", 2],
  ["catalog_product_downloadable_link.list", 46],
  ["sales_order.list"],
  ["sales_order.info", "100000001"],
  ["sales_order_shipment.list"],
  ["sales_order_shipment.getCarriers", "100000001"],
  ["sales_order_invoice.list"],
  ["sales_order_creditmemo.list"],
  ["customer.list"],
  ["customer.info", 1],
  ["customer_address.list", 1],
  ["customer_address.info", 1],
];

/** Info of the first documents of each kind. */
const documents = ["shipment", "invoice", "creditmemo"].map((kind) => `sales_order_${kind}`);

async function allReads(): Promise<(readonly [string, ...unknown[]])[]> {
  const infos = await Promise.all(
    documents.map(async (namespace) => {
      const list = (await shop.call(`${namespace}.list`)) as { increment_id: string }[];
      return list.slice(0, 6).map(({ increment_id }) => [`${namespace}.info`, increment_id] as const);
    }),
  );
  return [...reads, ...infos.flat()];
}

describe("answers have the types that were observed", () => {
  const observed = JSON.parse(readFileSync(new URL("observed-types.json", import.meta.url), "utf8")) as {
    ops: Record<string, Record<string, string[]>>;
  };

  test("in every member", async () => {
    const different: string[] = [];
    for (const [path, ...args] of await allReads()) {
      const types = observed.ops[path] ?? observed.ops[path.replace(/\.items$/, ".list")] ?? {};
      for (const [place, type] of typesIn(await xmlRpcCall(shop, path, args))) {
        const wanted = types[place];
        // In the live shop, members that were never set are nil; here they may have a value, and vice versa.
        if (!wanted || type === "nil" || wanted.every((one) => one === "nil")) continue;
        if (!wanted.some((one) => one.replace("(empty)", "") === type)) {
          different.push(`${path} ${place}: ${type} for ${wanted.join(" or ")}`);
        }
      }
    }
    expect([...new Set(different)]).toEqual([]);
  });
});

/** Paths and types of a value of XML-RPC. */
function typesIn(value: unknown, place = ""): [string, string][] {
  if (Array.isArray(value)) return [[place, "array"], ...value.flatMap((one) => typesIn(one, `${place}[]`))];
  if (value === null) return [[place, "nil"]];
  if (typeof value === "object") {
    const inner = Object.entries(value).flatMap(([name, one]) =>
      typesIn(one, place === "" ? name : `${place}.${name}`),
    );
    return [[place, "struct"], ...inner];
  }
  return [[place, typeof value === "number" ? "int" : typeof value]];
}

test("answers have the content of JSON-RPC answers, and never less", async () => {
  for (const [path, ...args] of await allReads()) {
    const [json, xml] = [await shop.call(path, args), await xmlRpcCall(shop, path, args)];
    expect(missing(json, xml), path).toEqual([]);
  }
});

/** Members of a JSON answer that a dressed answer lacks or changes. */
function missing(json: unknown, dressed: unknown, place = ""): string[] {
  if (Array.isArray(json) && Array.isArray(dressed) && json.length === dressed.length) {
    return json.flatMap((one, index) => missing(one, (dressed as unknown[])[index], `${place}[]`));
  }
  if (typeof json === "object" && json !== null && !Array.isArray(json)) {
    if (Object.keys(json).length === 0) return Array.isArray(dressed) && dressed.length === 0 ? [] : [place];
    return Object.entries(json).flatMap(([name, member]) => {
      const other = (dressed as Record<string, unknown> | null)?.[name];
      // Members without a value are missing in rows of clients of Magento 1.
      return missing(member, other, `${place}.${name}`);
    });
  }
  return undressed(dressed, json) === json
    ? []
    : [`${place}: ${JSON.stringify(json)} is ${JSON.stringify(dressed)}`];
}

/** The dressed value with the type that the JSON answer has. */
function undressed(dressed: unknown, like: unknown): unknown {
  if (typeof like === "number") return Number(dressed);
  if (typeof like === "boolean") return dressed === "1" || dressed === 1 || dressed === true;
  if (typeof like !== "string") return dressed;
  const text = String(dressed);
  return text.replace(/T(.*)\+00:00$/, " $1").startsWith(like) ? like : text;
}

describe("the dress", () => {
  test.each([
    ["catalog_product.info", { price: 12.5 }, { price: "12.5000" }],
    ["catalog_product.info", { weight: 0 }, { weight: "0.0000" }],
    ["catalog_product.info", { product_id: 7, name: null }, { product_id: "7", name: null }],
    ["catalog_product.info", { own: 0.5, flag: 1 }, { own: "0.5000", flag: "1" }],
    [
      "catalog_product.info",
      { created_at: "2025-06-01 12:00:00" },
      { created_at: "2025-06-01T12:00:00+00:00" },
    ],
    ["catalog_product.create", 12, "12"],
    ["catalog_product_attribute.create", 12, 12],
    ["catalog_product.update", true, true],
    ["catalog_category.tree", { is_active: false, children: [] }, { is_active: "0", children: [] }],
    ["catalog_category.tree", { children: [{ level: 2 }] }, { children: [{ level: "2" }] }],
    ["customer.info", { dob: "1985-05-15" }, { dob: "1985-05-15 00:00:00" }],
    ["customer_address.info", { is_default_billing: true }, { is_default_billing: true }],
    ["sales_order_shipment.getCarriers", {}, []],
    ["catalog_product_attribute.items", [{ required: true }], [{ required: 1 }]],
  ])("%s: %j → %j", (path, result, dressed) => expect(dress(path, result)).toEqual(dressed));

  test("totals of a cart with goods are doubles, those of a virtual cart are text", async () => {
    const totals = async (quoteId: number) => {
      const sessionId = await shop.session();
      const { text } = await postXml(shop, methodCall("call", [sessionId, "cart.totals", [quoteId]]));
      const parts = { sessionId, resourcePath: "cart.totals", args: String(quoteId) };
      const path = "/api/soap";
      const { text: soapText } = await postXml(shop, envelope(operation("call", parts)), { path });
      return [text.match(/<(?:double|string|int)>-?[\d.]+(?=<)/g), soapText.match(/xsd:\w+">-?[\d.]+</g)];
    };
    expect(await totals(1)).toEqual([
      ["<double>25.0", "<string>10.0000", "<string>2.0600", "<double>37.06"],
      ['xsd:float">25<', 'xsd:string">10.0000<', 'xsd:string">2.0600<', 'xsd:float">37.06<'],
    ]);
    const virtual = (await shop.call("cart.create", ["default"])) as number;
    await shop.call("cart_product.add", [virtual, [{ product_id: 45 }]]);
    expect((await totals(virtual))[0]).toBeNull();
    const address = { firstname: "Ada", lastname: "King", street: "1 Main Street", city: "London" };
    const rest = { postcode: "1", country_id: "GB", telephone: "555" };
    await shop.call("cart_customer.addresses", [virtual, [{ mode: "billing", ...address, ...rest }]]);
    const [sum, total, ...others] = (await totals(virtual))[0] ?? [];
    expect([sum, others]).toEqual([expect.stringMatching(/^<string>\d+\.\d{4}$/), []]);
    expect(total).toBe(sum);
  });

  test("dressing twice is the same as once", () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(shapes)), fc.jsonValue(), (path, value) => {
        const once = dress(path, value);
        expect(dress(path, once)).toEqual(once);
      }),
    );
  });

  test("long lists are dressed in slices", async () => {
    const rows = Array.from({ length: 1000 }, (_, id) => ({ product_id: id }));
    const dressed = (await dress("catalog_product.list", rows)) as { product_id: string }[];
    expect(dressed.map(({ product_id }) => product_id)).toEqual(
      rows.map(({ product_id }) => String(product_id)),
    );
  });
});

describe("COMPAT_VALUES=strings", async () => {
  const compatible = await startShop({ dataset: "sample", settings: { compatValues: "strings" } });

  const args = [1, null, ["price", "status"]];
  const expected = { product_id: "1", price: "12.5000", status: "1" };

  /** Bypasses the checks of the helpers, because answers have other types than in the contract. */
  async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<unknown> {
    const response = await fetch(compatible.url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return response.json();
  }

  const rpc = (method: string, params: unknown, headers?: Record<string, string>) =>
    post("/api/jsonrpc", { jsonrpc: "2.0", id: 1, method, params }, headers);

  test("dresses call, multiCall, the direct and the plain form", async () => {
    const session = await compatible.session();
    const bearer = { Authorization: `Bearer ${session}` };
    expect(await rpc("call", [session, "product.info", args])).toMatchObject({ result: expected });
    expect(await rpc("multiCall", [session, [["product.info", args], ["nope.x"]]])).toMatchObject({
      result: [expected, { isFault: true, faultCode: 3 }],
    });
    expect(await rpc("catalog_product.info", args, bearer)).toMatchObject({ result: expected });
    expect(await rpc("catalog_product.info", [session, ...args])).toMatchObject({ result: expected });
    const body = { productId: 1, attributes: ["price", "status"] };
    expect(await post("/api/rpc/catalog_product.info", body, bearer)).toMatchObject(expected);
  });

  test("does not accept SKUs as IDs", async () => {
    await expect(compatible.call("product.info", ["mug-01"])).rejects.toMatchObject({
      fault: "product_not_exists",
    });
  });
});
