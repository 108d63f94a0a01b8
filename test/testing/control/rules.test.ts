/**
 * Further features of rules: after the call was executed, n-th, at random, in sequence, bodies of proxies, unknown
 * operations (13).
 */
import { beforeEach, describe, expect, test } from "vitest";
import { maxRules, withinBounds, type StoredRule } from "../../../src/testing/faults/rule-state.js";
import { exchange } from "../../support/http-client.js";
import { basic, startShop } from "../../support/shop.js";
import { envelope, operation } from "../../engine/doors/soap-client.js";
import { methodCall } from "../../engine/doors/xml-rpc-client.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset());

type Shown = Readonly<Record<string, unknown>> & { readonly id: number; readonly hits: number };

async function force(rule: object): Promise<Shown> {
  const { status, text, json } = await shop.http("POST", "/control/faults", { body: rule });
  if (status !== 201) throw new Error(text);
  return json as Shown;
}

const rules = async () => (await shop.http("GET", "/control/faults")).json as Shown[];
const hits = async () => (await rules()).map((rule) => rule.hits);

/** Without the checks against the contract, which forced answers violate; a closed connection is "cut". */
async function send(path: string, body: unknown, headers: Record<string, string> = {}, method = "POST") {
  const isText = typeof body === "string";
  const type = { "Content-Type": isText ? "text/xml" : "application/json" };
  const text = isText || body === undefined ? body : JSON.stringify(body);
  const all = { ...basic(), ...(body === undefined ? {} : type), ...headers };
  const answer = await exchange(shop.url + path, { method, headers: all, body: text }).catch(
    (error: unknown) => {
      if (String(error).includes("socket hang up")) return undefined;
      throw error;
    },
  );
  if (!answer) return { status: "cut", text: "" } as const;
  return { status: answer.status, text: answer.text, headers: answer.headers };
}

const rename = (name: string, key?: string) =>
  send(
    "/api/rpc/catalog_product.update",
    { productId: 1, productData: { name } },
    key === undefined ? {} : { "Idempotency-Key": key },
  );
const level = () => send("/api/rpc/catalog_category.level", {});
const nameOfOne = async () => ((await shop.call("catalog_product.info", [1])) as { name: string }).name;

/** The same change through every door: the name of product 1, or of customer 1. */
const doors: Readonly<
  Record<string, { readonly rule: string; readonly change: (name: string) => ReturnType<typeof send> }>
> = {
  jsonrpc: {
    rule: "catalog_product.update",
    change: async (name) =>
      send("/api/jsonrpc", {
        ...{ jsonrpc: "2.0", id: 1, method: "call" },
        params: [await shop.session(), "catalog_product.update", [1, { name }]],
      }),
  },
  plain: { rule: "catalog_product.update", change: (name) => rename(name) },
  xmlrpc: {
    rule: "catalog_product.update",
    change: async (name) =>
      send(
        "/api/xmlrpc",
        methodCall("call", [await shop.session(), "catalog_product.update", ["1", { name }]]),
      ),
  },
  soap_v2: {
    rule: "catalog_product.update",
    change: async (name) => {
      const inner = `<name xsi:type="xsd:string">${name}</name>`;
      const sessionId = await shop.session();
      const text = envelope(
        operation("catalogProductUpdate", { sessionId, product: "1", productData: "DATA" }),
      );
      return send(
        "/api/v2_soap",
        text.replace(/<productData[^>]*>DATA<\/productData>/, `<productData>${inner}</productData>`),
      );
    },
  },
  rest: {
    rule: "updateCustomer",
    change: (firstname) =>
      send("/api/rest/customers/1", { firstname }, { Accept: "application/json" }, "PUT"),
  },
};

async function nameBy(door: string): Promise<string> {
  if (door !== "rest") return nameOfOne();
  const { text } = await send("/api/rest/customers/1", undefined, { Accept: "application/json" }, "GET");
  return (JSON.parse(text) as { firstname: string }).firstname;
}

