/** States that come in parts, and states that are never in memory. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { dataVersion } from "../../../src/shop/data/migrations/migrations.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { readAddress } from "../../../src/engine/storage/postgres/address.js";
import { openPostgresStorage } from "../../../src/engine/storage/postgres/open.js";
import { FolderUploads } from "../../../src/engine/storage/uploads.js";
import { createDatabase } from "../../support/postgres.js";
import { startShop, type Shop } from "../../support/shop.js";
import { collections } from "../../../src/shop/data/collections.js";

const folder = await mkdtemp(join(tmpdir(), "uploads-"));
const { url, drop } = await createDatabase();
const settings = { stateMaxBytes: 8_000_000 };
const common = { dataset: "sample", dataVersion, settings } as const;
const beside = await startShop({
  ...common,
  storage: new MemoryStorage({ collections }),
  uploads: new FolderUploads(folder),
});
const database = await startShop({
  ...common,
  storage: await openPostgresStorage(readAddress(url), { collections }),
});
const memory = await startShop({ ...common, storage: new MemoryStorage({ collections }) });
afterAll(async () => {
  await Promise.all([beside, database, memory].map((shop) => shop.close()));
  await Promise.all([drop(), rm(folder, { recursive: true })]);
});

interface State {
  collections: Record<string, Record<string, unknown>[]>;
  sequences: Record<string, number>;
  [member: string]: unknown;
}

const exportOf = async (shop: Shop) => (await shop.http("GET", "/control/state?checksums=true")).text;
const exported = await exportOf(memory);

async function send(shop: Shop, id: string, range: string, body: string | Uint8Array = "") {
  const headers = { "Content-Type": "application/json", "Upload-Id": id, "Content-Range": range };
  const answer = await shop.http("PUT", "/control/state", { headers, body });
  return [answer.status, answer.headers.get("Upload-Offset"), answer.text] as const;
}

const problemsOf = (text: string) =>
  (JSON.parse(text) as { errors: { field?: string; message: string }[] }).errors;

describe.each([
  ["beside the data", beside],
  ["in the database", database],
])("a state in parts %s", (_where, shop) => {
  test("replaces the shop once all of it is there, and not before", async () => {
    const bytes = Buffer.from(exported);
    await shop.call("catalog_product.update", [1, { name: "Before" }]);
    const before = await exportOf(shop);
    const half = Math.floor(bytes.length / 2);
    expect(await send(shop, "one", `bytes */${bytes.length}`)).toEqual([202, "0", ""]);
    expect(await send(shop, "one", `bytes 0-${half - 1}/${bytes.length}`, bytes.subarray(0, half))).toEqual([
      202,
      String(half),
      "",
    ]);
    expect(await exportOf(shop)).toBe(before);
    expect(await send(shop, "one", `bytes */${bytes.length}`)).toEqual([202, String(half), ""]);
    expect((await send(shop, "one", `bytes 0-${half - 1}/${bytes.length}`, bytes.subarray(0, half)))[0]).toBe(
      409,
    );
    expect(
      await send(shop, "one", `bytes ${half}-${bytes.length - 1}/${bytes.length}`, bytes.subarray(half)),
    ).toEqual([204, null, ""]);
    expect(await exportOf(shop)).toBe(exported);
    expect(await send(shop, "one", `bytes */${bytes.length}`)).toEqual([202, "0", ""]);
  });

  test("is given up when it is no state", async () => {
    const [status, , text] = await send(shop, "two", "bytes 0-2/3", "{]}");
    expect([status, problemsOf(text)[0]?.message]).toEqual([
      422,
      expect.stringContaining("is no JSON") as unknown,
    ]);
    expect(await send(shop, "two", "bytes */3")).toEqual([202, "0", ""]);
  });

  test.each([
    ["an unusable name", "no/thing", "bytes 0-2/3", 400, "Upload-Id"],
    ["no range", "a", "", 400, "Content-Range"],
    ["a range beyond the end", "a", "bytes 0-3/3", 400, "Content-Range"],
    ["a range backwards", "a", "bytes 2-1/3", 400, "Content-Range"],
  ])("%s is refused", async (_title, id, range, status, field) => {
    const [found, , text] = await send(shop, id, range, "abc");
    expect([found, problemsOf(text)[0]?.field]).toEqual([status, field]);
  });

  test("longer than a state may be is refused before anything is sent", async () => {
    expect((await send(shop, "a", "bytes */8000001"))[0]).toBe(413);
  });
});

test("a shop in memory keeps no parts", async () => {
  expect((await send(memory, "a", "bytes */3"))[0]).toBe(501);
});

/** Each makes another mistake in a whole state. */
const mistakes: readonly (readonly [string, (state: State) => void])[] = [
  ["nothing", () => {}],
  [
    "a field of another type",
    ({ collections }) => void Object.assign(collections.products?.[3] ?? {}, { set: "4" }),
  ],
  [
    "a field that is not known",
    ({ collections }) => void Object.assign(collections.orders?.[0] ?? {}, { colour: 1 }),
  ],
  [
    "half of a surrogate pair",
    ({ collections }) => void Object.assign(collections.customers?.[0] ?? {}, { lastname: "a\ud800" }),
  ],
  [
    "NUL in a text",
    ({ collections }) => void Object.assign(collections.customers?.[0] ?? {}, { prefix: "a\0" }),
  ],
  ["a document that is none", ({ collections }) => void collections.customers?.push(5 as never)],
  ["an ID twice", ({ collections }) => void collections.customers?.push({ ...collections.customers[0] })],
  [
    "an ID that is text",
    ({ collections }) => void Object.assign(collections.customers?.[1] ?? {}, { id: "x" }),
  ],
  [
    "a reference to nothing",
    ({ collections }) => void Object.assign(collections.addresses?.[2] ?? {}, { customer_id: 777 }),
  ],
  ["a sequence below an ID", ({ sequences }) => void (sequences.customer = 1)],
  ["a sequence that is none", ({ sequences }) => void (sequences.customer = -1)],
  ["an unknown collection", ({ collections }) => void (collections.colours = [{ id: 1 }])],
  ["an unknown member", (state) => void (state.colour = 1)],
  ["no such clock", (state) => void (state.clock = "yesterday")],
  ["no shop", ({ collections }) => void collections.settings?.splice(0, 1)],
  [
    "customer attributes that cannot be",
    ({ collections }) => {
      const shop = collections.settings?.find(({ id }) => id === "shop");
      Object.assign(shop ?? {}, { customer_attributes: [{ code: "email" }] });
    },
  ],
];

describe("a state that is never in memory is judged as any other", () => {
  test.each(mistakes)("%s", async (_title, mistake) => {
    const state = JSON.parse(exported) as State;
    delete state.checksums;
    mistake(state);
    const body = JSON.stringify(state);
    const headers = { "Content-Type": "application/json" };
    const [known, streamed] = await Promise.all(
      [memory, database].map((shop) => shop.http("PUT", "/control/state", { body, headers })),
    );
    expect([streamed?.status, streamed?.text]).toEqual([known?.status, known?.text]);
  });

  test("a unique key twice, by collection and value", async () => {
    const state = JSON.parse(exported) as State;
    delete state.checksums;
    const [first, second] = state.collections.products ?? [];
    Object.assign(second ?? {}, { sku: first?.sku });
    const before = await exportOf(database);
    const { status, json } = await database.http("PUT", "/control/state", { body: state });
    expect([status, json]).toEqual([
      422,
      { errors: [{ field: "collections.products", message: `two have the sku ${String(first?.sku)}` }] },
    ]);
    expect(await exportOf(database)).toBe(before);
  });

  test("a changed document, by its chunk", async () => {
    const body = exported.replace("mug-01", "mug-99");
    const { status, text } = await database.http("PUT", "/control/state", {
      body,
      headers: { "Content-Type": "application/json" },
    });
    expect([status, problemsOf(text)[0]?.field]).toEqual([422, "collections.products[0]"]);
  });

  test("calls and earlier data are carried out as ever", async () => {
    const body = {
      extends: "minimal",
      calls: [{ call: "catalog_category.info", params: { categoryId: 2 } }],
    };
    expect((await database.http("PUT", "/control/state", { body })).status).toBe(204);
    expect(JSON.parse(await exportOf(database))).toMatchObject({
      collections: { api_users: [{ username: "admin" }] },
    });
  });
});
