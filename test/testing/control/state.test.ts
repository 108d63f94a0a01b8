/** Export and import of the whole state as a dataset, and datasets with calls (docs/testing.md). */
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { readDatasetFile } from "../../../src/shop/states/dataset-file.js";
import { sampleContent } from "../../../src/shop/states/sample/pictures.js";
import type { ImageFileDoc } from "../../../src/shop/data/entities/catalog.js";
import { differsHere } from "../../support/storages.js";
import { startShop, type HttpAnswer } from "../../support/shop.js";

const shop = await startShop({ dataset: "sample" });
const other = await startShop();
beforeEach(() => shop.reset());

const json = { "Content-Type": "application/json" };
const put = (body: string, headers: Record<string, string> = json, to = shop): Promise<HttpAnswer> =>
  to.http("PUT", "/control/state", { body, headers });
const problems = (answer: HttpAnswer) =>
  (answer.json as { errors: { field?: string; message: string }[] }).errors;

const mug = {
  name: "Mug",
  description: "A mug",
  short_description: "Mug",
  weight: 1,
  status: 1,
  visibility: 4,
};
const create = (sku: string, productData: object = { ...mug, price: 5 }) => ({
  call: "catalog_product.create",
  params: { type: "simple", set: 4, sku, productData },
});

describe("export and import", () => {
  test("create the same shop elsewhere, including images, users and mail", async () => {
    await shop.saveUser("reader", ["catalog/product/info"]);
    await shop.http("POST", "/control/orders", {
      body: { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }], notify: true },
    });
    await shop.http("PUT", "/control/clock", { body: { now: "2026-03-04 05:06:07" } });
    const exported = await shop.http("GET", "/control/state");
    expect(exported.status).toBe(200);
    expect(JSON.parse(exported.text)).not.toHaveProperty("collections.sessions");

    expect((await put(exported.text, json, other)).status).toBe(204);
    const again = await other.http("GET", "/control/state");
    expect(JSON.parse(again.text)).toEqual(JSON.parse(exported.text));
    expect((await other.http("GET", "/control/clock")).json).toMatchObject({
      now: "2026-03-04 05:06:07",
      frozen: true,
    });
    const session = (
      (await other.http("POST", "/control/sessions", { body: { username: "reader" } })).json as {
        session: string;
      }
    ).session;
    const [image] = (exported.json as { collections: { images: ImageFileDoc[] } }).collections.images;
    const picture = await fetch(`${other.url}/media/catalog/product${image?.file}`);
    expect(
      Buffer.from(await picture.arrayBuffer()).equals(sampleContent(image as ImageFileDoc) as Uint8Array),
    ).toBe(true);
    expect(await other.call("catalog_product.info", [1], session)).toMatchObject({ product_id: 1 });
  });

  test("end sessions; an invalid state changes nothing", async () => {
    const session = await shop.login();
    const answer = await put(
      '{"extends":"minimal","calls":[{"call":"catalog_product.info","params":{"productId":1}}]}',
    );
    expect([answer.status, problems(answer)]).toEqual([
      422,
      [
        {
          field: "calls[0].params.productId",
          message: "product_not_exists: There is no such product (productId: 1).",
        },
      ],
    ]);
    await expect(shop.call("catalog_product.info", [1], session)).resolves.toBeDefined();
    expect((await put('{"extends":"minimal"}')).status).toBe(204);
    await expect(shop.call("catalog_product.info", [1], session)).rejects.toMatchObject({
      fault: "session_expired",
    });
  });

  test.skipIf(differsHere("each process has its own journal, metrics and load limits"))(
    "are in the journal under their names",
    async () => {
      const { text } = await shop.http("GET", "/control/state");
      await put(text);
      await put("{");
      const { json: calls } = await shop.http("GET", "/control/calls?limit=3");
      expect(
        (calls as { operation: string; fault: string }[]).map((one) => [one.operation, one.fault]),
      ).toEqual([
        ["importState", "422"],
        ["importState", null],
        ["exportState", null],
      ]);
    },
  );

  test("YAML is also accepted, other types are not", async () => {
    const text = "extends: minimal\nclock: { now: '2026-01-31 09:00:00' }\n";
    expect((await put(text, { "Content-Type": "application/yaml" })).status).toBe(204);
    expect((await shop.http("GET", "/control/clock")).json).toMatchObject({ now: "2026-01-31 09:00:00" });
    expect((await put(text, { "Content-Type": "text/plain" })).status).toBe(415);
  });
});

