/** The pages that may call the server, and the host names that it accepts (docs/settings.md). */
import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { basic, startShop, type Shop } from "../../support/shop.js";

const named = "https://admin.shop.example";
const shop = await startShop({ settings: { corsOrigins: [named], allowedHosts: ["store-api"] } });
const atHome = await startShop({ settings: { baseUrl: "https://api.shop.example/v1" } });

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** fetch does not let a test choose Host and Origin. */
function ask(to: Shop, { method = "GET", path = "/health/live", headers, body }: Asked): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ port: new URL(to.url).port, method, path, headers, agent: false }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode as number));
    });
    sent.on("error", reject).end(body);
  });
}

const foreign = [
  "http://evil.example",
  "https://evil.example:8443",
  "null",
  "file://",
  "http://0.0.0.0:8080",
  "http://localhost.evil.example",
  "http://127.0.0.1.evil.example",
  "https://admin.shop.example.evil.example",
  "http://admin.shop.example",
  "http://10.0.0.9",
  "chrome-extension://abc",
  "",
];

const json = { "Content-Type": "application/json" };
const addresses = [
  { method: "GET", path: "/" },
  { method: "GET", path: "/health/live" },
  { method: "GET", path: "/metrics" },
  { method: "GET", path: "/openrpc.json" },
  { method: "GET", path: "/docs" },
  { method: "GET", path: "/media/catalog/product/m/u/mug-01.png" },
  { method: "GET", path: "/control/clock" },
  { method: "GET", path: "/nothing" },
  { method: "GET", path: "/api/rest/customers" },
  { method: "GET", path: "/api/v2_soap?wsdl" },
  { method: "GET", path: "/sandbox/nothing/health/live" },
  { method: "POST", path: "/api/jsonrpc" },
  { method: "POST", path: "/api/rpc/globalFaults" },
  { method: "POST", path: "/api/xmlrpc" },
  { method: "POST", path: "/api/soap" },
  { method: "POST", path: "/api/v2_soap" },
  { method: "OPTIONS", path: "/api/jsonrpc" },
];

describe("pages of other origins are answered 403", () => {
  test.each(addresses)("$method $path", async (address) => {
    for (const Origin of foreign) {
      expect(await ask(shop, { ...address, headers: { ...json, Origin, Host: "localhost" } })).toBe(403);
    }
  });
});

describe("pages that may call the server", () => {
  test.each([
    "http://localhost",
    "http://localhost:5173",
    "https://shop.localhost",
    "http://127.0.0.1:3000",
    "http://[::1]:3000",
    named,
  ])("%s", async (Origin) => {
    expect(await ask(shop, { headers: { Origin, Host: "localhost" } })).toBe(200);
  });

  test("pages of the server's own address", async () => {
    const Host = "api.shop.example";
    expect(await ask(atHome, { headers: { Origin: "https://api.shop.example", Host } })).toBe(200);
    expect(await ask(atHome, { headers: { Origin: "https://other.shop.example", Host } })).toBe(403);
    // Under an IP address, and under a configured name.
    expect(await ask(shop, { headers: { Origin: "http://10.0.0.9:80", Host: "10.0.0.9:80" } })).toBe(200);
    expect(await ask(shop, { headers: { Origin: "http://store-api", Host: "store-api" } })).toBe(200);
  });

  test("pages of any port of this machine may also use the control; those of CORS_ORIGINS may not", async () => {
    const clock = (Origin: string) =>
      ask(shop, { path: "/control/clock", headers: { Origin, Host: "localhost" } });
    expect(await clock("http://localhost:5173")).toBe(200);
    expect(await clock(named)).toBe(403);
  });
});

