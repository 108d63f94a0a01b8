/**
 * Characters that PostgreSQL does not keep, NUL and half of a surrogate pair: what a call, a control request or a dataset
 * with them is answered does not depend on where the shop lives, and never is a failure of the server.
 */
import { afterAll, describe, expect, test } from "vitest";
import { readGoldenFiles, withSession } from "../../../src/addons/living/conformance/golden.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { parsePostgresAddress } from "../../../src/addons/postgres/address.js";
import { openPostgresStorage } from "../../../src/addons/postgres/open.js";
import { createDatabase } from "../../support/postgres.js";
import { basic, startShop, type HttpAnswer, type Shop } from "../../support/shop.js";
import { collections } from "../../../src/shop/data/collections.js";

const { url, drop } = await createDatabase();
const memory = await startShop({ dataset: "sample", storage: new MemoryStorage({ collections }) });
const database = await startShop({
  dataset: "sample",
  storage: await openPostgresStorage(parsePostgresAddress(url), { collections }),
});
const shops = [memory, database];
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.close()));
  await drop();
});

const nasty = { NUL: "\0", "a high half": "\ud800", "a low half": "\udc00x" } as const;
const places = ["in a value", "as a value", "in a name"] as const;

/** The value, once for each text in it with the character there. */
function* spoiled(value: unknown, character: string, place: (typeof places)[number]): Generator<unknown> {
  if (typeof value === "string" && place !== "in a name")
    yield place === "as a value" ? character : value + character;
  else if (Array.isArray(value)) {
    for (const [at, element] of (value as unknown[]).entries())
      for (const one of spoiled(element, character, place)) yield (value as unknown[]).with(at, one);
  } else if (typeof value === "object" && value !== null) {
    const members = Object.entries(value as Record<string, unknown>);
    for (const [name, member] of members) {
      if (place === "in a name") {
        const others = Object.fromEntries(members.filter(([one]) => one !== name));
        yield { ...others, [name + character]: member };
      }
      for (const one of spoiled(member, character, place)) yield { ...value, [name]: one };
    }
  }
}

/** The arguments of what the golden files call, by operation. */
function* goldenCalls(perOperation: number): Generator<readonly [string, unknown]> {
  const counts = new Map<string, number>();
  for (const { exchanges } of readGoldenFiles()) {
    for (const exchange of exchanges) {
      if (exchange.kind !== "rpc") continue;
      const { method, params } = withSession(exchange.request, "s") as { method: string; params?: unknown };
      if (method !== "call" || !Array.isArray(params) || typeof params[1] !== "string" || !params[2])
        continue;
      const operation = params[1];
      const count = counts.get(operation) ?? 0;
      if (count >= perOperation) continue;
      counts.set(operation, count + 1);
      yield [operation, params[2]];
    }
  }
}

const json = { "Content-Type": "application/json" };

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

const customer = {
  ...{ firstname: "Ada", lastname: "King", email: "ada@example.com", password: "sample123" },
  ...{ website_id: 1, group_id: 1, prefix: "Dr", taxvat: "x" },
};
const address = {
  ...{ firstname: "Ada", lastname: "King", street: "1 Main Street", city: "Berlin" },
  ...{ postcode: "10115", country_id: "DE", telephone: "030" },
};
const stored = (await memory.http("GET", "/control/state")).json as {
  readonly collections: Record<string, Record<string, unknown>[]>;
};
const first = (collection: string) => stored.collections[collection]?.[0];
const dataset = (content: object) => ({ extends: "minimal", ...content });

const requests: readonly Sent[] = [
  { method: "POST", path: "/api/rest/customers", body: customer, headers: basic() },
  { method: "PUT", path: "/api/rest/customers/1", body: { firstname: "Ada", taxvat: "x" }, headers: basic() },
  { method: "POST", path: "/api/rpc/login", body: { username: "admin", apiKey: "wrong123" } },
  {
    method: "POST",
    path: "/api/rpc/catalog_product.list",
    body: { filters: { sku: { like: "mug%" } } },
    headers: basic(),
  },
  {
    method: "POST",
    path: "/control/orders",
    body: {
      guest: { email: "guest@shop.test", firstname: "Ada", lastname: "King" },
      items: [{ sku: "mug-01", qty: 1 }],
      ...{ billing_address: address, shipping_address: address },
    },
  },
  {
    method: "POST",
    path: "/control/users",
    body: { username: "reader", api_key: "reader123", roles: ["catalog"] },
  },
  { method: "POST", path: "/control/sessions", body: { username: "admin" } },
  {
    method: "POST",
    path: "/control/faults",
    body: {
      operation: "catalog_product.info",
      fault: "product_not_exists",
      message: "Gone",
      data: { a: "b" },
    },
  },
  {
    method: "POST",
    path: "/control/faults",
    body: { operation: "catalog_product.info", match: { productId: "1" }, http: { status: 503 } },
  },
  { method: "PUT", path: "/control/clock", body: { now: "2026-01-31 09:00:00" } },
  ...["products", "customers", "addresses", "orders", "categories", "api_users"].map((name) => ({
    ...{ method: "PUT", path: "/control/state" },
    body: dataset({ collections: { [name]: [first(name)] }, sequences: { product: 9999 } }),
  })),
  {
    method: "PUT",
    path: "/control/state",
    body: dataset({ settings: { shop: { customer_attributes: [] } }, clock: "2026-01-31 09:00:00" }),
  },
  {
    method: "POST",
    path: "/control/reset",
    body: {
      dataset: dataset({ calls: [{ call: "catalog_category.info", params: { categoryId: 2 }, as: "one" }] }),
    },
  },
];

async function answersTo(request: (shop: Shop) => Promise<unknown>): Promise<unknown[]> {
  return Promise.all(shops.map(request));
}

const withoutReference = (text: string) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}/g, "");

describe.each(Object.entries(nasty))("%s", (_name, character) => {
  test.each(places)(
    "%s of any call",
    async (place) => {
      const different: unknown[] = [];
      for (const [operation, args] of goldenCalls(2)) {
        for (const one of spoiled(args, character, place)) {
          const answers = await answersTo(async (shop) => {
            const answer = await shop.rpc("call", [await shop.session(), operation, one]);
            return withoutReference(JSON.stringify(answer.error ?? answer.result));
          });
          if (answers[0] !== answers[1] || String(answers[0]).includes('"internal"'))
            different.push([operation, JSON.stringify(one), ...answers]);
        }
      }
      expect(different).toEqual([]);
    },
    600_000,
  );

  test.each(requests)("$method $path", async ({ method, path, body, headers = {} }) => {
    const different: unknown[] = [];
    for (const place of places) {
      for (const one of spoiled(body, character, place)) {
        const answers = await answersTo(async (shop) => {
          const { status, text } = await answerTo(shop, { method, path, body: one, headers });
          return `${status} ${withoutReference(text)}`;
        });
        if (answers[0] !== answers[1] || String(answers[0]).startsWith("500"))
          different.push([JSON.stringify(one), ...answers]);
      }
    }
    expect(different).toEqual([]);
  });
});

async function answerTo(shop: Shop, { method, path, body, headers }: Sent): Promise<HttpAnswer> {
  return shop.http(method, path, {
    body: JSON.stringify(body),
    headers: { ...json, ...headers },
  });
}