describe("calls", () => {
  test("build a shop through the operations, each with the answers of earlier calls", async () => {
    const dataset = {
      extends: "minimal",
      clock: "2026-01-31 09:00:00",
      calls: [
        {
          ...create("mug-1", { ...mug, price: 5, websites: [1], stock_data: { qty: 10, is_in_stock: 1 } }),
          as: "mug",
        },
        { call: "catalog_product.update", params: { productId: "$mug", productData: { name: "$$5 mug" } } },
        { order: orderOf("mug-1"), as: "first" },
        {
          call: "sales_order_invoice.create",
          params: { orderIncrementId: "$first.increment_id", itemsQty: [] },
        },
      ],
    };
    const answer = await put(JSON.stringify(dataset));
    expect([answer.status, answer.text]).toEqual([204, ""]);
    const [product] = (await shop.call("catalog_product.list", [], await shop.login())) as {
      product_id: number;
      name: string;
    }[];
    expect(product?.name).toBe("$5 mug");
    const mailed = await shop.call("sales_order.list", [], await shop.login());
    expect(mailed).toHaveLength(1);
  });

  test.each<[string, object, string]>([
    ["an unknown operation", { call: "catalog_product.fly" }, "calls[0].call"],
    [
      "an unknown parameter",
      { call: "catalog_product.info", params: { colour: 1 } },
      "calls[0].params.colour",
    ],
    ["an unusable parameter", { call: "catalog_product.info", params: {} }, "calls[0].params.productId"],
    ["an unusable member", create("a", { name: 1, price: "much" }), "calls[0].params"],
    [
      "a name of nothing",
      { call: "catalog_product.info", params: { productId: "$mug" } },
      "calls[0].params.productId",
    ],
    [
      "a file by HTTP",
      create("a", { x: { content: { image: "./a.png" } } }),
      "calls[0].params.productData.x.content",
    ],
    [
      "an order of nothing",
      { order: { customer_id: 99, items: [{ sku: "x", qty: 1 }] } },
      "calls[0].order.customer_id",
    ],
  ])("%s is refused by its place", async (_title, call, place) => {
    const answer = await put(JSON.stringify({ extends: "minimal", calls: [call] }));
    expect([answer.status, problems(answer)[0]?.field]).toEqual([422, place]);
  });

  test("a reset also accepts a dataset", async () => {
    const body = { dataset: { extends: "minimal", calls: [create("only-one")] } };
    expect((await shop.http("POST", "/control/reset", { body })).status).toBe(204);
    expect(await shop.call("catalog_product.list", [], await shop.login())).toHaveLength(1);
    const wrong = await shop.http("POST", "/control/reset", { body: { dataset: { colour: 1 } } });
    expect([wrong.status, problems(wrong)]).toEqual([422, [{ field: "colour", message: "is unknown" }]]);
  });
});

