/** Log and metrics of a request: its sender, its end, and the limit that refused it. */
import { connect } from "node:net";
import pino from "pino";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { StorageReadOnlyError } from "../../../src/engine/storage/storage.js";
import { collections } from "../../../src/shop/data/collections.js";
import { startShop, type Shop, type ShopOptions } from "../../support/shop.js";
import { methodCall, postXml } from "../doors/xml-rpc-client.js";

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly [member: string]: unknown;
}

async function logged(options: ShopOptions = {}) {
  const lines: Line[] = [];
  const log = pino(
    { base: null, level: "info" },
    { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
  );
  const shop = await startShop({ topology: "memory", ...options, log });
  return { shop, lines };
}

const basic = { Authorization: `Basic ${btoa("admin:admin123")}` };
const call = (shop: Shop, headers: Record<string, string> = {}, operation = "catalog_category.level") =>
  shop.http("POST", `/api/rpc/${operation}`, { body: {}, headers: { ...basic, ...headers } });

const trace = "0af7651916cd43dd8448eb211c80319c";

describe.each([true, false])("the line of a call, test control %s", (control) => {
  test("contains the client, the request and trace IDs, and the status", async () => {
    const { shop, lines } = await logged({ settings: { control } });
    const answer = await call(shop, {
      "X-Request-Id": "order-7.a",
      traceparent: `00-${trace}-b7ad6b7169203331-01`,
      "User-Agent": "shop-sync/2",
    });
    expect(answer.headers.get("X-Request-Id")).toBe("order-7.a");
    expect(lines.at(-1)).toMatchObject({
      ...{ operation: "catalog_category.level", door: "plain", msg: "call", user: "admin" },
      ...{ client: "127.0.0.1", status: 200, request_id: "order-7.a", trace, user_agent: "shop-sync/2" },
    });
  });

  test.each([
    ["a request without an ID", {}],
    ["an ID that is too long", { "X-Request-Id": "x".repeat(129) }],
    ["an ID with a space", { "X-Request-Id": "two words" }],
    ["an ID with a slash", { "X-Request-Id": "order-7/a" }],
    ["a trace of another form", { traceparent: `00-${trace.slice(1)}-b7ad6b7169203331-01` }],
  ])("%s: the response and the line have a new ID", async (_title, headers) => {
    const { shop, lines } = await logged({ settings: { control } });
    const answer = await call(shop, headers);
    expect(answer.status).toBe(200);
    const id = answer.headers.get("X-Request-Id");
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(lines.at(-1)).toMatchObject({ request_id: id });
    expect((await call(shop)).headers.get("X-Request-Id")).not.toBe(id);
    expect(lines.at(-1)).not.toHaveProperty("trace");
  });

  test("has the status of the whole answer: a plain fault, all calls of a batch, REST", async () => {
    const { shop, lines } = await logged({ settings: { control } });
    await call(shop, {}, "catalog_product.info");
    expect(lines.at(-1)).toMatchObject({ fault: "invalid_request_param", status: 400 });
    const one = { jsonrpc: "2.0", id: 1, method: "catalog_category.level", params: {} };
    await shop.http("POST", "/api/jsonrpc", { body: [one, { ...one, id: 2 }], headers: basic });
    expect(lines.slice(-2).map(({ status, door }) => [status, door])).toEqual([
      [200, "jsonrpc"],
      [200, "jsonrpc"],
    ]);
    await shop.http("GET", "/api/rest/customers/999", { headers: basic });
    expect(lines.at(-1)).toMatchObject({ operation: "getCustomer", fault: "404", status: 404, door: "rest" });
    await postXml(shop, methodCall("login", ["admin", "wrong"]));
    expect(lines.at(-1)).toMatchObject({ operation: "login", fault: "access_denied", door: "xmlrpc" });
  });

  test("has no status if the client disconnected before the answer", async () => {
    const storage = new SlowStorage({ collections });
    const { shop, lines } = await logged({ settings: { control }, storage });
    const socket = connect(Number(new URL(shop.url).port), "127.0.0.1");
    storage.isSlow = true;
    const body = "{}";
    socket.write(
      `POST /api/rpc/catalog_category.level HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${basic.Authorization}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await vi.waitFor(() => expect(storage.waiting.length).toBeGreaterThan(0), 100_000);
    socket.destroy();
    // The server must notice this before the call continues.
    await vi.waitFor(
      () =>
        expect(new Promise((resolve) => shop.server.http.getConnections((_, n) => resolve(n)))).resolves.toBe(
          0,
        ),
      100_000,
    );
    storage.isSlow = false;
    for (const goOn of storage.waiting) goOn();
    await vi.waitFor(
      () => expect(lines.at(-1)).toMatchObject({ operation: "catalog_category.level" }),
      100_000,
    );
    expect(lines.at(-1)).not.toHaveProperty("status");
    expect(lines.at(-1)).toMatchObject({ msg: "call" });
  });
});

/** Reads wait while it is slow. */
class SlowStorage extends MemoryStorage {
  isSlow = false;
  readonly waiting: (() => void)[] = [];

  override async read<R>(work: Parameters<MemoryStorage["read"]>[0]): Promise<R> {
    if (this.isSlow) await new Promise<void>((resolve) => this.waiting.push(resolve));
    return super.read(work) as Promise<R>;
  }
}

test("behind a trusted proxy the client is the one that the proxy names; other senders of the header are not trusted", async () => {
  const headers = { "X-Forwarded-For": "203.0.113.7" };
  const trusting = await logged({ settings: { trustedProxies: ["127.0.0.1"] } });
  await call(trusting.shop, headers);
  expect(trusting.lines.at(-1)).toMatchObject({ client: "203.0.113.7" });
  const other = await logged();
  await call(other.shop, headers);
  expect(other.lines.at(-1)).toMatchObject({ client: "127.0.0.1" });
});

class AbsentStorage extends MemoryStorage {
  error: Error | undefined;

  override async write<R>(work: Parameters<MemoryStorage["write"]>[0]): Promise<R> {
    if (this.error) throw this.error;
    return super.write(work) as Promise<R>;
  }
}

describe("while the storage is unavailable", () => {
  const update = (shop: Shop) =>
    shop.http("POST", "/api/rpc/catalog_category.create", {
      body: { parentId: 2, categoryData: { name: "New", is_active: 1 } },
      headers: basic,
    });

  test("one line per second has the number of failures, and calls have no line", async () => {
    const storage = new AbsentStorage({ collections });
    const { shop, lines } = await logged({ storage });
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    lines.length = 0;
    storage.error = new StorageReadOnlyError("the cable is out");
    for (let nth = 0; nth < 20; nth += 1) expect((await update(shop)).status).toBe(503);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 50, msg: "the storage is not available" });
    expect(lines[0]?.reason).toContain("the cable is out");
    expect(lines[0]?.reference).toMatch(/^[\da-f-]{36}$/);
    expect(JSON.stringify(lines)).not.toContain("    at ");

    vi.advanceTimersByTime(1000);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({ level: 50, failures: 19 });
    // It ends after a second without a failure: the next failure is the first one again.
    vi.advanceTimersByTime(1000);
    storage.error = undefined;
    expect((await update(shop)).status).toBe(200);
    expect(lines.at(-1)).toMatchObject({ operation: "catalog_category.create", status: 200 });
    storage.error = new StorageReadOnlyError("again");
    await update(shop);
    expect(lines.at(-1)).toMatchObject({ msg: "the storage is not available" });
    expect(lines).toHaveLength(4);
  });

  test("an error other than an outage keeps its line and its stack, and the line of the call has its reference", async () => {
    const storage = new AbsentStorage({ collections });
    const { shop, lines } = await logged({ storage });
    storage.error = new TypeError("a bug");
    const { status, text } = await update(shop);
    expect(status).toBe(500);
    const { reference } = (JSON.parse(text) as { data: { reference: string } }).data;
    expect(lines.slice(-2)).toMatchObject([
      { level: 50, reference, err: { stack: expect.stringContaining("    at ") as unknown } },
      { level: 30, fault: "internal", reference, status: 500 },
    ]);
  });
});

interface Case {
  readonly limit: string;
  readonly cause: (shop: Shop) => Promise<unknown>;
}

describe("metrics", () => {
  const metrics = async (shop: Shop) => (await shop.http("GET", "/metrics")).text;

  test("calls are counted by door, and their durations too", async () => {
    const { shop } = await logged();
    await call(shop);
    await call(shop);
    await shop.call("catalog_category.level");
    const text = await metrics(shop);
    const of = (door: string) =>
      `store_calls_total{operation="catalog_category.level",door="${door}",fault=""}`;
    expect(text).toContain(`${of("plain")} 2\n`);
    expect(text).toContain(`${of("jsonrpc")} 1\n`);
    expect(text).toContain('store_call_duration_seconds_count{operation="catalog_category.level"} 3\n');
    expect(text).toContain('store_door_call_duration_seconds_count{door="plain"} 2\n');
    expect(text).toContain('store_door_call_duration_seconds_bucket{door="plain",le="+Inf"} 2\n');
  });

  test("images are counted and logged with their status", async () => {
    const { shop, lines } = await logged({ dataset: "sample" });
    const list = (await shop.call("catalog_product_attribute_media.list", [1])) as { url: string }[];
    const path = new URL(list[0]?.url ?? "").pathname;
    await shop.http("GET", path);
    await shop.http("GET", `${path}x`, { headers: { "X-Request-Id": "picture" } });
    await vi.waitFor(() => expect(lines.at(-1)).toMatchObject({ operation: "image", status: 404 }), 100_000);
    expect(lines.at(-1)).toMatchObject({ door: "media", fault: "404", request_id: "picture" });
    const text = await metrics(shop);
    expect(text).toContain('store_calls_total{operation="image",door="media",fault=""} 1\n');
    expect(text).toContain('store_calls_total{operation="image",door="media",fault="404"} 1\n');
  });

  test.each<Pick<ShopOptions, "settings" | "bounds"> & Case>([
    {
      limit: "origin",
      cause: (shop) => shop.http("GET", "/health/ready", { headers: { Origin: "https://else.example" } }),
    },
    {
      limit: "calls_per_minute",
      settings: { callsPerMinute: 1 },
      cause: async (shop) => [await call(shop), await call(shop)],
    },
    {
      limit: "logins",
      settings: { loginFailuresPerUser: 1 },
      cause: async (shop) => {
        for (let nth = 0; nth < 2; nth += 1) await shop.rpc("login", ["admin", "wrong"]);
      },
    },
    {
      limit: "body_size",
      settings: { maxRpcBodyBytes: 1024 },
      cause: (shop) => shop.http("POST", "/api/jsonrpc", { body: " ".repeat(1025), headers: {} }),
    },
    {
      limit: "calls_under_way",
      bounds: { callsUnderWay: 0 },
      cause: (shop) => call(shop),
    },
    {
      limit: "control_tokens",
      settings: { controlToken: "a-token-of-sixteen" },
      cause: async (shop) => {
        const headers = { Authorization: "Bearer another-token-of-16" };
        for (let nth = 0; nth <= 10; nth += 1) await shop.http("GET", "/control/clock", { headers });
      },
    },
  ])("a refusal by $limit is counted", async ({ limit, settings = {}, bounds = {}, cause }) => {
    const { shop } = await logged({ settings, bounds });
    expect(await metrics(shop)).toContain(`store_refusals_total{limit="${limit}"} 0\n`);
    await cause(shop);
    expect(await metrics(shop)).toContain(`store_refusals_total{limit="${limit}"} 1\n`);
  });
});
