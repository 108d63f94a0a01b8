/** `match` with conditions, properties of the request, and namespaces; the same in rules, verifications and filters (15.5). */
import { beforeEach, describe, expect, test } from "vitest";
import { exchange } from "../../support/http-client.js";
import { basic, startShop } from "../../support/shop.js";
import { connect } from "../../../src/testing/embedded/store-server.js";
import { lengthOf } from "../../../src/testing/faults/forced-faults.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset());

const addRule = (rule: object) => shop.http("POST", "/control/faults", { body: rule });
const verify = (expected: object) => shop.http("POST", "/control/calls/verify", { body: expected });
const problems = (answer: { readonly json: unknown }) =>
  (answer.json as { errors: { field?: string; message: string }[] }).errors.map(
    ({ field, message }) => `${field ?? ""}: ${message}`,
  );

async function isForced(name: string, members: object, headers: Record<string, string> = {}) {
  const answer = await shop.http("POST", `/api/rpc/${name}`, {
    body: members,
    headers: { ...basic(), ...headers },
  });
  return (answer.json as { message?: string } | null)?.message === "forced";
}

const rename = (name: string, more = {}) =>
  isForced("catalog_product.update", { productId: 1, productData: { name, price: 12.5, ...more } });

describe("conditions", () => {
  test.each([
    { condition: { name: { regex: "^Cup [0-9]+$" } }, hit: "Cup 12", miss: "Cup x" },
    { condition: { name: { contains: "up" } }, hit: "Cup", miss: "Mug" },
    { condition: { name: { startsWith: "Cup" } }, hit: "Cups", miss: "A Cup" },
    { condition: { name: { in: ["Cup", "Mug"] } }, hit: "Mug", miss: "Pot" },
    { condition: { name: { gteq: "B", lt: "C" } }, hit: "Bowl", miss: "Cup" },
    { condition: { name: "Cup" }, hit: "Cup", miss: "Mug" },
  ])("$condition", async ({ condition, hit, miss }) => {
    await addRule({
      operation: "catalog_product.update",
      fault: "data_invalid",
      message: "forced",
      times: 0,
      match: { productData: condition },
    });
    expect([await rename(hit), await rename(miss)]).toEqual([true, false]);
    expect(
      (await verify({ operation: "catalog_product.update", match: { productData: condition }, times: 1 }))
        .status,
    ).toBe(204);
    const query = encodeURIComponent(JSON.stringify({ productData: condition }));
    const listed = await shop.http("GET", `/control/calls?match=${query}`);
    expect(listed.json).toMatchObject([{ arguments: { productData: { name: hit } } }]);
  });

  test.each([
    { condition: { gt: 12 }, isMet: true },
    { condition: { gt: 12.5 }, isMet: false },
    { condition: { gteq: "12.50" }, isMet: true },
    { condition: { lteq: 12 }, isMet: false },
    { condition: { gteq: 12, lt: 13 }, isMet: true },
    { condition: { exists: true }, isMet: true },
    { condition: { exists: false }, isMet: false },
  ])("a price of 12.5 and $condition", async ({ condition, isMet }) => {
    await rename("Cup");
    const expected = { operation: "catalog_product.update", match: { productData: { price: condition } } };
    expect((await verify(expected)).status).toBe(isMet ? 204 : 422);
  });

  test("a parameter that was not given does not exist, even if it has a default", async () => {
    await isForced("catalog_product.info", { productId: 1 });
    const expected = (store: object) => ({ operation: "catalog_product.info", match: { store } });
    expect((await verify(expected({ exists: false }))).status).toBe(204);
    expect((await verify(expected({ exists: true }))).status).toBe(422);
  });

  test("the operators of filters are compared with those of the call", async () => {
    await isForced("catalog_product.list", { filters: { sku: { in: ["mug-01"] }, price: { gt: 5 } } });
    const match = (filters: object) => ({ operation: "catalog_product.list", match: { filters } });
    expect((await verify(match({ price: { gt: 5 } }))).status).toBe(204);
    expect((await verify(match({ sku: { in: ["mug-01"] } }))).status).toBe(204);
    expect((await verify(match({ price: { gt: 6 } }))).status).toBe(422);
    expect((await verify(match({ price: { lt: 6 } }))).status).toBe(422);
  });

  test("a pattern that takes exponential time elsewhere is matched at once", async () => {
    await rename(`${"a".repeat(60)}!`);
    const name = { regex: "^(a+)+$" };
    expect(
      (await verify({ operation: "catalog_product.update", match: { productData: { name } } })).status,
    ).toBe(422);
  });

  test.each([
    [{ productId: { regex: "(" } }, "match.productId.regex: is not a usable regular expression"],
    [{ productId: { regex: "(?=a)" } }, "match.productId.regex: is not a usable regular expression"],
    [{ productId: { in: 5 } }, "match.productId.in: must be a list of values"],
    [{ productId: { exists: "yes" } }, "match.productId.exists: must be true or false"],
    [{ productId: { gt: [1] } }, "match.productId.gt: must be a text or a number"],
    [
      { productId: { regex: "a", flags: "i" } },
      "match.productId.flags: is not a condition; conditions are regex, contains",
    ],
    [{ productId: { gte: 5 } }, "match.productId.gte: is not a condition; use gteq"],
    [
      { productId: { startswith: "a" } },
      "match.productId.startswith: is not a condition; the nearest is startsWith",
    ],
    [{ productId: { regexp: "a" } }, "match.productId.regexp: is not a condition; the nearest is regex"],
    [{ productId: { eq: 5 } }, "match.productId.eq: is not a condition; use the value itself"],
    [{ productId: { not: { gte: 5 } } }, "match.productId.not.gte: is not a condition; use gteq"],
    [{ productId: { any: [1, { ne: 5 }] } }, "match.productId.any[1].ne: is not a condition; use not"],
    [{ productId: { any: 5 } }, "match.productId.any: must be a list of values or conditions"],
    [{ caller: { is: "admin" } }, "match.caller.is: is not a condition; the nearest is in"],
    [{ headers: { "user-agent": { contain: "x" } } }, "match.headers.user-agent.contain: is not a condition"],
    [{ productID: { gt: 1 } }, "match.productID: is not a parameter of catalog_product.info"],
    [{ headers: "x" }, "match.headers: must be an object of values by name of a header"],
  ])("%j is refused", async (match, message) => {
    for (const answer of [
      await addRule({ operation: "catalog_product.info", match, drop: true }),
      await verify({ operation: "catalog_product.info", match }),
      await shop.http(
        "GET",
        `/control/calls?operation=catalog_product.info&match=${encodeURIComponent(JSON.stringify(match))}`,
      ),
    ]) {
      expect(answer.status).toBe(422);
      expect(problems(answer)[0]).toContain(message);
    }
  });

  test.each([
    [{ productData: { price: { gte: 5 } } }, "match.productData.price.gte: is not a condition; use gteq"],
    [
      { productData: { stock_data: { qty: { eq: 5 } } } },
      "match.productData.stock_data.qty.eq: is not a condition",
    ],
    [
      { productData: { additional_attributes: { single_data: { tone: { regexp: "a" } } } } },
      "match.productData.additional_attributes.single_data.tone.regexp: is not a condition",
    ],
    [{ productData: { any: [{ nmae: "Cup" }] } }, "match.productData.nmae: is not known; name may be meant"],
  ])("a member: %j is refused", async (match, message) => {
    const answer = await verify({ operation: "catalog_product.update", match });
    expect(answer.status).toBe(422);
    expect(problems(answer)[0]).toContain(message);
  });

  test("an object passes where the contract takes one: filters, maps by ID, REST bodies, undeclared operations", async () => {
    for (const [operation, match] of [
      ["catalog_product.list", { filters: { price: { from: 1, to: 5 }, status: { neq: 2 } } }],
      ["sales_order_invoice.create", { itemsQty: { 5: 1 } }],
      ["cart_product.add", { products: [{ options: { 5: "a" } }] }],
      ["catalog_product.update", { productData: { additional_attributes: { single_data: { tone: "a" } } } }],
      ["createCustomer", { body: { email: "a@shop.test" } }],
      ["catalog_product.*", { filters: { price: { from: 1 } } }],
      ["*", { anything: { gte: 5 } }],
    ] as const)
      expect(problems(await verify({ operation, match }))[0]).toContain(`${operation} was called 0 times`);
    const undeclared = { operation: "giftcard.info", undeclared: true, result: {} };
    expect((await addRule({ ...undeclared, match: { card: { gte: 5 } } })).status).toBe(201);
  });

  test("not and any, nested, with numbers as texts and flags as numbers", async () => {
    await isForced("catalog_product.info", { productId: 2 });
    await shop.call("sales_order.addComment", ["100000001", "pending", "Hello", 1]).catch(() => undefined);
    const info = async (productId: unknown) =>
      (await verify({ operation: "catalog_product.info", match: { productId } })).status;
    expect(await info({ any: ["2", 3] })).toBe(204);
    expect(await info({ any: [1, { gt: 1, lt: 3 }] })).toBe(204);
    expect(await info({ any: [1, 3] })).toBe(422);
    expect(await info({ not: 1 })).toBe(204);
    expect(await info({ not: "2" })).toBe(422);
    expect(await info({ not: { any: [2, 3] } })).toBe(422);
    expect(await info({ not: { not: 2 }, lt: 3 })).toBe(204);
    const notify = async (match: object) =>
      (await verify({ operation: "sales_order.addComment", match: { notify: match } })).status;
    expect(await notify({ not: true })).toBe(422);
    expect(await notify({ any: [true] })).toBe(204);
    const missed = await verify({
      operation: "catalog_product.info",
      match: { productId: { not: { any: [2, { gt: 1 }] } } },
    });
    expect(problems(missed)[0]).toContain("arguments.productId is 2, expected not any of 2, gt 1");
  });

  test.each(["[1]", "{", "text", `{"a":${"[".repeat(70)}${"]".repeat(70)}}`])(
    "match=%s in a query is not a JSON object",
    async (text) => {
      const answer = await shop.http("GET", `/control/calls?match=${encodeURIComponent(text)}`);
      expect([answer.status, problems(answer)]).toEqual([400, ["match: must be a JSON object"]]);
    },
  );
});