describe.each(Object.entries(doors))("after the call was executed, by %s", (door, { rule, change }) => {
  test.each([
    { answer: { drop: true }, status: "cut" },
    { answer: { http: { status: 504 } }, status: 504 },
    { answer: { http: { status: 502 }, body: "html" }, status: 502 },
    { answer: { http: { status: 200 }, body: "truncated" }, status: 200 },
    { answer: { delay_ms: 5 }, status: 200 },
  ])("$answer", async ({ answer, status }) => {
    await force({ operation: rule, when: "after", ...answer });
    expect((await change("Changed")).status).toBe(status);
    expect(await nameBy(door)).toBe("Changed");
    expect(await hits()).toEqual([1]);
    expect((await change("Again")).status).toBe(200);
  });

  test("before it, by default", async () => {
    const name = await nameBy(door);
    await force({ operation: rule, drop: true });
    expect((await change("Changed")).status).toBe("cut");
    expect(await nameBy(door)).toBe(name);
  });
});

describe("after the call was executed", () => {
  test("a fault instead of the result", async () => {
    await force({ operation: "catalog_product.update", when: "after", fault: "internal" });
    expect(await rename("Changed")).toMatchObject({
      status: 500,
      text: expect.stringContaining("internal") as string,
    });
    expect(await nameOfOne()).toBe("Changed");
  });

  test("only after a success: a failing call keeps its own fault and uses up nothing", async () => {
    await force({ operation: "catalog_product.info", when: "after", drop: true });
    expect((await send("/api/rpc/catalog_product.info", { productId: 999 })).status).toBe(404);
    expect(await hits()).toEqual([0]);
    expect((await send("/api/rpc/catalog_product.info", { productId: 1 })).status).toBe("cut");
  });

  test("a lost answer is returned again for its Idempotency-Key", async () => {
    const create = { type: "simple", set: "4", sku: "lost-1", productData: { name: "Lost" } };
    const post = () => send("/api/rpc/catalog_product.create", create, { "Idempotency-Key": "lost" });
    await force({ operation: "catalog_product.create", when: "after", drop: true });
    expect((await post()).status).toBe("cut");
    const second = await post();
    expect([second.status, second.headers?.get("Idempotent-Replayed")]).toEqual([200, "true"]);
    const found = await shop.call("catalog_product.info", ["lost-1", null, null, "sku"]);
    expect(found).toMatchObject({ product_id: Number(second.text), sku: "lost-1" });
  });

  test("also login and the envelope of multiCall", async () => {
    await force({ operation: "login", when: "after", http: { status: 502 } });
    const login = () => send("/api/rpc/login", { username: "admin", apiKey: "admin123" });
    expect([(await login()).status, (await login()).status]).toEqual([502, 200]);
    await force({ operation: "multiCall", when: "after", drop: true });
    const calls = [["catalog_product.update", [1, { name: "By many" }]]];
    expect((await send("/api/rpc/multiCall", { calls })).status).toBe("cut");
    expect(await nameOfOne()).toBe("By many");
  });

  test("a list that would be streamed", async () => {
    await force({ operation: "catalog_product.list", when: "after", http: { status: 503, retry_after: 3 } });
    const { status, text, headers } = await send("/api/rpc/catalog_product.list", {});
    expect([status, text, headers?.get("Retry-After")]).toEqual([503, "", "3"]);
  });
});

