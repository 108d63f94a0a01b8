import { request } from "node:http";
import { afterAll, expect, test } from "vitest";
import { basic, startShop, type Shop } from "../support/shop.js";

const open = await startShop();
const guarded = await startShop({ settings: { controlToken: "let-me-in" } });
const off = await startShop({ settings: { control: false } });
afterAll(() => Promise.all([open, guarded, off].map((shop) => shop.close())));

/** fetch does not let a test choose the Host header. */
function status(shop: Shop, headers: Record<string, string>): Promise<number | undefined> {
  const { port } = new URL(shop.url);
  return new Promise((resolve, reject) => {
    const sent = request({ port, path: "/control/clock", headers, agent: false }, (response) => {
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
    expect(await status(guarded, { Host })).toBe(200);
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
  { Authorization: "Bearer let-me-in", want: 200 },
  { Authorization: "bearer let-me-in", want: 200 },
  { Authorization: "Bearer let-me-im", want: 403 },
  { Authorization: "Bearer ", want: 403 },
  { Authorization: "Basic bGV0LW1lLWlu", want: 403 },
])("from elsewhere with $Authorization: $want", async ({ Authorization, want }) => {
  expect(await status(guarded, { Host: "shop.example", Authorization })).toBe(want);
});

test("a token that was never set opens nothing", async () => {
  expect(await status(open, { Host: "shop.example", Authorization: "Bearer undefined" })).toBe(403);
});

test("a page of another site in the tester's browser is refused", async () => {
  expect(await status(open, { Host: "localhost", Origin: "http://evil.example" })).toBe(403);
  expect(await status(open, { Host: "localhost", Origin: "null" })).toBe(403);
  expect(await status(open, { Host: "localhost:1", Origin: "http://localhost:1" })).toBe(200);
});

test("switched off, its addresses do not exist and Prefer means nothing", async () => {
  for (const path of ["clock", "reset", "nothing"]) {
    expect((await off.http("GET", `/control/${path}`)).status).toBe(404);
  }
  const headers = { ...basic(), Prefer: "fault=internal" };
  expect((await off.http("POST", "/api/rpc/catalog_category.level", { body: {}, headers })).status).toBe(200);
});
