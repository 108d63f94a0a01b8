/**
 * Long lists are streamed: the answer is the same, and an error in between never shortens the
 * list.
 */
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { parsePostgresAddress } from "../../../src/addons/postgres/address.js";
import { openPostgresStorage } from "../../../src/addons/postgres/open.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { administer, createDatabase, type TestDatabase } from "../../support/postgres.js";
import { startShop, type Shop } from "../../support/shop.js";
import { collections } from "../../../src/shop/data/collections.js";

const rows = 20_000;
/** Long enough that the answer exceeds the buffers of a connection. */
const longName = "“lang” ".repeat(250);

/** More customers and orders than are in memory at once. */
const others = 3_000;

let database: TestDatabase;
let shop: Shop;
beforeAll(async () => {
  database = await createDatabase();
  const storage = await openPostgresStorage(parsePostgresAddress(database.url), { collections });
  shop = await startShop({ dataset: "sample", storage });
  const product = JSON.stringify({
    ...{ id: "#", type: "simple", set: 4, sku: "row-#", website_ids: [1], tier_prices: [], images: [] },
    ...{ created_at: "2024-01-01 00:00:00", updated_at: "2024-01-01 00:00:00" },
    values: { "0": { name: `Rüw # ${longName}`, price: 1, status: 1 } },
  }).replace('"#"', "#");
  const sql = `insert into store_api.products
    select g, replace($text$${product}$text$, '#', g::text)::json from generate_series(1001, ${1000 + rows}) g`;
  await administer(database.port, sql, database.name);
  await multiply("customers", ["email", "increment_id"]);
  for (const collection of ["orders", "invoices", "shipments", "creditmemos"]) {
    await multiply(collection, ["increment_id"]);
  }
  return async () => {
    await shop.close();
    await database.drop();
  };
});

/** Copies of the first document of a collection with other unique values. */
async function multiply(collection: string, unique: readonly string[]): Promise<void> {
  const text = unique.reduce(
    (sql, member) => `regexp_replace(${sql}, '"${member}":"([^"]*)"', '"${member}":"' || g || '-\\1"')`,
    `regexp_replace(d::text, '"id":[0-9]+', '"id":' || g)`,
  );
  const first = `(select d from store_api.${collection} order by id limit 1) as first`;
  const sql = `insert into store_api.${collection}
    select g, (${text})::json from ${first}, generate_series(100001, ${100_000 + others}) g`;
  await administer(database.port, sql, database.name);
}