describe("which of the calls", () => {
  test("the n-th that matches, even if other rules answered the others", async () => {
    await force({ operation: "catalog_category.level", nth: 3, http: { status: 503 } });
    await force({ operation: "catalog_category.level", http: { status: 500 } });
    const statuses = [];
    for (let call = 0; call < 5; call += 1) statuses.push((await level()).status);
    expect(statuses).toEqual([500, 200, 503, 200, 200]);
    expect(await hits()).toEqual([1, 1]);
  });

  test("several rules are a sequence; one without an answer lets a call pass", async () => {
    const one = { operation: "catalog_category.level" };
    const sequence = [{ fault: "internal" }, { http: { status: 503 } }, {}, { result: [] }, { drop: true }];
    for (const answer of sequence) await force({ ...one, ...answer });
    const answers = [];
    for (let call = 0; call < 6; call += 1) answers.push(await level());
    expect(answers.map(({ status }) => status)).toEqual([500, 503, 200, 200, "cut", 200]);
    expect(answers.map(({ text }) => text === "[]")).toEqual([false, false, false, true, false, false]);
    expect(await hits()).toEqual([1, 1, 1, 1, 1]);
  });

  test("at random, the same calls for the same seed", async () => {
    const draw = async (seed?: number) => {
      await shop.http("DELETE", "/control/faults");
      const chance = { probability: 0.5, ...(seed === undefined ? {} : { seed }) };
      const rule = await force({
        operation: "catalog_category.level",
        times: 0,
        http: { status: 503 },
        ...chance,
      });
      const statuses = [];
      for (let call = 0; call < 20; call += 1) statuses.push((await level()).status);
      return { statuses, seed: rule.seed as number, hits: await hits() };
    };
    const first = await draw(7);
    const failures = first.statuses.filter((status) => status === 503).length;
    expect(first.hits).toEqual([failures]);
    expect(failures).toBeGreaterThan(2);
    expect(failures).toBeLessThan(18);
    expect(await draw(7)).toEqual(first);
    const other = await draw();
    expect((await draw(other.seed)).statuses).toEqual(other.statuses);
  });

  test.each([
    [0, [200, 200, 200]],
    [1, [503, 503, 503]],
  ])("a probability of %d", async (probability, statuses) => {
    await force({ operation: "catalog_category.level", times: 0, probability, http: { status: 503 } });
    expect([(await level()).status, (await level()).status, (await level()).status]).toEqual(statuses);
  });
});

describe("bodies", () => {
  const page = /^<html>\r\n<head><title>502 Bad Gateway<\/title>/;

  test.each(Object.entries(doors))("the page of a proxy, by %s", async (_door, { rule, change }) => {
    await force({ operation: rule, http: { status: 502 }, body: "html" });
    const { text, headers } = await change("Changed");
    expect(text).toMatch(page);
    expect(headers?.get("Content-Type")).toBe("text/html");
  });

  test("the first half of the real answer, if the call was executed", async () => {
    const info = () => send("/api/rpc/catalog_product.info", { productId: 1 });
    const { text: whole } = await info();
    await force({
      operation: "catalog_product.info",
      when: "after",
      http: { status: 200 },
      body: "truncated",
    });
    const cut = await info();
    const half = Math.floor(Buffer.byteLength(whole) / 2);
    expect(whole.startsWith(cut.text)).toBe(true);
    expect(cut.headers?.get("Content-Length")).toBe(String(half));
    expect(() => JSON.parse(cut.text) as unknown).toThrow(SyntaxError);
  });

  test.each<[string, () => ReturnType<typeof send>, string]>([
    [
      "jsonrpc",
      () => send("/api/jsonrpc", { jsonrpc: "2.0", id: 1, method: "catalog_product.info", params: [999] }),
      '{"jsonrpc":"2.0","',
    ],
    ["plain", () => send("/api/rpc/catalog_product.info", { productId: 999 }), '{"product_id":1,"'],
    [
      "xmlrpc",
      async () =>
        send("/api/xmlrpc", methodCall("call", [await shop.session(), "catalog_product.info", ["999"]])),
      "<?xml",
    ],
    [
      "soap",
      async () => {
        const sessionId = await shop.session();
        const call = operation("call", { sessionId, resourcePath: "catalog_product.info", args: "999" });
        return send("/api/soap", envelope(call));
      },
      "<?xml",
    ],
    [
      "soap_v2",
      async () => {
        const call = operation("catalogProductInfo", { sessionId: await shop.session(), productId: "999" });
        return send("/api/v2_soap", envelope(call));
      },
      "<?xml",
    ],
    ["rest", () => send("/api/rest/customers/1", undefined, { Accept: "application/json" }, "GET"), '{"'],
  ])("the first half of a plausible one, when it was not: %s", async (door, call, beginning) => {
    const rule = door === "rest" ? "getCustomer" : "catalog_product.info";
    await force({ operation: rule, http: { status: 200 }, body: "truncated" });
    const { status, text } = await call();
    expect(status).toBe(200);
    expect(text.slice(0, beginning.length)).toBe(beginning);
    expect(text).not.toMatch(/[>}]\s*$/);
    expect(await hits()).toEqual([1]);
  });
});

