import { readFile } from "node:fs/promises";
import { parseOpenRPCDocument, validateOpenRPCDocument } from "@open-rpc/schema-utils-js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { typedOpenApi } from "../../../scripts/generate/typed-openapi.js";
import type { Schema } from "../../../src/engine/chapters/chapter.js";
import { startShop } from "../../support/shop.js";

const shop = await startShop();

/** The base URL in the files of the repository. */
const written = "http://127.0.0.1:8080";

/** A file of the repository in the form that the shop serves. */
async function file(name: string): Promise<string> {
  const text = await readFile(new URL(`../../../${name}`, import.meta.url), "utf8");
  return text.replaceAll(written, shop.url);
}

describe("contracts as served", () => {
  test.each([
    ["/openrpc.json", "openrpc.json", "application/json"],
    ["/openapi.yaml", "openapi.yaml", "application/yaml"],
    ["/rpc.openapi.json", "generated/rpc.openapi.json", "application/json"],
  ])("%s is the file of the repository, with the base URL of the server", async (path, name, type) => {
    const { status, text, headers } = await shop.http("GET", path);
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toContain(type);
    expect(text).toBe(await file(name));
  });

  test("/openapi.json is /openapi.yaml with a type on every object", async () => {
    const { json } = await shop.http("GET", "/openapi.json");
    const source = parse(await file("openapi.yaml"), { merge: true, maxAliasCount: -1 }) as Schema;
    expect(json).toEqual(typedOpenApi(source));
    const { schemas } = (json as { components: { schemas: Record<string, Schema> } }).components;
    const untyped = Object.keys(schemas).filter(
      (name) => "properties" in schemas[name]! && !schemas[name].type,
    );
    expect(untyped).toEqual([]);
  });

  test("rpc.discover returns /openrpc.json", async () => {
    expect((await shop.rpc("rpc.discover")).result).toEqual((await shop.http("GET", "/openrpc.json")).json);
  });

  test("the tools of OpenRPC accept rpc.discover as a valid document, with every reference resolved", async () => {
    const { result } = await shop.rpc("rpc.discover");
    const text = JSON.stringify(result);
    const parsed = await parseOpenRPCDocument(text, { validate: true, dereference: true });
    expect(validateOpenRPCDocument(parsed)).toBe(true);
    expect(parsed.methods).toHaveLength((result as { methods: unknown[] }).methods.length);
    const broken = text.replace('"openrpc":"1.2.6"', '"openrpc":6');
    await expect(parseOpenRPCDocument(broken, { dereference: false })).rejects.toThrow(
      "Unsupported OpenRPC schema version: 6",
    );
  });

  test.each(["/openrpc.json", "/openapi.json", "/rpc.openapi.json"])("%s names this server", async (path) => {
    const { servers } = (await shop.http("GET", path)).json as { servers: { url: string }[] };
    expect(servers.map(({ url }) => new URL(url).origin)).toEqual([shop.url]);
  });

  test("behind a proxy the contracts contain BASE_URL", async () => {
    const proxied = await startShop({ settings: { baseUrl: "https://api.shop.example/v1" } });
    const { result } = await proxied.rpc("rpc.discover");
    const { text } = await proxied.http("GET", "/openapi.yaml");
    expect(result).toMatchObject({ servers: [{ url: "https://api.shop.example/v1/api/jsonrpc" }] });
    expect(text).toContain("\n  - url: https://api.shop.example/v1\n");
  });

  test("a client that has the document gets 304", async () => {
    const etag = (await shop.http("GET", "/openapi.json")).headers.get("ETag") ?? "";
    const again = await shop.http("GET", "/openapi.json", {
      headers: { "If-None-Match": etag, "Cache-Control": "max-age=0" },
    });
    expect(again).toMatchObject({ status: 304, text: "" });
  });
});

describe("the start page", () => {
  test("every link leads to a page", async () => {
    const { text, headers } = await shop.http("GET", "/", { headers: { Accept: "text/html" } });
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, path]) => path ?? "");
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) {
      const { pathname } = new URL(link, `${shop.url}/`);
      expect((await shop.http("GET", pathname)).status, link).toBe(200);
    }
  });

  test("as JSON for programs", async () => {
    const { json } = await shop.http("GET", "/", { headers: { Accept: "application/json" } });
    expect(json).toMatchObject({
      version: expect.any(String) as unknown,
      links: { "/openrpc.json": expect.any(String) as unknown },
    });
  });
});

describe("an unknown address", () => {
  test.each(["/nothing", "/control", "/%ff"])("%s", async (path) => {
    const { status, json } = await shop.http("GET", path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(json).toEqual({ errors: [{ message: expect.any(String) as unknown }] });
  });
});
