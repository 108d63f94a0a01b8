/**
 * The product that a text identifies at the XML doors, for every operation with a product (doors 0, "ID or
 * SKU").
 */
import { beforeAll, describe, expect, test } from "vitest";
import { functions } from "../../../generated/doors/soap-v2.js";
import { operations } from "../../../generated/tables.js";
import { elementXml } from "../../../src/engine/doors/soap/encoding.js";
import { startShop, type CallFault } from "../../support/shop.js";
import { differsHere } from "../../support/storages.js";
import { envelope, operation, readSoap, type SoapFault } from "./soap-client.js";
import { postXml, xmlRpc, type XmlRpcFault } from "./xml-rpc-client.js";

interface Takes {
  /** Arguments by name. */
  readonly args: (product: string, file: string) => Readonly<Record<string, unknown>>;
  /**
   * The part of the answer that identifies the product; undefined = the operation changes the product, or its
   * related records.
   */
  readonly tells?: (product: Marked) => string;
}

/** A product that a text may identify, with marks by which an answer distinguishes it. */
interface Marked {
  readonly id: number;
  readonly sku: string;
  /** An image that only this product has. */
  readonly file: string;
}

const price = 7000;
/** Patterns. */
const sku: Takes["tells"] = (product) => product.sku;
const picture: Takes["tells"] = (product) => product.file;
const marked: Takes["tells"] = ({ id }) => `${price + id}(\\.0000)?`;
const upload = {
  file: { content: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", mime: "image/gif" },
};

const note = { type: "field", additional_fields: [{ price: 1 }] };

const takes: Readonly<Record<string, Takes>> = {
  "catalog_product.info": { args: (productId) => ({ productId }), tells: sku },
  "catalog_product.update": { args: (productId) => ({ productId, productData: { name: "Other" } }) },
  "catalog_product.multiUpdate": {
    args: (productId) => ({ productIds: [productId], productData: { name: "Other" } }),
  },
  "catalog_product.delete": { args: (productId) => ({ productId }) },
  "catalog_product.getSpecialPrice": { args: (productId) => ({ productId }), tells: marked },
  "catalog_product.setSpecialPrice": { args: (productId) => ({ productId, specialPrice: 1 }) },
  "catalog_product_attribute_tier_price.info": { args: (productId) => ({ productId }), tells: marked },
  "catalog_product_attribute_tier_price.update": {
    args: (productId) => ({ productId, tierPrices: [{ qty: 3, price: 1 }] }),
  },
  "catalog_product_attribute_media.items": { args: (productId) => ({ productId }), tells: picture },
  "catalog_product_attribute_media.info": {
    args: (productId, file) => ({ productId, file }),
    tells: picture,
  },
  "catalog_product_attribute_media.create": { args: (productId) => ({ productId, data: upload }) },
  "catalog_product_attribute_media.update": {
    args: (productId, file) => ({ productId, file, data: { label: "Other" } }),
  },
  "catalog_product_attribute_media.remove": { args: (productId, file) => ({ productId, file }) },
  "catalog_product_custom_option.list": { args: (productId) => ({ productId }), tells: sku },
  "catalog_product_custom_option.add": {
    args: (productId) => ({ productId, data: { ...note, title: "Other" } }),
  },
  "catalog_category.assignProduct": { args: (productId) => ({ categoryId: 3, productId, position: 9 }) },
  "catalog_category.updateProduct": { args: (productId) => ({ categoryId: 3, productId, position: 9 }) },
  "catalog_category.removeProduct": { args: (productId) => ({ categoryId: 3, productId }) },
  "cataloginventory_stock_item.list": { args: (productId) => ({ productIds: [productId] }), tells: sku },
  "cataloginventory_stock_item.update": { args: (productId) => ({ productId, data: { qty: 3 } }) },
  "cataloginventory_stock_item.multiUpdate": {
    args: (productId) => ({ productIds: [productId], productData: [{ qty: 3 }] }),
  },
};

test("the table has every operation with a product", () => {
  const taking = Object.entries(operations).filter(([, { params }]) =>
    params.some(({ name }) => /^productIds?$/.test(name)),
  );
  // Only for downloadable products (test/shop/catalog/downloads/product-downloadable-link.test.ts), and only
  // by ID (beyond 14).
  const names = taking
    .map(([name]) => name)
    .filter((name) => !/^catalog_product_(downloadable_link|tag)\./.test(name));
  expect(Object.keys(takes).sort()).toEqual(names.sort());
});

const hasNoSnapshots = differsHere("snapshots and sandboxes exist in the memory of one process");

const shop = await startShop({ dataset: "sample" });
let products: Marked[];
let before: string[];

beforeAll(async () => {
  await prepare();
});

/** The sample shop with two products whose SKUs are digits, and a mark on each product of the test. */
async function prepare(): Promise<void> {
  await shop.reset("sample");
  for (const code of ["05", "90210"]) {
    const data = { name: code, price: 1, stock_data: { qty: 5 } };
    await shop.call("catalog_product.create", ["simple", 4, code, data]);
  }
  const rows = (await shop.call("catalog_product.list")) as { product_id: number; sku: string }[];
  const meantHere = rows.filter((row) => [1, 4, 5].includes(row.product_id) || /^\d+$/.test(row.sku));
  products = [];
  for (const { product_id: id, sku } of meantHere) {
    await shop.call("catalog_product.setSpecialPrice", [id, price + id]);
    await shop.call("catalog_product_attribute_tier_price.update", [id, [{ qty: 2, price: price + id }]]);
    const data = { file: { ...upload.file, name: `p${id}` } };
    const file = (await shop.call("catalog_product_attribute_media.create", [id, data])) as string;
    products.push({ id, sku, file });
    await shop.call("catalog_category.assignProduct", [3, id, 1]);
    await shop.call("catalog_product_custom_option.add", [id, { ...note, title: sku }]);
  }
  before = await everything();
  if (!hasNoSnapshots) await shop.http("POST", "/control/snapshots", { body: { name: "prepared" } });
}

/** All visible data of each product. */
async function everything(): Promise<string[]> {
  const positions = (await shop.call("catalog_category.assignedProducts", [3])) as { product_id: number }[];
  return Promise.all(
    products.map(async ({ id }) => {
      const calls = [
        ...[
          ["catalog_product.info", [id]],
          ["catalog_product_attribute_media.items", [id]],
          ["catalog_product_custom_option.list", [id]],
        ],
        ["cataloginventory_stock_item.list", [[id]]],
      ];
      const answers = resultOf(await shop.rpc("multiCall", [await shop.session(), calls]));
      return JSON.stringify([answers, positions.find(({ product_id }) => product_id === id)]);
    }),
  );
}

function resultOf(answer: object): unknown {
  return "result" in answer ? answer.result : undefined;
}

type Args = Readonly<Record<string, unknown>>;
type Ask = (path: string, args: Args) => Promise<string>;

/** The text of the answer. Rejects with the fault. */
const doors: Readonly<Record<string, Ask>> = {
  async xmlrpc(path, args) {
    return JSON.stringify(await xmlRpc(shop, "call", [await shop.session(), path, args]));
  },
  async soap(resourcePath, args) {
    const parts = { sessionId: await shop.session(), resourcePath, args: elementXml("args", args) };
    return soapText("/api/soap", operation("call", parts));
  },
  async soap_v2(path, args) {
    const [name, { rpc }] = Object.entries(functions).find(([, one]) => one.operation === path) ?? missing();
    const given = Object.entries(args).map(([param, value]): [string, string] => {
      const { name: part } = rpc.parts.find((one) => one.param === param) ?? missing();
      return [part, elementXml(part, value)];
    });
    const sent = { sessionId: await shop.session(), ...Object.fromEntries(given) };
    return soapText("/api/v2_soap", operation(name, sent));
  },
};

async function soapText(path: string, content: string): Promise<string> {
  const answer = await postXml(shop, envelope(content), { path });
  readSoap(answer);
  return answer.text;
}

function missing(): never {
  throw new Error("the table of SOAP v2 has no such part");
}

const none = "none";

/** The SKU of the product that an operation used for a text. */
async function meant(ask: Ask, path: string, text: string, file: string) {
  const { args, tells } = takes[path] as Takes;
  let answer: string;
  try {
    answer = await ask(path, args(text, file));
  } catch (error) {
    const { message } = error as XmlRpcFault | SoapFault | CallFault;
    expect(message).toMatch(
      /^(There is no such product(; [^(]+)? \(productIds?: |Products were not found: ")/,
    );
    expect(message).toContain(JSON.stringify(text));
    return none;
  }
  if (tells) {
    const told = products.filter((product) => new RegExp(`[">]${tells(product)}["<]`).test(answer));
    expect(told.length).toBeLessThan(2);
    return told[0]?.sku ?? none;
  }
  const after = await everything();
  const changed = products.filter((_, index) => after[index] !== before[index]);
  expect(changed).toHaveLength(1);
  if (hasNoSnapshots) await prepare();
  else await shop.restore("prepared");
  return changed[0]?.sku;
}

/** Products 1, 5 and 4 of the sample shop. */
const [first, fifth, fourth] = ["mug-01", "fifth", "fourth"];

type Names = readonly (readonly [text: string, means: string])[];

const names: Names = [
  ["mug-01", first],
  ["5", fifth],
  ["nothing", none],
];

/** One operation stands for all here, since all have their texts read in one place; stock in a way of its own. */
const furtherNames: Readonly<Record<string, Names>> = {
  "catalog_product.info": [
    ["05", "05"],
    [" 5", fifth],
    ["4.0", fourth],
    ["4.5", none],
    ["-5", none],
    ["0", none],
    ["", none],
    ["99999", none],
    ["MUG-01", first],
    ["1", first],
    ["+5", fifth],
    ["0005", fifth],
    ["5 ", fifth],
    ["90210", none],
  ],
  // Only stock treats digits without such an ID as a SKU.
  "cataloginventory_stock_item.list": [["90210", "90210"]],
};

function skuOf(means: string): string {
  const ids: Readonly<Record<string, number>> = { [fourth]: 4, [fifth]: 5 };
  return products.find(({ id }) => id === ids[means])?.sku ?? means;
}

describe.each(Object.keys(takes))("%s", (path) => {
  test.each(Object.entries(doors))("%s", async (_door, ask) => {
    for (const [text, means] of [...names, ...(furtherNames[path] ?? [])]) {
      const wanted = skuOf(means);
      const file = products.find((one) => one.sku === wanted)?.file ?? "/n/o/none.gif";
      expect({ text, meant: await meant(ask, path, text, file) }).toEqual({ text, meant: wanted });
    }
  });
});

test.each([
  ["05", "id", "fifth"],
  ["05", "sku", "05"],
  ["90210", "sku", "90210"],
  ["mug-01", "id", none],
  ["1", "sku", none],
])("%j with the type %s", async (productId, identifierType, means) => {
  const asked = xmlRpc(shop, "call", [
    ...[await shop.session(), "catalog_product.info", { productId, identifierType }],
  ]);
  const found = await asked.then(
    (product) => (product as Marked).sku,
    () => none,
  );
  expect(found).toBe(skuOf(means));
});

test("by JSON-RPC a text is an ID; only stock accepts SKUs", async () => {
  const info = await shop.call("catalog_product.info", ["05"]);
  expect(info).toMatchObject({ product_id: 5 });
  await expect(shop.call("catalog_product.delete", ["mug-01"])).rejects.toMatchObject({
    fault: "product_not_exists",
  });
  const listed = await shop.call("cataloginventory_stock_item.list", [["05", "5", "mug-01", "90210"]]);
  expect((listed as Marked[]).map((one) => one.sku).sort()).toEqual(
    ["05", skuOf("fifth"), "mug-01", "90210"].sort(),
  );
});