describe("operations that the contracts do not contain", () => {
  const operationName = "giftcard.info";
  const ask = (args: object = { code: "A1" }) => send("/api/rpc/giftcard.info", args);

  test("a result, through the doors that find operations by their names", async () => {
    await force({ operation: operationName, undeclared: true, times: 0, result: { balance: 20 } });
    expect((await ask()).text).toBe('{"balance":20}');
    const session = await shop.session();
    const wrapped = { jsonrpc: "2.0", id: 1, method: "call", params: [session, operationName, ["A1"]] };
    expect((await send("/api/jsonrpc", wrapped)).text).toContain('"result":{"balance":20}');
    const direct = { jsonrpc: "2.0", id: 1, method: operationName, params: { code: "A1" } };
    expect((await send("/api/jsonrpc", direct)).text).toContain('"result":{"balance":20}');
    const xml = await send("/api/xmlrpc", methodCall("call", [session, operationName, ["A1"]]));
    expect(xml.text).toMatch(/<name>balance<\/name><value><string>20</);
    const soap = envelope(operation("call", { sessionId: session, resourcePath: operationName, args: "A1" }));
    expect((await send("/api/soap", soap)).text).toMatch(/balance/);
  });

  test.each([
    [{ code: 7, message: "Used up." }, "undeclared"],
    [{ code: 7, message: "Used up.", name: "giftcard_used" }, "giftcard_used"],
  ])("the fault %j is named %s", async (fault, name) => {
    await force({ operation: operationName, undeclared: true, fault });
    const { status, text } = await ask();
    expect({ status, body: JSON.parse(text) as unknown }).toEqual({
      status: 422,
      body: { code: 7, message: "Used up.", data: { fault: name, resource: "giftcard" } },
    });
    expect((await ask()).status).toBe(404);
  });

  test("only with these parameters", async () => {
    await force({ operation: operationName, undeclared: true, times: 0, result: 1, match: { code: "A1" } });
    expect([(await ask()).text, (await ask({ code: "B2" })).status]).toEqual(["1", 404]);
  });

  test("callers without credentials get none, and * does not match it", async () => {
    await force({ operation: "*", times: 0, fault: "internal" });
    expect((await ask()).status).toBe(404);
    await force({ operation: operationName, undeclared: true, result: 1 });
    expect((await send("/api/rpc/giftcard.info", {}, { Authorization: "Bearer none" })).status).toBe(401);
  });

  test("the journal contains it, and can be filtered by it as long as the rule exists", async () => {
    await force({ operation: operationName, undeclared: true, result: { balance: 20 } });
    await ask();
    const calls = async () => shop.http("GET", `/control/calls?operation=${operationName}`);
    expect((await calls()).json).toMatchObject([
      {
        operation: operationName,
        forced: true,
        arguments: { code: "A1" },
        result: { balance: 20 },
        problem: null,
      },
    ]);
    const verify = await shop.http("POST", "/control/calls/verify", {
      body: { operation: operationName, times: 1 },
    });
    expect(verify.status).toBe(204);
    await shop.http("DELETE", "/control/faults");
    expect((await calls()).status).toBe(422);
  });
});