describe("properties of the request", () => {
  const info = { productId: 1 };
  test("a header, whatever its case", async () => {
    await addRule({
      ...{ operation: "catalog_product.info", fault: "product_not_exists", message: "forced", times: 0 },
      match: { headers: { "X-Tenant": { startsWith: "shop-" } } },
    });
    expect(await isForced("catalog_product.info", info)).toBe(false);
    expect(await isForced("catalog_product.info", info, { "x-tenant": "shop-7" })).toBe(true);
    expect(await isForced("catalog_product.info", info, { "x-tenant": "other" })).toBe(false);
    const missed = await verify({
      operation: "catalog_product.info",
      match: { headers: { "X-Tenant": "shop-8" } },
    });
    expect(problems(missed)[0]).toContain('headers.X-Tenant is "shop-7", expected "shop-8"');
  });

  test("the caller and the door", async () => {
    const match = { caller: "reader", door: "plain" };
    await shop.http("POST", "/control/users", {
      body: { username: "reader", api_key: "reader123", roles: ["all"] },
    });
    await addRule({ operation: "*", fault: "internal", message: "forced", times: 0, match });
    expect(await isForced("catalog_product.info", info)).toBe(false);
    expect(await isForced("catalog_product.info", info, basic("reader", "reader123"))).toBe(true);
    await expect(
      shop.call("catalog_product.info", [1], await shop.login("reader", "reader123")),
    ).resolves.toBeDefined();
    expect((await verify({ operation: "*", match, times: 1 })).status).toBe(204);
    expect(
      (await verify({ operation: "*", match: { caller: "reader", door: "jsonrpc" }, times: 2 })).status,
    ).toBe(204);
  });

  test("credentials are masked when rules are listed, and matched all the same", async () => {
    const { Authorization } = basic() as { Authorization: string };
    const rule = { operation: "catalog_product.info", fault: "product_not_exists", message: "forced" };
    const added = await addRule({ ...rule, match: { headers: { authorization: Authorization } } });
    expect(added.json).toMatchObject({ match: { headers: { authorization: "***" } } });
    expect((await shop.http("GET", "/control/faults")).text).not.toContain(Authorization.slice(6));
    expect(await isForced("catalog_product.info", info)).toBe(true);
  });
});

