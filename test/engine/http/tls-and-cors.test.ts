/** HTTPS by TLS_CERT and TLS_KEY; pages of other sites by CORS_ORIGINS. */
import { readFileSync } from "node:fs";
import { get } from "node:https";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { workingPlace } from "../../support/process.js";
import { basic, startShop } from "../../support/shop.js";

const fileOf = (name: string) => fileURLToPath(new URL(`certificate/${name}.pem`, import.meta.url));
const [cert, key] = [readFileSync(fileOf("cert"), "utf8"), readFileSync(fileOf("key"), "utf8")];

function getSecurely(url: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    get(url, { ca: cert, agent: false }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, text: body }), reject);
    }).on("error", reject);
  });
}

describe("HTTPS", () => {
  test("by certificate and key; requests that require HTTPS are accepted; plain HTTP gets no answer", async () => {
    const shop = await startShop({ settings: { requireHttps: true }, tls: { cert, key } });
    expect(shop.server.listener.address).toMatch(/^https:/);
    const { port } = new URL(shop.url);
    const answer = await getSecurely(`https://localhost:${port}/openrpc.json`);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(`"https://127.0.0.1:${port}`);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });

  test("handshakes that never end are limited like connections, and delay neither others nor a stop", async () => {
    const shop = await startShop({ bounds: { connections: 20 }, tls: { cert, key } });
    const { port } = new URL(shop.url);
    const begun = Array.from({ length: 60 }, () => {
      const socket = connect(Number(port), "127.0.0.1");
      // The first bytes of a handshake.
      socket.on("error", () => {}).write(Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]));
      return socket;
    });
    await expect.poll(() => begun.filter((socket) => !socket.destroyed).length).toBe(20);
    expect((await getSecurely(`https://localhost:${port}/health/live`)).status).toBe(200);
    expect(begun.filter((socket) => !socket.destroyed).length).toBeGreaterThan(15);
    const started = performance.now();
    await shop.close();
    expect(performance.now() - started).toBeLessThan(15_000);
    await expect.poll(() => begun.every((socket) => socket.destroyed)).toBe(true);
  });

  test.each([
    [/TLS_KEY cannot be used: ENOENT/, "missing.pem", fileOf("key")],
    [/TLS_KEY cannot be used: /, fileOf("key"), fileOf("key")],
    [/TLS_CERT and STORE_API_TLS_KEY must be set together or not at all/, fileOf("cert"), ""],
  ])("unusable files stop the start: %j", async (says, tlsCert, tlsKey) => {
    const place = await workingPlace({ onTestFinished });
    const program = place.start(["--storage", "memory:", "--port", "0"], {
      STORE_API_TLS_CERT: tlsCert,
      STORE_API_TLS_KEY: tlsKey,
    });
    expect(await program.ended).not.toBe(0);
    expect(program.stderr).toMatch(says);
  });
});

describe("pages of other sites", async () => {
  const shopSite = "https://admin.shop.example";
  const question = {
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization",
  };
  const addresses = [
    "/api/jsonrpc",
    "/api/rpc/catalog_category.level",
    "/api/rest/customers",
    "/openrpc.json",
  ];
  const closed = await startShop();
  const open = await startShop({ settings: { corsOrigins: [shopSite] } });

  test.each(addresses)("may not call %s unless an origin is named", async (path) => {
    const headers = { Origin: shopSite, ...question };
    const answer = await closed.http("OPTIONS", path, { headers });
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test.each(addresses)("of the named origin may call %s", async (path) => {
    const headers = { Origin: shopSite, ...question };
    const asked = await open.http("OPTIONS", path, { headers });
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-origin")).toBe(shopSite);
    expect(asked.headers.get("access-control-allow-headers")).toContain("Authorization");
    // Credentials are headers of the call, never cookies.
    expect(asked.headers.has("access-control-allow-credentials")).toBe(false);
  });

  test("answers also have the header, only for that origin", async () => {
    const body = { jsonrpc: "2.0", id: 1, method: "call", params: [null, "catalog_category.level"] };
    const call = async (Origin: string) =>
      open.http("POST", "/api/jsonrpc", { body, headers: { ...basic(), Origin } });
    expect((await call(shopSite)).headers.get("access-control-allow-origin")).toBe(shopSite);
    const other = await call("https://evil.example");
    expect(other.headers.has("access-control-allow-origin")).toBe(false);
    expect(other.status).toBe(403);
  });

  test("may send the headers of a trace, and read which preferences were applied", async () => {
    const headers = { Origin: shopSite, ...question };
    const asked = await open.http("OPTIONS", "/api/jsonrpc", { headers });
    const allowed = asked.headers.get("access-control-allow-headers")?.toLowerCase().split(",");
    expect(allowed).toEqual(expect.arrayContaining(["traceparent", "tracestate", "baggage"]));
    expect(asked.headers.get("access-control-expose-headers")).toContain("Preference-Applied");
  });

  test("the test control stays closed to them", async () => {
    const answer = await open.http("GET", "/control/clock", { headers: { Origin: shopSite } });
    expect(answer.status).toBe(403);
  });
});
