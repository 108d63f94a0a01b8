import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { basic, startShop } from "../../support/shop.js";

const shop = await startShop();

const xml = "<methodCall><methodName>globalFaults</methodName><params/></methodCall>";
const json = '{"jsonrpc":"2.0","id":1,"method":"globalFaults","params":[]}';

describe.each([
  ["/api/jsonrpc", "application/json", json],
  ["/api/rpc/globalFaults", "application/json", "{}"],
  ["/api/xmlrpc", "text/xml", xml],
])("%s", (path, type, body) => {
  const post = (coding: string, bytes: string | Uint8Array<ArrayBuffer>) =>
    fetch(shop.url + path, {
      method: "POST",
      headers: { ...basic(), "Content-Type": type, "Content-Encoding": coding },
      body: bytes,
    });

  test("a compressed body → 415, whatever its size", async () => {
    expect((await post("gzip", gzipSync(body))).status).toBe(415);
  });

  test("the coding identity counts as uncompressed", async () => {
    expect((await post("identity", body)).status).toBe(200);
  });
});
