/** The operation as JSON-RPC method (conventions 2.3, 2.4). */
import { describe, expect, test } from "vitest";
import { basic, bearer, startShop } from "../../support/shop.js";

const shop = await startShop();
const session = await shop.session();

const info = "catalog_category.info";

describe("with the session among the params", () => {
  test.each<[string, (session: string) => unknown]>([
    ["first", (id) => [id, 2]],
    ["first, with all arguments", (id) => [id, 2, null, ["name"]]],
    ["first, with surplus", (id) => [id, 2, null, null, "surplus"]],
    ["by name", (id) => ({ sessionId: id, categoryId: 2 })],
  ])("%s", async (_how, params) => {
    expect((await shop.rpc(info, params(session))).result).toMatchObject({ category_id: 2 });
  });

  test.each(["colour", "constructor", "__proto__"])("%s is not a parameter", async (name) => {
    const params = JSON.parse(`{"sessionId": "${session}", "categoryId": 2, "${name}": 1}`) as unknown;
    expect((await shop.rpc(info, params)).error).toMatchObject({ code: 6, data: { parameter: name } });
  });

  test("arguments are literal: a list or object is not spread", async () => {
    expect((await shop.rpc(info, [session, [2]])).error).toMatchObject({
      code: 6,
      data: { parameter: "categoryId" },
    });
    expect((await shop.rpc(info, [session, { categoryId: 2 }])).error?.code).toBe(6);
  });

  test("a data object may replace its parameter, as in the wrapped form", async () => {
    const filters = { sku: "none" };
    expect((await shop.rpc("catalog_product.list", { sessionId: session, ...filters })).result).toEqual([]);
    const { error } = await shop.rpc("customer.create", { sessionId: session, email: "no address" });
    expect(error?.data.fault).toBe("customer_data_invalid");
  });

  test("an operation without parameters", async () => {
    expect((await shop.rpc("catalog_product_type.items", [session])).result).toHaveLength(6);
  });

  test.each<[string, unknown]>([
    ["none", []],
    ["no params", undefined],
    ["null", [null, 2]],
    ["a number", [5, 2]],
    ["in the wrong member", { session: "x", categoryId: 2 }],
  ])("%s is not a session", async (_what, params) => {
    expect((await shop.rpc(info, params)).error?.code).toBe(5);
  });
});

describe("with an Authorization header", () => {
  test.each<[string, unknown]>([
    ["by position", [2]],
    ["by name", { categoryId: 2 }],
    ["by name, with null for what is left out", { categoryId: 2, store: null, attributes: null }],
  ])("params are the documented parameters, %s", async (_how, params) => {
    expect((await shop.rpc(info, params, bearer(session))).result).toMatchObject({ category_id: 2 });
    expect((await shop.rpc(info, params, basic())).result).toMatchObject({ category_id: 2 });
  });

  test("a session among the params is then a normal argument", async () => {
    expect((await shop.rpc(info, [session, 2], bearer(session))).error).toMatchObject({
      data: { fault: "not_exists" },
    });
  });

  test("the scheme in upper or lower case", async () => {
    expect((await shop.rpc(info, [2], { Authorization: `bEARER ${session}` })).result).toMatchObject({
      category_id: 2,
    });
  });

  test.each<[string, string]>([
    ["an unknown session", `Bearer ${"0".repeat(64)}`],
    ["no session", "Bearer "],
    ["an unknown scheme", "Digest abc"],
    ["Basic without a colon", `Basic ${Buffer.from("admin").toString("base64")}`],
    ["Basic that is not base64", "Basic %%%"],
    ["Basic without a key", `Basic ${Buffer.from("admin:").toString("base64")}`],
  ])("%s: fault 5", async (_what, Authorization) => {
    expect((await shop.rpc(info, [2], { Authorization })).error?.code).toBe(5);
  });

  test("wrong Basic credentials: fault 2", async () => {
    expect((await shop.rpc(info, [2], basic("admin", "wrong123"))).error?.code).toBe(2);
  });

  test("an unknown operation is fault 3, with invalid credentials 5", async () => {
    expect((await shop.rpc("nope.x", [], bearer(session))).error?.code).toBe(3);
    expect((await shop.rpc("nope.x", [], bearer("bad"))).error?.code).toBe(5);
  });

  test("wrapped calls still read the session from the params", async () => {
    expect((await shop.rpc("call", ["bad", info, [2]], bearer(session))).error?.code).toBe(5);
    expect((await shop.rpc("call", [session, info, [2]], bearer("bad"))).result).toMatchObject({
      category_id: 2,
    });
  });
});

test("__proto__ among named params is neither a session nor an argument", async () => {
  const params = JSON.parse(`{"__proto__": {"sessionId": "${session}", "categoryId": 2}}`) as unknown;
  expect((await shop.rpc(info, params)).error?.code).toBe(5);
  const withSession = JSON.parse(`{"sessionId": "${session}", "__proto__": {"categoryId": 2}}`) as unknown;
  expect((await shop.rpc(info, withSession)).error).toMatchObject({
    code: 6,
    data: { parameter: "__proto__" },
  });
});