describe("a page of another site", () => {
  const login = (key: string) =>
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "login", params: ["admin", key] });

  test("cannot lock out anybody by wrong logins", async () => {
    const Origin = "http://evil.example";
    for (let nth = 0; nth < 15; nth += 1) {
      const headers = { ...json, Origin, Host: "localhost" };
      const wrong = { method: "POST", path: "/api/jsonrpc", headers, body: login(`wrong-key-${nth}`) };
      expect(await ask(shop, wrong)).toBe(403);
    }
    expect(await shop.login("admin", "admin123")).toMatch(/^[0-9a-f]{64}$/);
  });

  test("whose name resolves to this machine can neither read nor write", async () => {
    const Host = "rebound.evil.example";
    // The browser sends no Origin if the page and the address have the same name.
    for (const headers of [{ Host }, { Host, Origin: `http://${Host}` }]) {
      const all = { ...json, ...basic(), ...headers };
      const body = '{"name":"x"}';
      expect(await ask(shop, { path: "/api/rest/customers", headers: all })).toBe(403);
      expect(
        await ask(shop, { method: "POST", path: "/api/rpc/catalog_product.list", headers: all, body }),
      ).toBe(403);
      expect(await ask(shop, { path: "/health/live", headers: all })).toBe(403);
    }
  });
});

describe("at every address, under every name", () => {
  const home = ["localhost:8080", "127.0.0.1", "[::1]:1", "box.localhost"];
  const known = ["10.0.0.5", "192.168.0.7:8080", "[fe80::1]", "[2001:db8::7]:8080", "store-api"];
  const unknown = ["shop.example", "127.1", "10.0.0.5.evil.example", "0x7f000001", "localhost.evil.example"];

  test.each(addresses)("$method $path", async (address) => {
    // The control requires a name of this machine (docs/testing.md).
    const isControl = address.path.startsWith("/control/");
    for (const Host of [...home, ...known, ...unknown]) {
      const status = await ask(shop, { ...address, headers: { ...json, Host } });
      const isRefused = unknown.includes(Host) || (isControl && !home.includes(Host));
      expect([Host, status === 403]).toEqual([Host, isRefused]);
    }
  });

  test("the documentation is available on this machine only, or with a token", async () => {
    const forwarded = { Host: "10.0.0.5", "X-Forwarded-For": "10.0.0.9" };
    expect(await ask(shop, { path: "/docs", headers: forwarded })).toBe(403);
    const guarded = await startShop({ settings: { controlToken: "a-token-of-our-own" } });
    expect(await ask(guarded, { path: "/docs", headers: { Host: "10.0.0.5" } })).toBe(403);
    const Authorization = "Bearer a-token-of-our-own";
    expect(await ask(guarded, { path: "/docs", headers: { Host: "10.0.0.5", Authorization } })).toBe(200);
  });
});

describe("host names while a user has the default key", () => {
  test.each([
    { Host: "localhost:1", want: 200 },
    { Host: "box.localhost", want: 200 },
    { Host: "192.168.0.7:8080", want: 200 },
    { Host: "[fe80::1]", want: 200 },
    { Host: "store-api:8080", want: 200 },
    { Host: "STORE-API", want: 200 },
    { Host: "store-api.evil.example", want: 403 },
    { Host: "shop.example", want: 403 },
    { Host: "127.1", want: 403 },
  ])("$Host: $want", async ({ Host, want }) => {
    expect(await ask(shop, { headers: { Host } })).toBe(want);
  });

  test("BASE_URL is a valid host name", async () => {
    expect(await ask(atHome, { headers: { Host: "api.shop.example" } })).toBe(200);
    expect(await ask(atHome, { headers: { Host: "other.shop.example" } })).toBe(403);
  });

  test("any name is accepted once nobody has the default key, and is refused again when somebody has it", async () => {
    const own = await startShop({ settings: { apiKey: "a-key-0f-our-own" } });
    const status = () => ask(own, { headers: { Host: "shop.example" } });
    expect(await status()).toBe(200);
    const body = { username: "second", api_key: "admin123", roles: ["all"] };
    expect((await own.http("POST", "/control/users", { body })).status).toBeLessThan(300);
    await expect.poll(status, { timeout: 100_000 }).toBe(403);
    await own.http("DELETE", "/control/users/second");
    await expect.poll(status, { timeout: 100_000 }).toBe(200);
    // A page whose name resolves to the server is still foreign.
    expect(await ask(own, { headers: { Host: "shop.example", Origin: "http://shop.example" } })).toBe(403);
  });
});