describe("namespaces", () => {
  test("a rule for a namespace answers all its operations, and no others", async () => {
    await addRule({ operation: "catalog_product.*", fault: "internal", message: "forced", times: 0 });
    expect(await isForced("catalog_product.info", { productId: 1 })).toBe(true);
    expect(await isForced("catalog_product.list", {})).toBe(true);
    expect(await isForced("catalog_product_attribute.list", { setId: 4 })).toBe(false);
    expect(await isForced("catalog_category.level", {})).toBe(false);
  });

  test("a fault of a namespace is only for the operations that declare it", async () => {
    const rule = { operation: "product.*", fault: "product_not_exists", message: "forced", times: 0 };
    expect((await addRule(rule)).json).toMatchObject({ operation: "catalog_product.*" });
    expect(await isForced("catalog_product.info", { productId: 1 })).toBe(true);
    expect(await isForced("catalog_product.list", {})).toBe(false);
    const unknown = await addRule({ ...rule, fault: "order_not_exists" });
    expect(problems(unknown)).toEqual(["fault: order_not_exists is not declared by catalog_product.*"]);
  });

  test("in verifications and filters", async () => {
    await isForced("catalog_product.info", { productId: 1 });
    await isForced("catalog_product.list", {});
    expect((await verify({ operation: "catalog_product.*", times: 2 })).status).toBe(204);
    expect((await verify({ operation: "catalog_product.*", match: { productId: 1 }, times: 1 })).status).toBe(
      204,
    );
    expect((await verify({ operation: "customer.*" })).status).toBe(422);
    expect((await shop.http("GET", "/control/calls?operation=product.*")).json).toHaveLength(2);
  });

  test("a misspelt one names the nearest", async () => {
    const message = 'operation: there is no namespace "catalog_prodcut"; the nearest is catalog_product.*';
    expect(problems(await verify({ operation: "catalog_prodcut.*" }))).toEqual([message]);
    const [first = ""] = problems(await addRule({ operation: "catalog_prodcut.*", drop: true }));
    expect(first).toContain(message);
  });
});

