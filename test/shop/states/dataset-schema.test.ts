/** The schema for dataset files in editors accepts and refuses the same documents as the server. */
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { CHECKPOINT_MEMBERS, newShopContent } from "../../../src/engine/storage/checkpoint-text.js";
import { checkedDataset } from "../../../src/shop/states/document.js";
import { startShop } from "../../support/shop.js";

const shop = await startShop({ dataset: "sample" });
const schema = (await shop.http("GET", "/dataset.schema.json")).json as object;
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
const check = ajv.compile(schema);

function problemsOf(dataset: unknown): string[] {
  if (check(dataset)) return [];
  return (check.errors ?? []).map(({ instancePath, message, params }) =>
    `${instancePath} ${message} ${JSON.stringify(params)}`.trim(),
  );
}

interface Method {
  readonly name: string;
  readonly params: readonly { readonly name: string }[];
  readonly examples: readonly {
    readonly name: string;
    readonly params: readonly { name: string; value: unknown }[];
  }[];
}

const { methods } = JSON.parse(read("openrpc.json")) as { methods: Method[] };

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), "utf8");
}

test("schema and server accept the db.json of a data folder", () => {
  const content = { ...newShopContent(), checksums: ["00000000"] };
  expect(Object.keys(content).toSorted()).toEqual(CHECKPOINT_MEMBERS.toSorted());
  expect(problemsOf(content)).toEqual([]);
  expect(checkedDataset(content)).toMatchObject({ collections: {} });
});

test("accepts every example of every operation as a call", () => {
  const calls = methods
    .filter(({ name }) => name.includes("."))
    .flatMap(({ name, examples }) =>
      examples.map(({ params }) => ({
        call: name,
        params: Object.fromEntries(
          params.filter(({ value }) => value !== null).map((one) => [one.name, one.value]),
        ),
      })),
    );
  expect(calls.length).toBeGreaterThan(90);
  for (const call of calls)
    expect(problemsOf({ extends: "sample", calls: [call] }), JSON.stringify(call)).toEqual([]);
});

test("accepts the dataset that docs/testing.md names, including references and loose types", () => {
  expect(problemsOf(parse(read("examples/datasets/shop.yaml")))).toEqual([]);
  const order = { customer_id: 1, items: [{ sku: "$mug.sku", qty: "2" }], notify: true };
  const upload = {
    call: "catalog_product_attribute_media.create",
    params: { productId: "$mug", data: "$data" },
  };
  const file = { file: { content: { image: "./mug.png" }, mime: "image/png" } };
  const media = { ...upload, params: { productId: "1", data: file } };
  expect(problemsOf({ calls: [upload, media, { order, as: "first" }] })).toEqual([]);
});

test("accepts an export of the shop", async () => {
  expect(problemsOf((await shop.http("GET", "/control/state")).json)).toEqual([]);
});

test.each([
  [{ calls: [{ call: "catalog_product.fly" }] }, "/calls/0/call"],
  [{ calls: [{ call: "catalog_product.info", params: { productID: 1 } }] }, "/calls/0/params"],
  [{ calls: [{ call: "catalog_product.info", params: {} }] }, "/calls/0/params"],
  [
    {
      calls: [
        {
          call: "catalog_product.create",
          params: { type: "simple", set: 4, sku: "a", productData: { weight: true } },
        },
      ],
    },
    "/calls/0/params/productData/weight",
  ],
  [{ calls: [{ order: { items: [{ sku: "a", quantity: 1 }] } }] }, "/calls/0/order/items/0"],
  [{ collections: { products: [{ id: "a" }] } }, "/collections/products/0/id"],
  [{ collections: { things: [] } }, "/collections"],
  [{ extends: "maximal" }, "/extends"],
  [{ consumers: [{ consumer_key: "sync-key" }] }, "/consumers/0"],
  [{ consumers: [{ consumer_key: "sync", consumer_secret: "sync-secret" }] }, "/consumers/0/consumer_key"],
])("marks %j", (dataset, place) => {
  expect(problemsOf(dataset).join("\n")).toContain(`${place} `);
});