interface Row {
  readonly product_id: number;
  readonly name: string;
}

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${shop.url}/api/jsonrpc`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Authorization: `Basic ${btoa("admin:admin123")}`,
      ...headers,
    },
    body: JSON.stringify(body),
  });
const listCall = (id: unknown, filters: object = {}) => ({
  ...{ jsonrpc: "2.0", method: "call", params: [null, "catalog_product.list", [filters]] },
  ...(id === undefined ? {} : { id }),
});

test("a long list is sent in chunks and is the same list as in a batch", async () => {
  const response = await post(listCall("mine"));
  expect(response.headers.get("transfer-encoding")).toBe("chunked");
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const answer = (await response.json()) as { id: string; result: Row[] };
  expect(Object.keys(answer)).toEqual(["jsonrpc", "result", "id"]);
  expect(answer.id).toBe("mine");
  const ids = answer.result.map(({ product_id }) => product_id);
  expect(ids.filter((id) => id > 1000)).toEqual(Array.from({ length: rows }, (_, at) => 1001 + at));
  expect(answer.result.at(-1)?.name).toBe(`Rüw ${1000 + rows} ${longName}`);

  const whole = await post([listCall(1)]);
  expect(whole.headers.get("content-length")).not.toBeNull();
  const [first] = (await whole.json()) as [{ result: Row[] }];
  expect(first.result).toEqual(answer.result);
});

test("the operation as a method does the same; short lists, filters and faults are answered as usual", async () => {
  const direct = await post({ jsonrpc: "2.0", id: 1, method: "catalog_product.list", params: [] });
  expect(direct.headers.get("transfer-encoding")).toBe("chunked");
  expect(((await direct.json()) as { result: Row[] }).result.length).toBeGreaterThan(rows);
  const short = await post(listCall(1, { product_id: { from: 1001, to: 1003 } }));
  expect(short.headers.get("content-length")).not.toBeNull();
  expect(((await short.json()) as { result: Row[] }).result).toHaveLength(3);
  const filtered = await post(listCall(1, { product_id: { gt: 5000 }, name: { like: "R%w%" } }));
  expect(filtered.headers.get("transfer-encoding")).toBe("chunked");
  expect(((await filtered.json()) as { result: Row[] }).result).toHaveLength(rows - 4000);
  const refused = (await (await post(listCall(1, { nothing: 1 }))).json()) as {
    error: { data: { fault: string } };
  };
  expect(refused.error.data.fault).toBe("filters_invalid");
});

test.each([
  ["customer.list", others + 8],
  ["sales_order.list", others + 25],
  ["sales_order_invoice.list", others],
  ["sales_order_shipment.list", others],
  ["sales_order_creditmemo.list", others],
])(
  "%s and its plain form are also sent in chunks, and have the same content as in a batch",
  async (operation, atLeast) => {
    const call = { jsonrpc: "2.0", id: 1, method: operation, params: [] };
    const response = await post(call);
    expect(response.headers.get("transfer-encoding")).toBe("chunked");
    const { result } = (await response.json()) as { result: unknown[] };
    expect(result.length).toBeGreaterThanOrEqual(atLeast);

    const plain = await fetch(`${shop.url}/api/rpc/${operation}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Basic ${btoa("admin:admin123")}` },
      body: "{}",
    });
    expect(plain.headers.get("transfer-encoding")).toBe("chunked");
    expect(await plain.json()).toEqual(result);
    const whole = await post([call]);
    expect(whole.headers.get("content-length")).not.toBeNull();
    expect(((await whole.json()) as [{ result: unknown[] }])[0].result).toEqual(result);
  },
);

describe("the XML doors", () => {
  const soap = (namespace: string, body: string) =>
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:u="urn:Magento" ${namespace}><s:Body>${body}</s:Body></s:Envelope>`;
  const pair = (key: string, value: string) => `<item><key>${key}</key><value>${value}</value></item>`;
  const member = (name: string, value: string) =>
    `<member><name>${name}</name><value>${value}</value></member>`;
  const complex = (sign: string, value: number) =>
    pair("product_id", `<key>${sign}</key><value>${value}</value>`);

  /** The request for all products, or for those with these IDs, by door and session. */
  const requests = {
    xmlrpc: (session: string, ids?: readonly [number, number]) => {
      const range = ids && member("from", `<int>${ids[0]}</int>`) + member("to", `<int>${ids[1]}</int>`);
      const filter = range && `<struct>${member("product_id", `<struct>${range}</struct>`)}</struct>`;
      const params = [session, "catalog_product.list"].map((text) => `<string>${text}</string>`);
      if (filter) params.push(`<array><data><value>${filter}</value></data></array>`);
      const list = params.map((value) => `<param><value>${value}</value></param>`).join("");
      return `<methodCall><methodName>call</methodName><params>${list}</params></methodCall>`;
    },
    soap: (session: string, ids?: readonly [number, number]) => {
      const map = (items: string) => `xsi:type="m:Map">${items}`;
      const range = ids && map(pair("from", String(ids[0])) + pair("to", String(ids[1])));
      const filter = range && map(`<item><key>product_id</key><value ${range}</value></item>`);
      const args = filter ? `<args SOAP-ENC:arrayType="m:Map[1]"><item ${filter}</item></args>` : "";
      const names =
        'xmlns:m="http://xml.apache.org/xml-soap" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/"';
      return soap(
        names,
        `<u:call><sessionId>${session}</sessionId><resourcePath>catalog_product.list</resourcePath>${args}</u:call>`,
      );
    },
    v2_soap: (session: string, ids?: readonly [number, number]) => {
      const filter = ids
        ? `<filters><complex_filter>${complex("from", ids[0])}${complex("to", ids[1])}</complex_filter></filters>`
        : "";
      return soap(
        "",
        `<u:catalogProductList><sessionId>${session}</sessionId>${filter}</u:catalogProductList>`,
      );
    },
  } as const;

  const ask = (address: keyof typeof requests, url: string, body: string) =>
    fetch(`${url}/api/${address}`, { method: "POST", headers: { "Content-Type": "text/xml" }, body });

  async function loginTo({ url }: Pick<Shop, "url">): Promise<string> {
    const response = await fetch(`${url}/api/rpc/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ username: "admin", apiKey: "admin123" }),
    });
    return (await response.json()) as string;
  }

  const rowOf = /<item xsi:type="[^"]*">.*<\/item>|<data>.*<\/data>/s;
  const contentOf = (text: string) => (rowOf.exec(text)?.[0] ?? "").replace(/^<data>|<\/data>$/g, "");

  async function expectSameList(address: keyof typeof requests, server: Pick<Shop, "url">): Promise<void> {
    const session = await loginTo(server);
    const short = await ask(address, server.url, requests[address](session, [1001, 1100]));
    expect(short.headers.get("content-length")).not.toBeNull();
    const part = contentOf(await short.text());
    expect(part).toContain("1001");
    const long = await ask(address, server.url, requests[address](session));
    expect([long.status, long.headers.get("transfer-encoding")]).toEqual([200, "chunked"]);
    expect(long.headers.get("content-type")).toBe("text/xml; charset=UTF-8");
    const text = await long.text();
    expect(contentOf(text).includes(part)).toBe(true);
    const numbers = new Set(text.match(/row-\d+/g));
    expect(numbers.size).toBe(rows);
    if (address === "xmlrpc") return;
    // SOAP says how many rows there are before the first one.
    const [, count] = /arrayType="[^"]*\[(\d+)\]"/.exec(text) ?? [];
    expect(Number(count)).toBe(text.split(/<sku|>sku</).length - 1);
  }

  test.each(["xmlrpc", "soap", "v2_soap"] as const)(
    "%s sends a long list in chunks, with the rows that it has in a short one",
    (address) => expectSameList(address, shop),
  );

  test.each(["xmlrpc", "soap", "v2_soap"] as const)(
    "%s does the same for a shop in memory, where lists of more than 20,000 rows are long",
    async (address) => {
      const products = Array.from({ length: rows + 100 }, (_, at) => ({
        ...{ id: 1001 + at, type: "simple", set: 4, sku: `${at < rows ? "row" : "more"}-${1001 + at}` },
        ...{ website_ids: [1], tier_prices: [], images: [] },
        ...{ created_at: "2024-01-01 00:00:00", updated_at: "2024-01-01 00:00:00" },
        values: { "0": { name: `Rüw ${at}`, price: 1, status: 1 } },
      }));
      const storage = new MemoryStorage({ collections });
      const memory = await startShop({ dataset: "minimal", storage });
      await storage.write(async (tx) => {
        for (const product of products) await tx.put("products", product as never);
      });
      await expectSameList(address, memory);
    },
  );
});

test("a refused list does not begin with rows", async () => {
  const answers = await Promise.all(
    ["", `Basic ${btoa("admin:wrong")}`].map((Authorization) =>
      fetch(`${shop.url}/api/rpc/customer.list`, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...(Authorization && { Authorization }) },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
});

test("a slow reader leaves nothing behind", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  const response = await post(listCall(1));
  for await (const _ of response.body as AsyncIterable<Uint8Array>) await pause(5);
  process.off("warning", note);
  expect(warnings).toEqual([]);
});

test("a notification has no answer", async () => {
  const response = await post(listCall(undefined));
  expect([response.status, await response.text()]).toEqual([204, ""]);
});

test("the journal has the number of rows", async () => {
  await (await post(listCall(1))).arrayBuffer();
  const { json } = await shop.http("GET", "/control/calls?operation=catalog_product.list&limit=1");
  const result = expect.stringMatching(/^… \(\d+ rows\)$/) as string;
  expect(json).toMatchObject([{ operation: "catalog_product.list", fault: null, result }]);
});

describe("events in between", () => {
  /** Reads the beginning of a long list, runs an action, and reads the rest. */
  function readUntil(
    bytes: number,
    then: (stop: () => void) => Promise<void>,
  ): Promise<"whole" | "broken off"> {
    return new Promise((resolve, reject) => {
      const body = JSON.stringify(listCall(1));
      const headers = {
        "Content-Type": "application/json",
        Authorization: `Basic ${btoa("admin:admin123")}`,
      };
      const asked = request(`${shop.url}/api/jsonrpc`, { method: "POST", headers }, (response) => {
        let seen = 0;
        response.on("data", (chunk: Buffer) => {
          const isDue = seen < bytes && seen + chunk.length >= bytes;
          seen += chunk.length;
          if (!isDue) return;
          response.pause();
          then(() => asked.destroy()).then(() => response.resume(), reject);
        });
        response.on("end", () => resolve("whole"));
        response.on("error", () => resolve("broken off"));
        response.on("close", () => resolve(response.complete ? "whole" : "broken off"));
      });
      asked.on("error", () => resolve("broken off"));
      asked.end(body);
    });
  }

  const sessions = `select pid from pg_stat_activity where datname = current_database()
    and application_name = 'store-api reads' and xact_start is not null`;

  test("the database ends the session: the answer is aborted, and the next one is complete", async () => {
    const kill = `select pg_terminate_backend(pid) from (${sessions}) as reading`;
    const outcome = await readUntil(1000, () => administer(database.port, kill, database.name));
    expect(outcome).toBe("broken off");
    expect(await readUntil(1000, async () => {})).toBe("whole");
  });

  test("the client disconnects: nothing stays open", async () => {
    expect(await readUntil(1000, async (stop) => stop())).toBe("broken off");
    const open = `do $$ begin
      if exists (${sessions}) then raise exception 'still open'; end if; end $$`;
    await expect
      .poll(() => administer(database.port, open, database.name).then(() => "closed", String))
      .toBe("closed");
  });
});