describe("an order of calls", () => {
  const info = { operation: "catalog_product.info", match: { productId: 1 } };
  const list = { operation: "catalog_product.list" };
  const update = { operation: "catalog_product.update", match: { productId: 1 } };

  beforeEach(async () => {
    await isForced("catalog_product.info", { productId: 1 });
    await isForced("catalog_product.list", {});
    await rename("Cup");
  });

  test.each([
    [{ sequence: [info, update] }],
    [{ sequence: [info, list, update], only: true }],
    [{ sequence: [{ operation: "catalog_product.*" }, update] }],
    [{ operation: "catalog_product.*", only: true }],
  ])("%j holds", async (expected) => {
    const { status, text } = await verify(expected);
    expect(text).toBe("");
    expect(status).toBe(204);
  });

  test("calls up to `after` do not count", async () => {
    const [latest] = (await shop.http("GET", "/control/calls?limit=1")).json as [{ number: number }];
    const expected = { operation: "catalog_product.update", only: true };
    expect((await verify({ ...expected, after: latest.number - 1 })).status).toBe(204);
    expect((await verify({ ...expected, after: latest.number - 2 })).status).toBe(422);
    expect((await verify({ ...expected, after: latest.number })).status).toBe(422);
  });

  test("the message names the missing step, and the call that came too early", async () => {
    const answer = await verify({ sequence: [update, info] });
    expect(answer.status).toBe(422);
    const { errors, found } = answer.json as { errors: { message: string }[]; found: number };
    expect(found).toBe(1);
    expect(errors[0]?.message).toMatch(
      /^Step 2 of 2 is missing: catalog_product\.info with \{"productId":1\} was not called after call \d+ \(catalog_product\.update\)\.\nIt was called too early: call \d+: catalog_product\.info by admin/,
    );
  });

  test("the message about a step says what differs", async () => {
    const answer = await verify({ sequence: [info, { ...update, match: { productId: 2 } }] });
    expect(problems(answer)[0]).toContain("arguments.productId is 1, expected 2");
  });

  test("other calls are named", async () => {
    const answer = await verify({ sequence: [info, update], only: true });
    expect(answer.status).toBe(422);
    expect(problems(answer)[0]).toMatch(
      /^: 1 call was made that should not have been:\n- call \d+: catalog_product\.list by admin$/,
    );
  });

  test("logins are aside", async () => {
    await shop.login();
    expect((await verify({ sequence: [info, list, update], only: true })).status).toBe(204);
  });

  test.each([
    [{}, ": The body must have exactly one of operation and sequence."],
    [{ operation: "*", sequence: [info] }, ": The body must have exactly one of operation and sequence."],
    [{ sequence: [info], times: 2 }, "times: cannot be combined with sequence, whose calls have their own"],
  ])("%j is refused with 400", async (body, message) => {
    const answer = await verify(body);
    expect([answer.status, problems(answer)]).toEqual([400, [message]]);
  });

  test("an unknown name in a step is named with its place", async () => {
    const answer = await verify({ sequence: [info, { operation: "catalog_product.udpate" }] });
    expect(answer.status).toBe(422);
    expect(problems(answer)[0]).toContain("sequence[1].operation: there is no operation");
  });
});