describe("collections", () => {
  test.each<[string, object, string]>([
    [
      "a broken reference",
      { addresses: [{ ...stored.collections.addresses[0], id: 1, customer_id: 7 }] },
      "collections.addresses[0].customer_id",
    ],
    ["a unique key twice", { customers: [customer(1), customer(2)] }, "collections.customers[1]"],
    ["no whole state", { products: [] }, "collections.settings"],
  ])("%s is refused by its place", async (title, collections, place) => {
    const base = title === "no whole state" ? {} : { extends: "minimal" };
    const answer = await put(JSON.stringify({ ...base, collections }));
    expect(answer.status).toBe(422);
    expect(problems(answer).map(({ field }) => field)).toContain(place);
  });

  test("an invalid field is refused with its path: another type, unknown, missing", async () => {
    const whole: Record<string, unknown> = { ...customer(1), group_id: "one", colour: "red" };
    const { email: _, ...wrong } = whole;
    const answer = await put(
      JSON.stringify({ extends: "minimal", collections: { customers: [customer(2), wrong] } }),
    );
    expect([answer.status, problems(answer)]).toEqual([
      422,
      expect.arrayContaining([
        { field: "collections.customers[1].group_id", message: "must be number" },
        { field: "collections.customers[1].colour", message: "is unknown" },
        { field: "collections.customers[1].email", message: "is missing" },
      ]),
    ]);
  });

  test("a sequence below an ID is refused", async () => {
    const content = {
      extends: "minimal",
      collections: { customers: [customer(9)] },
      sequences: { customer: 8 },
    };
    const answer = await put(JSON.stringify(content));
    expect([answer.status, problems(answer)[0]?.field]).toEqual([422, "sequences.customer"]);
  });
});

test("a state without sequences continues the numbers of orders and of their parts", async () => {
  const exported = (await shop.http("GET", "/control/state")).json as { sequences: object };
  expect((await put(JSON.stringify({ ...exported, sequences: {} }))).status).toBe(204);
  const order = { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }] };
  const { status, json: placed } = await shop.http("POST", "/control/orders", { body: order });
  expect(status).toBe(201);
  const orders = await shop.storage.read((tx) => tx.find("orders"));
  expect(orders.map(({ increment_id }) => increment_id)).toContain(
    (placed as (typeof orders)[0])?.increment_id,
  );
  const ids: Readonly<Record<string, readonly (number | string)[]>> = {
    orders: orders.map(({ increment_id }) => increment_id),
    items: orders.flatMap(({ items }) => items.map(({ item_id }) => item_id)),
    payments: orders.map(({ payment }) => payment.payment_id),
    addresses: orders.map(({ billing_address }) => billing_address.address_id),
  };
  for (const [name, all] of Object.entries(ids)) expect(new Set(all).size, name).toBe(all.length);
});

test("an upload reads a file relative to the dataset file, never above its folder", async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "mug.png"), sampleContent(await anImage()) as Uint8Array);
  await symlink("/etc/hostname", join(folder, "link.png"));
  const start = async (image: string) => {
    const path = join(folder, "shop.json");
    const upload = { file: { content: { image }, mime: "image/png", name: "mug" }, label: "Mug" };
    const calls = [
      { ...create("mug-1"), as: "mug" },
      { call: "catalog_product_attribute_media.create", params: { productId: "$mug", data: upload } },
    ];
    await writeFile(path, JSON.stringify({ calls }));
    return startShop({ startDocument: async () => ({ document: await readDatasetFile(path), file: path }) });
  };
  const filled = await start("./mug.png");
  expect(await filled.call("catalog_product_attribute_media.items", ["mug-1", null, "sku"])).toHaveLength(1);
  await filled.close();
  await expect(start("../secret.png")).rejects.toThrow("is outside of the folder");
  await expect(start("/etc/hostname")).rejects.toThrow("is outside of the folder");
  await expect(start("./link.png")).rejects.toThrow("is outside of the folder");
  await expect(start("./none.png")).rejects.toThrow("cannot be read");
});

async function anImage(): Promise<ImageFileDoc> {
  const { text } = await shop.http("GET", "/control/state");
  return (JSON.parse(text) as { collections: { images: ImageFileDoc[] } }).collections
    .images[0] as ImageFileDoc;
}

/** In the form in which the sample shop stores them. */
const stored = (await shop.http("GET", "/control/state")).json as {
  collections: Record<"customers" | "addresses", Record<string, unknown>[]>;
};
const customer = (id: number) => ({ ...stored.collections.customers[0], id });

function orderOf(sku: string) {
  const address = {
    ...{ firstname: "Ada", lastname: "King", street: "1 Main Street", city: "Berlin" },
    ...{ postcode: "10115", country_id: "DE", telephone: "030" },
  };
  const guest = { email: "guest@shop.test", firstname: "Ada", lastname: "King" };
  return { guest, items: [{ sku, qty: 2, price: 5 }], billing_address: address };
}
