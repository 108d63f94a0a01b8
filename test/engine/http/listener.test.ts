import { connect } from "node:net";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { basic, startShop, type Shop } from "../../support/shop.js";

const shop = await startShop();

const level = { jsonrpc: "2.0", id: 1, method: "call", params: [null, "catalog_category.level"] };

/** A connection, and everything that the server sends on it until it closes it. */
function connection(target: Shop) {
  const socket = connect(Number(new URL(target.url).port), "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString()));
  return { socket, answer: once(socket, "close").then(() => text) };
}

function raw(target: Shop, bytes: string): Promise<string> {
  const { socket, answer } = connection(target);
  socket.write(bytes);
  return answer;
}

describe("addresses of JSON-RPC", () => {
  test.each(["/api/jsonrpc", "/api/jsonrpc/", "/api/jsonrpc?x=1", "/api/jsonrpc/?x=1"])(
    "%s",
    async (path) => {
      const answer = await shop.http("POST", path, { body: level, headers: basic() });
      expect(answer.json).toMatchObject({ result: expect.any(Array) as unknown });
    },
  );

  test.each([
    "/api/rpc/catalog_category.level",
    "/api/rpc/catalog_category.level/?x=1",
    "/api/rpc/catalog%5Fcategory.level",
  ])("%s", async (path) => {
    expect((await shop.http("POST", path, { body: {}, headers: basic() })).json).toBeInstanceOf(Array);
  });

  test.each(["/api/rpc/", "/api/rpc/nothing.here", "/api/rpc/a/b", "/api/rpc/%ff"])(
    "%s is not an operation",
    async (path) => {
      expect((await shop.http("POST", path, { body: {}, headers: basic() })).status).toBe(404);
    },
  );

  test.each(["/api/jsonrpcs", "/API/jsonrpc", "/api/jsonrpc//", "/index.php/API/jsonrpc"])(
    "%s is not an address of JSON-RPC",
    async (path) => {
      expect((await shop.http("POST", path, { body: level, headers: basic() })).status).toBe(404);
    },
  );
});

describe("/index.php in front of an address", () => {
  test.each([
    ["POST", "/api/jsonrpc", 200],
    ["POST", "/api/rpc/catalog_category.level", 200],
    ["GET", "/api/rest/products?limit=1", 200],
    ["GET", "/api/soap?wsdl", 200],
    ["GET", "/oauth/authorize?oauth_token=x", 404],
  ])("changes nothing: %s %s", async (method, path, status) => {
    const options = {
      headers: basic(),
      ...(method === "POST" && { body: path.includes("rpc/") ? {} : level }),
    };
    const [plain, behind] = await Promise.all(
      ["", "/index.php"].map((front) => shop.http(method, front + path, options)),
    );
    expect([plain?.status, behind?.status]).toEqual([status, status]);
    if (!path.includes("wsdl")) expect(behind?.text).toBe(plain?.text);
  });

  test.each(["/control/clock", "/docs", "/health/ready", "/openapi.json", "/metrics", "/", "/admin"])(
    "reaches no %s",
    async (path) => {
      expect((await shop.http("GET", `/index.php${path}`)).status).toBe(404);
    },
  );
});

describe("limits", () => {
  test("a header block beyond 16 KiB: 431", async () => {
    const answer = await raw(
      shop,
      `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(17 * 1024)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 431 /);
  });

  test("a request that is not HTTP: 400", async () => {
    expect(await raw(shop, "hello\r\n\r\n")).toMatch(/^HTTP\/1.1 400 /);
  });
});

test.each(["/control/clock", "/api/jsonrpc", "/health/live"])(
  "%s with two Host headers: 400",
  async (path) => {
    const answer = await raw(shop, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nhost: shop.example\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
  },
);

test("a request that arrives too slowly is disconnected soon after the limit", async () => {
  const hasty = await startShop({ settings: { requestTimeoutSeconds: 1 } });
  const started = performance.now();
  const answer = await raw(
    hasty,
    "POST /api/jsonrpc HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{",
  );
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(performance.now() - started).toBeGreaterThan(900);
  expect(performance.now() - started).toBeLessThan(10_000);
});

describe("HTTPS", () => {
  test("required: only requests that a trusted proxy received by HTTPS, and probes", async () => {
    const strict = await startShop({ settings: { requireHttps: true, trustedProxies: ["127.0.0.1"] } });
    const status = async (path: string, headers = {}) => (await strict.http("GET", path, { headers })).status;
    expect(await status("/openrpc.json")).toBe(403);
    expect(await status("/openrpc.json", { "X-Forwarded-Proto": "http" })).toBe(403);
    expect(await status("/openrpc.json", { "X-Forwarded-Proto": "https, http" })).toBe(403);
    expect(await status("/openrpc.json", { "X-Forwarded-Proto": "https" })).toBe(200);
    expect(await status("/health/ready")).toBe(200);
  });

  test.each([
    { trusted: "127.0.0.0/8", want: 200 },
    { trusted: "127.0.0.1/32", want: 200 },
    { trusted: "10.0.0.0/8", want: 403 },
    { trusted: "::/1", want: 403 },
  ])("trusted proxies may be ranges: $trusted answers $want", async ({ trusted, want }) => {
    const strict = await startShop({ settings: { requireHttps: true, trustedProxies: [trusted] } });
    const headers = { "X-Forwarded-Proto": "https" };
    expect((await strict.http("GET", "/openrpc.json", { headers })).status).toBe(want);
  });

  test("required: nobody else can claim HTTPS", async () => {
    const strict = await startShop({ settings: { requireHttps: true, trustedProxies: ["10.9.8.7"] } });
    expect((await strict.http("GET", "/", { headers: { "X-Forwarded-Proto": "https" } })).status).toBe(403);
  });
});

describe("stopping", () => {
  const message = "The server is stopping.";
  const error = { code: -32603, message, data: { fault: "internal_error" } };
  const json = "application/json";
  const unserved = [
    { start: "POST /api/jsonrpc", accept: "*/*", type: json, body: { jsonrpc: "2.0", error, id: null } },
    { start: "POST /api/rpc/catalog_category.level", accept: "*/*", type: json, body: error },
    {
      start: "GET /api/rest/customers",
      accept: json,
      type: json,
      body: { messages: { error: [{ code: 503, message }] } },
    },
    {
      start: "GET /api/rest/customers/1",
      accept: "*/*",
      type: "application/xml",
      body: `<message>${message}</message>`,
    },
    { start: "GET /control/clock", accept: "*/*", type: json, body: { errors: [{ message }] } },
    { start: "GET /CONTROL/clock", accept: "*/*", type: json, body: { errors: [{ message }] } },
  ];

  test("calls in progress are answered, new ones refused in the form of the address, then the port is free", async () => {
    const stopping = await startShop();
    const { url } = stopping;
    const delay = { operation: "*", times: 1, delay_ms: 60_000 };
    expect((await stopping.http("POST", "/control/faults", { body: delay })).status).toBe(201);
    const underWay = stopping.http("POST", "/api/jsonrpc", { body: level, headers: basic() });
    const hits = async () => (await stopping.http("GET", "/control/faults")).json as { hits: number }[];
    await expect.poll(hits).toMatchObject([{ hits: 1 }]);

    // Requests on connections that were already open: half of each now, the rest once the server is stopping.
    const requests = unserved.map(({ start }) => {
      const { socket, answer } = connection(stopping);
      socket.write(`${start} HTTP/1.1\r\nHost: localhost\r\n`);
      return { socket, answer };
    });
    await new Promise((resolve) => setTimeout(resolve, 50));

    const closed = stopping.close();
    await expect.poll(() => stopping.server.http.listening).toBe(false);
    for (const [index, { accept }] of unserved.entries()) {
      requests[index]?.socket.write(`Accept: ${accept}\r\nContent-Length: 2\r\n\r\n{}`);
    }
    const answers = await Promise.all(requests.map(({ answer }) => answer));
    expect((await underWay).json).toMatchObject({ result: expect.any(Array) as unknown });
    await closed;
    for (const [index, { start, type, body }] of unserved.entries()) {
      const [head = "", received = ""] = answers[index]?.split("\r\n\r\n") ?? [];
      expect(head, start).toMatch(/^HTTP\/1.1 503 [^]*Connection: close/i);
      expect(head, start).toContain("Retry-After: 1");
      expect(head, start).toContain(`Content-Type: ${type}; charset=utf-8`);
      if (typeof body === "string") expect(received, start).toContain(body);
      else expect(JSON.parse(received), start).toEqual(body);
    }
    await expect(fetch(url)).rejects.toThrow();
  });

  test("a connection that never sent anything does not delay it", async () => {
    const stopping = await startShop();
    const silent = connect(Number(new URL(stopping.url).port), "127.0.0.1");
    await once(silent, "connect");
    await new Promise((resolve) => setTimeout(resolve, 20));
    const started = performance.now();
    await stopping.close();
    expect(performance.now() - started).toBeLessThan(15_000);
    silent.destroy();
  });
});