test("the typed functions take conditions, namespaces and sequences", async () => {
  const server = connect(shop.url);
  await server.control.addFault({
    operation: "catalog_product.*",
    match: { headers: { "user-agent": { contains: "nobody" } } },
    drop: true,
  });
  await rename("Cup 7");
  await server.verify(
    "catalog_product.update",
    { productData: { name: { regex: "^Cup" } } },
    { times: 1, only: true },
  );
  await server.verifySequence([{ operation: "catalog_product.update", match: { caller: "admin" } }], {
    only: true,
  });
  const call = await server.waitForCall("catalog_product.update", { match: { productId: { lt: 2 } } });
  expect(call.arguments).toMatchObject({ productId: 1 });
  await expect(
    server.waitForCall("catalog_product.update", { match: { productId: 2 }, timeoutMs: 20 }),
  ).rejects.toThrow("arguments.productId is 1, expected 2");
});

describe("answers by HTTP", () => {
  const list = (signal?: AbortSignal) =>
    fetch(`${shop.url}/api/rpc/catalog_product.list`, {
      ...{ method: "POST", body: "{}", headers: { ...basic(), "Content-Type": "application/json" } },
      ...(signal && { signal }),
    });

  test("own headers and text", async () => {
    const http = { status: 418, headers: { "X-Proxy": "7", "Content-Type": "text/plain" }, body: "früh" };
    expect((await addRule({ operation: "catalog_product.list", http })).json).toMatchObject({ http });
    const answer = await list();
    expect([answer.status, answer.headers.get("x-proxy"), await answer.text()]).toEqual([418, "7", "früh"]);
    expect((await shop.http("GET", "/control/calls?operation=catalog_product.list")).json).toMatchObject([
      { status: 418, answer: { body: "früh" }, forced: true },
    ]);
  });

  test("own bytes", async () => {
    await addRule({ operation: "catalog_product.list", http: { body_base64: "AP+A" } });
    const answer = await list();
    expect([answer.status, [...new Uint8Array(await answer.arrayBuffer())]]).toEqual([200, [0, 255, 128]]);
  });

  test("in pieces with pauses", async () => {
    await addRule({ operation: "catalog_product.list", http: { body: "0123456789", chunk_ms: 20 } });
    const started = performance.now();
    const pieces: string[] = [];
    for await (const piece of (await list()).body as unknown as AsyncIterable<Uint8Array>)
      pieces.push(Buffer.from(piece).toString());
    expect(pieces.join("")).toBe("0123456789");
    expect(pieces.length).toBeGreaterThan(3);
    expect(performance.now() - started).toBeGreaterThan(150);
  });

  test.each([{ http: { reset: true } }, { http: { status: 200, body: "0123456789", reset: true } }])(
    "$http resets the connection",
    async ({ http }) => {
      await addRule({ operation: "catalog_product.list", http });
      await expect(
        exchange(`${shop.url}/api/rpc/catalog_product.list`, {
          method: "POST",
          body: "{}",
          headers: { ...basic(), "Content-Type": "application/json" },
        }),
      ).rejects.toMatchObject({ code: "ECONNRESET" });
    },
  );

  test("a delay of a range with a seed is the same in every run", async () => {
    const delay = { min: 0, max: 120, seed: 3 };
    const lengths = [0, 1, 2].map((hit) => lengthOf(delay, hit));
    expect([0, 1, 2].map((hit) => lengthOf(delay, hit))).toEqual(lengths);
    expect(new Set(lengths).size).toBe(3);

    await addRule({ operation: "catalog_product.list", times: 3, delay_ms: delay });
    for (const length of lengths) {
      const started = performance.now();
      await list();
      // A timer of Node may be a millisecond early, and on a busy machine late without a limit.
      expect(performance.now() - started).toBeGreaterThan(length - 2);
    }
  });

  test.each([
    [
      { headers: { "Content-Length": "5" } },
      "http.headers.Content-Length: is a header that the server sets itself",
    ],
    [
      { headers: { Connection: "close" } },
      "http.headers.Connection: is a header that the server sets itself",
    ],
    [{ headers: { "a b": "c" } }, "http.headers.a b: is not a usable header"],
    [{ body: "a", body_base64: "YQ==" }, "http.body_base64: cannot be combined with http.body"],
    [{ body_base64: "?" }, "http.body_base64: must be base64"],
    [{ status: 204, body: "a" }, "http.body: cannot be combined with the status 204, which has no body"],
    [{ status: 200, chunk_ms: 5 }, "http.chunk_ms: needs a body"],
    [{ reset: true, body: "a" }, "http.status: is required"],
  ])("%j is refused", async (http, message) => {
    const answer = await addRule({ operation: "catalog_product.list", http });
    expect(answer.status).toBe(422);
    expect(problems(answer)[0]).toContain(message);
  });
});
