/** `catalog_product_tag` at the XML doors, and in states (beyond 14, 18). */
import { beforeEach, describe, expect, test } from "vitest";
import { startShop } from "../../../support/shop.js";
import { envelope, operation, readSoap } from "../../../engine/doors/soap-client.js";
import { postXml, xmlRpcCall } from "../../../engine/doors/xml-rpc-client.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset("sample"));

const xml = (name: string, ...args: unknown[]) => xmlRpcCall(shop, `catalog_product_tag.${name}`, args);
const soap = async (name: string, parts: Record<string, string>) => {
  const content = operation(`catalogProductTag${name}`, { sessionId: await shop.session(), ...parts });
  return postXml(shop, envelope(content), { path: "/api/v2_soap" });
};
const use = { tag: "glaze 'very good'", product_id: 2, customer_id: 1, store: 1 };

describe("XML-RPC", () => {
  test("returns structs, and an empty list for none", async () => {
    expect(await xml("list", 1)).toEqual({ "1": { tag_id: "1", name: "stoneware" } });
    expect(await xml("list", 2)).toEqual([]);
    expect(await xml("add", use)).toEqual({ glaze: "2", "very good": "3" });
    expect(await xml("add", { ...use, tag: "" })).toEqual([]);
  });

  test("base_popularity is a number until somebody sets it", async () => {
    const info = { status: "1", name: "stoneware", products: { "1": "2" } };
    expect(await xml("info", 1, "default")).toEqual({ ...info, base_popularity: 0 });
    await xml("update", 1, { base_popularity: 0 }, "default");
    expect(await xml("info", 1, "default")).toEqual({ ...info, base_popularity: "0" });
    expect(await xml("info", 1, "german")).toEqual({ ...info, base_popularity: 0, products: [] });
  });
});

describe("SOAP v2", () => {
  test("lists the tags without their keys", async () => {
    await shop.call("catalog_product_tag.add", [{ ...use, product_id: 1 }]);
    const { text } = await soap("List", { productId: "1" });
    expect(text).toContain('arrayType="ns1:catalogProductTagListEntity[3]"');
    expect(text).toMatch(/<item [^>]*><tag_id [^>]*>1<\/tag_id><name [^>]*>stoneware<\/name><\/item>/);
    const none = await soap("List", { productId: "3" });
    expect(none.text).toContain('arrayType="ns1:catalogProductTagListEntity[0]"');
  });

  test("adds, and returns keys and values", async () => {
    const data =
      "<data><tag>glaze raku</tag><product_id>2</product_id><customer_id>1</customer_id><store>1</store></data>";
    const answer = readSoap(await soap("Add", { data }));
    expect(JSON.stringify(answer)).toContain("raku");
    expect(await shop.call("catalog_product_tag.list", [2])).toEqual({
      "2": { tag_id: 2, name: "glaze" },
      "3": { tag_id: 3, name: "raku" },
    });
  });
});

test("a state contains tags with their uses, and refuses uses with unknown references", async () => {
  await shop.call("catalog_product_tag.add", [use]);
  const headers = { "Content-Type": "application/json" };
  const state = await shop.http("GET", "/control/state");
  await shop.reset("sample");
  expect((await shop.http("PUT", "/control/state", { body: state.text, headers })).status).toBeLessThan(300);
  expect(await shop.call("catalog_product_tag.list", [2])).toHaveProperty("2.name", "glaze");
  const broken = state.text.replace('"tag_id":2,"product_id":2', '"tag_id":99,"product_id":2');
  expect(broken).not.toBe(state.text);
  const refused = await shop.http("PUT", "/control/state", { body: broken, headers });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("product_tag_uses")]);
});