describe("a rule that is used up", () => {
  test("stays in the list with its hits until a reset", async () => {
    const { id } = await force({ operation: "catalog_category.level", fault: "internal" });
    expect(await rules()).toMatchObject([{ id, times: 1, hits: 0 }]);
    await level();
    expect(await rules()).toMatchObject([{ id, times: 1, hits: 1 }]);
    await shop.reset();
    expect(await rules()).toEqual([]);
  });

  test("makes room for others, the oldest first; active rules stay", () => {
    const rule = (id: number, hits: number): StoredRule => ({
      shown: { id, operation: "*", fault: null, message: null, times: 1, hits, delay_ms: 0 },
      ...{ seen: 0, bytes: 1 },
    });
    const rules = [rule(0, 0), ...Array.from({ length: maxRules + 1 }, (_, at) => rule(at + 1, 1))];
    const kept = withinBounds(rules).map(({ shown }) => shown.id);
    expect([kept.length, kept.slice(0, 2)]).toEqual([maxRules, [0, 3]]);
  });
});

test("the journal contains the rule that removed the answer", async () => {
  const { id } = await force({ operation: "catalog_product.update", when: "after", drop: true });
  await rename("Changed");
  const { json } = await shop.http("GET", "/control/calls?operation=catalog_product.update");
  expect(json).toMatchObject([{ rule: id, forced: true, status: null, answer: null }]);
});

const update = { operation: "catalog_product.update" };
const stub = { operation: "giftcard.info", undeclared: true };

test.each([
  ["result", { operation: "catalog_category.level", when: "after", result: [] }, /carried out|effect/],
  ["when", { ...stub, when: "after", fault: { code: 1, message: "x" } }, /before/],
  ["times", { ...update, nth: 2, times: 3, drop: true }, /fires once/],
  ["times", { ...update, nth: 2, times: 0, drop: true }, /fires once/],
  ["probability", { ...update, nth: 2, probability: 0.5, drop: true }, /nth/],
  ["seed", { ...update, seed: 7, drop: true }, /can only be used with probability/],
  ["body", { ...update, body: "html" }, /can only be used with http/],
  ["body", { ...update, body: "truncated", drop: true }, /can only be used with http/],
  ["http", { ...update, fault: "internal", http: { status: 500 } }, /cannot be combined with fault/],
  ["operation", { operation: "catalog_product.udpate", drop: true }, /nearest is catalog_product\.update/],
  ["operation", { operation: "getCustomers", drop: true }, /nearest is getCustomer/],
  ["operation", { operation: "giftcard", undeclared: true, result: 1 }, /namespace/],
  ["undeclared", { operation: "product.info", undeclared: true, result: 1 }, /catalog_product\.info/],
  ["undeclared", { operation: "getCustomer", undeclared: true, result: 1 }, /getCustomer/],
  ["undeclared", { operation: "*", undeclared: true, result: 1 }, /do not have/],
  ["undeclared", stub, /needs a response/],
  ["fault", { ...stub, fault: "product_not_exists" }, /\{code, message\}/],
  ["fault", { ...update, fault: { code: 1, message: "x" } }, /undeclared: true/],
  ["message", { ...stub, fault: { code: 1, message: "x" }, message: "y" }, /name of a fault/],
])("422 names %s: %j", async (field, rule, message) => {
  const { status, json } = await shop.http("POST", "/control/faults", { body: rule });
  expect(status).toBe(422);
  const { errors } = json as { errors: { field: string; message: string }[] };
  expect(errors[0]?.field).toBe(field);
  expect(errors[0]?.message).toMatch(message);
  expect(await rules()).toEqual([]);
});

test.each([
  ["when", { when: "later" }],
  ["nth", { nth: 0 }],
  ["probability", { probability: 1.5 }],
  ["seed", { probability: 0.5, seed: 1.5 }],
  ["body", { http: { status: 200 }, body: "json" }],
  ["undeclared", { undeclared: false }],
  ["fault.code", { undeclared: true, fault: { message: "x" } }],
  ["then", { then: "drop" }],
])("400 names %s: %j", async (field, more) => {
  const { status, json } = await shop.http("POST", "/control/faults", { body: { ...update, ...more } });
  expect({ status, json }).toMatchObject({ status: 400, json: { errors: [{ field }] } });
});
