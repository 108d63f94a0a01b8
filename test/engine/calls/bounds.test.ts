/** The total cost of one request, whatever the number of its calls. */
import { beforeAll, describe, expect, test } from "vitest";
import { basic, startShop, type RpcAnswer } from "../../support/shop.js";

const shop = await startShop({ bounds: { answerBytes: 1024 * 1024 } });
let session: string;
const description = "d".repeat(60_000);
const manyCalls = 30;
beforeAll(async () => {
  session = await shop.session();
  const data = { name: "Large", description, price: 1, weight: 1 };
  await shop.call("catalog_product.create", ["simple", 4, "large", data]);
});

const info = ["catalog_product.info", [1]];
const full = "The response is too large; request the rest with another request.";

test("a batch answers calls up to the limit and refuses the rest, each with its own id", async () => {
  const batch = Array.from({ length: manyCalls }, (_, id) => ({
    ...{ jsonrpc: "2.0", id, method: "call" },
    params: [session, ...info],
  }));
  const answers = (await shop.send(batch)) as RpcAnswer[];
  expect(answers.map(({ id }) => id)).toEqual(batch.map(({ id }) => id));
  const answered = answers.filter(({ result }) => result !== undefined).length;
  expect(answered).toBeGreaterThan(10);
  expect(answered).toBeLessThan(manyCalls);
  expect(answers.at(-1)?.error).toMatchObject({ code: -32600, message: full });
});

test("so does multiCall, by entries", async () => {
  const calls = Array.from({ length: manyCalls }, () => info);
  const { result } = await shop.rpc("multiCall", [session, calls]);
  const entries = result as { isFault?: true; faultCode?: number; data?: object }[];
  expect(entries).toHaveLength(manyCalls);
  expect(entries[0]).toMatchObject({ description });
  expect(entries.at(-1)).toMatchObject({ isFault: true, faultCode: 6, data: { parameter: "calls" } });
});

test("refused calls are not executed", async () => {
  const calls = [...Array.from({ length: manyCalls }, () => info), ["catalog_product.delete", [1]]];
  await shop.rpc("multiCall", [session, calls]);
  expect(await shop.call("catalog_product.info", [1])).toMatchObject({ sku: "large" });
});

test("a batch within the limits is answered as usual", async () => {
  const batch = [1, 2].map((id) => ({ jsonrpc: "2.0", id, method: "globalFaults" }));
  const answers = (await shop.send(batch)) as RpcAnswer[];
  expect(answers.every(({ result }) => Array.isArray(result))).toBe(true);
});

describe("rpc.discover", () => {
  const discover = (id: number) => ({ jsonrpc: "2.0", id, method: "rpc.discover" });

  test("anyone may call it, one at a time", async () => {
    const answer = (await shop.send(discover(1))) as RpcAnswer;
    const served = await shop.http("GET", "/openrpc.json");
    expect(answer).toEqual({ jsonrpc: "2.0", id: 1, result: served.json });
  });

  test("in a batch, only callers with credentials may call it", async () => {
    const [one, two] = (await shop.send([discover(1), discover(2)])) as RpcAnswer[];
    expect([one?.error?.data.fault, two?.error?.data.fault]).toEqual(["session_expired", "session_expired"]);
    const [known] = (await shop.send([discover(1)], basic())) as RpcAnswer[];
    expect(known).toEqual(await shop.send(discover(1)));
  });
});

describe("refusals do not repeat the whole request", () => {
  test.each([
    ["a method", { jsonrpc: "2.0", id: 1, method: `m${"e".repeat(1_000_000)}` }],
    ["an unknown parameter", { ...call({ ["p".repeat(1_000_000)]: 1 }), id: 1 }],
    ["many problems", { ...call(["simple", 4, "x", { tier_price: Array(5000).fill({}) }], "create"), id: 1 }],
  ])("%s", async (_, request) => {
    const withSession = { ...request, ...("params" in request ? { params: request.params(session) } : {}) };
    const { text } = await shop.http("POST", "/api/jsonrpc", { body: withSession });
    expect(JSON.parse(text)).toHaveProperty("error");
    expect(text.length).toBeLessThan(20_000);
  });

  function call(args: unknown, name = "info") {
    const params = (id: string) => [id, `catalog_product.${name}`, args];
    return { jsonrpc: "2.0", method: "call", params };
  }
});

describe("texts of one call", () => {
  const attributes = (texts: number, length: number) =>
    Array.from({ length: texts }, () => "a".repeat(length));

  test("have at most 2 Mi characters together", async () => {
    const result = shop.call("catalog_product.info", [1, null, attributes(15, 131_072)]);
    expect(await result).toMatchObject({ product_id: 1 });
    await expect(shop.call("catalog_product.info", [1, null, attributes(17, 131_072)])).rejects.toMatchObject(
      {
        fault: "invalid_request_param",
        message: expect.stringContaining("2097152 characters") as string,
      },
    );
  });

  test("that are too long for a field are refused with the fault of the field, whatever their length", async () => {
    for (const length of [70_000, 4_000_000]) {
      const data = { name: "Long", description: "a".repeat(length), price: 1, weight: 1 };
      const creation = shop.call("catalog_product.create", ["simple", 4, "long", data]);
      await expect(creation).rejects.toMatchObject({ fault: "data_invalid" });
    }
  });
});
