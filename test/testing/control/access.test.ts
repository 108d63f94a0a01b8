import { request, type RequestOptions } from "node:http";
import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { basic, startShop, type Shop } from "../../support/shop.js";

const open = await startShop();
const guarded = await startShop({
  settings: { controlToken: "let-me-in-at-once", allowedHosts: ["shop.example"] },
});
const proxied = await startShop({ settings: { trustedProxies: ["127.0.0.1"] } });
const off = await startShop({ settings: { control: false } });

/** fetch does not let a test choose the Host header. */
function status(shop: Shop, headers: Record<string, string>): Promise<number | undefined> {
  return statusOf({ port: new URL(shop.url).port, headers });
}

function statusOf(options: RequestOptions): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ path: "/control/clock", agent: false, ...options }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode));
    });
    sent.on("error", reject).end();
  });
}

test.each(["localhost:8080", "127.0.0.1", "127.1.2.3:80", "[::1]:8080", "shop.localhost", "LOCALHOST"])(
  "addressed to this machine as %s",
  async (Host) => {
    expect(await status(open, { Host })).toBe(200);
    expect(await status(guarded, { Host })).toBe(403);
  },
);

test.each([
  "shop.example",
  "127.0.0.1.example",
  "localhost.example:8080",
  "10.0.0.1",
  "::1",
  "[::2]:80",
  "1270.0.0.1",
])("addressed to another name: %s", async (Host) => {
  expect(await status(open, { Host })).toBe(403);
  expect(await status(guarded, { Host })).toBe(403);
});

test.each([
  { Authorization: "Bearer let-me-in-at-once", want: 200 },
  { Authorization: "bearer let-me-in-at-once", want: 200 },
  { Authorization: "Bearer let-me-in-at-onse", want: 403 },
  { Authorization: "Bearer ", want: 403 },
  { Authorization: "Basic bGV0LW1lLWlu", want: 403 },
])("from elsewhere with $Authorization: $want", async ({ Authorization, want }) => {
  expect(await status(guarded, { Host: "shop.example", Authorization })).toBe(want);
});

test("a proxy on this machine forwards requests from elsewhere", async () => {
  for (const header of ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"]) {
    expect(await status(open, { Host: "localhost", [header]: "127.0.0.1" })).toBe(403);
  }
});

test("behind a trusted proxy the client counts", async () => {
  const from = (address: string) => ({ Host: "localhost", "X-Forwarded-For": address });
  expect(await status(proxied, from("127.0.0.1"))).toBe(200);
  expect(await status(proxied, from("203.0.113.9"))).toBe(403);
});

const foreignAddress = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === "IPv4" && !one.internal)?.address;

test.skipIf(foreignAddress === undefined)(
  "another machine that says Host: localhost is refused",
  async () => {
    const everywhere = await startShop({ settings: { host: "0.0.0.0" } });
    const { port } = new URL(everywhere.url);
    expect(await statusOf({ host: foreignAddress, port, headers: { Host: "localhost" } })).toBe(403);
  },
);

test("without a configured token, no token is accepted", async () => {
  expect(await status(open, { Host: "shop.example", Authorization: "Bearer undefined" })).toBe(403);
});

test("a page of another site in the tester's browser is refused", async () => {
  expect(await status(open, { Host: "localhost", Origin: "http://evil.example" })).toBe(403);
  expect(await status(open, { Host: "localhost", Origin: "null" })).toBe(403);
  expect(await status(open, { Host: "localhost:1", Origin: "http://localhost:1" })).toBe(200);
  const Authorization = "Bearer let-me-in-at-once";
  expect(await status(guarded, { Host: "localhost", Origin: "http://evil.example", Authorization })).toBe(
    403,
  );
});

test("disabled, its addresses do not exist and Prefer is ignored", async () => {
  for (const path of ["clock", "reset", "nothing"]) {
    expect((await off.http("GET", `/control/${path}`)).status).toBe(404);
  }
  const headers = { ...basic(), Prefer: "fault=internal" };
  expect((await off.http("POST", "/api/rpc/catalog_category.level", { body: {}, headers })).status).toBe(200);
  expect((await off.http("GET", "/sandbox/box/health/live")).status).toBe(404);
  const inBox = { ...basic(), "X-Sandbox": "box" };
  expect(
    (await off.http("POST", "/api/rpc/catalog_category.level", { body: {}, headers: inBox })).status,
  ).toBe(200);
});

test("wrong tokens are throttled by address, and then the right one must wait too", async () => {
  const shop = await startShop({ settings: { controlToken: "let-me-in-at-once" } });
  const wrong = { Host: "localhost", Authorization: "Bearer let-me-in-at-onse" };
  const right = { Host: "localhost", Authorization: "Bearer let-me-in-at-once" };
  for (let nth = 0; nth < 9; nth += 1) expect(await status(shop, wrong)).toBe(403);
  // A missing token does not count as a guess.
  for (let nth = 0; nth < 5; nth += 1) expect(await status(shop, { Host: "localhost" })).toBe(403);
  expect(await status(shop, right)).toBe(200);
  expect(await status(shop, wrong)).toBe(403);
  expect(await status(shop, wrong)).toBe(429);
  expect(await status(shop, right)).toBe(429);
  const answer = await shop.http("GET", "/control/users", { headers: right });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(800);
  // Logins are counted separately.
  expect(await shop.login("admin", "admin123")).toMatch(/^[0-9a-f]{64}$/);
});
