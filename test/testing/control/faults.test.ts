import pino from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import { globalFaults, operations } from "../../../generated/tables.js";
import { basic, startShop } from "../../support/shop.js";

const failures: unknown[] = [];
const log = pino({ level: "error" }, { write: (line: string) => void failures.push(JSON.parse(line)) });
const shop = await startShop({ log });
beforeEach(async () => {
  await shop.http("DELETE", "/control/faults");
});

async function force(body: object): Promise<{ status: number; json: unknown }> {
  const { status, json } = await shop.http("POST", "/control/faults", { body });
  return { status, json };
}

const level = () => shop.call("catalog_category.level");

describe("which calls return a fault", () => {
  test("the next one by default, in the fault's natural form", async () => {
    expect(await force({ operation: "catalog_category.level", fault: "website_not_exists" })).toEqual({
      status: 201,
      json: {
        id: expect.any(Number) as unknown,
        operation: "catalog_category.level",
        fault: "website_not_exists",
        message: null,
        times: 1,
        hits: 0,
        delay_ms: 0,
      },
    });
    await expect(level()).rejects.toMatchObject({
      fault: "website_not_exists",
      code: 101,
      data: { fault: "website_not_exists", resource: "catalog_category" },
    });
    await expect(level()).resolves.toBeInstanceOf(Array);
  });

  test("the number in `times`, which the list shows", async () => {
    await force({
      operation: "catalog_category.level",
      fault: "internal",
      times: 2,
      message: "Out of paper.",
    });
    await expect(level()).rejects.toMatchObject({
      fault: "internal",
      message: expect.stringContaining("Out of paper.") as unknown,
    });
    expect((await shop.http("GET", "/control/faults")).json).toMatchObject([
      { times: 2, hits: 1, message: "Out of paper." },
    ]);
    await expect(level()).rejects.toMatchObject({ data: { reference: expect.any(String) as unknown } });
    await expect(level()).resolves.toBeInstanceOf(Array);
    expect((await shop.http("GET", "/control/faults")).json).toMatchObject([{ times: 2, hits: 2 }]);
  });

  test("all until the rule is deleted, with 0", async () => {
    const { id } = (await force({ operation: "category.level", fault: "internal", times: 0 })).json as {
      id: number;
    };
    for (let call = 0; call < 3; call += 1)
      await expect(level()).rejects.toMatchObject({ fault: "internal" });
    expect((await shop.http("DELETE", `/control/faults/${id}`)).status).toBe(204);
    expect((await shop.http("DELETE", `/control/faults/${id}`)).status).toBe(404);
    await expect(level()).resolves.toBeInstanceOf(Array);
  });

  test("the oldest matching rule applies; * matches every operation", async () => {
    await force({ operation: "*", fault: "internal" });
    await force({ operation: "catalog_category.level", fault: "store_not_exists" });
    await expect(level()).rejects.toMatchObject({ fault: "internal" });
    await expect(level()).rejects.toMatchObject({ fault: "store_not_exists" });
    await force({ operation: "catalog_product.info", fault: "product_not_exists" });
    await expect(level()).resolves.toBeInstanceOf(Array);
  });

  test("each element of a batch and of multiCall is one call", async () => {
    await force({ operation: "*", fault: "internal", times: 3 });
    const session = await shop.session();
    const one = { jsonrpc: "2.0", id: 1, method: "call", params: [session, "catalog_category.level"] };
    expect(await shop.send([one, one])).toMatchObject([{ error: { code: 1 } }, { error: { code: 1 } }]);
    const calls = [["catalog_category.level"], ["catalog_category.level"]];
    const { result } = await shop.rpc("multiCall", [session, calls]);
    expect(result).toMatchObject([{ isFault: true, faultCode: 1 }, expect.any(Array)]);
  });

  test("without effect", async () => {
    await force({ operation: "catalog_category.create", fault: "data_invalid" });
    const before = await shop.call("catalog_category.tree");
    await expect(
      shop.call("catalog_category.create", [2, { name: "New", is_active: 1, include_in_menu: 1 }]),
    ).rejects.toMatchObject({ fault: "data_invalid" });
    expect(await shop.call("catalog_category.tree")).toEqual(before);
  });

  test("a delay alone keeps the result, and clearing ends it", async () => {
    await force({ operation: "catalog_category.level", delay_ms: 80 });
    const started = performance.now();
    await expect(level()).resolves.toBeInstanceOf(Array);
    expect(performance.now() - started).toBeGreaterThanOrEqual(75);

    await force({ operation: "catalog_category.level", delay_ms: 60_000 });
    const delayed = level();
    await expect
      .poll(async () => (await shop.http("GET", "/control/faults")).json)
      .toMatchObject([{ hits: 1 }, { hits: 1 }]);
    await shop.http("DELETE", "/control/faults");
    await expect(delayed).resolves.toBeInstanceOf(Array);
  });
});

test.each(["Prefer", "a rule"])(
  "an internal failure that %s forces is in the log under its reference",
  async (way) => {
    const operation = "catalog_category.level";
    if (way === "a rule") await force({ operation, fault: "internal" });
    const headers = way === "Prefer" ? { Prefer: "fault=internal" } : {};
    const { error } = await shop.rpc("call", [await shop.session(), operation], headers);
    const reference = error?.data.reference;
    expect(reference).toMatch(/^[0-9a-f-]{36}$/);
    expect(failures.at(-1)).toMatchObject({ operation, reference });
  },
);

describe("faults that cannot be forced", () => {
  test.each([
    [422, { operation: "catalog_category.level", fault: "product_not_exists" }, "fault"],
    [422, { operation: "catalog_category.wish", fault: "internal" }, "operation"],
    [422, { operation: "endSession", fault: "access_denied" }, "operation"],
    [422, { operation: "login", fault: "product_not_exists" }, "fault"],
    [422, { operation: "getCustomer", fault: "internal" }, "fault"],
    [422, { operation: "*", result: [] }, "result"],
    [422, { operation: "catalog_category.level", result: 5 }, "result"],
    [422, { operation: "catalog_category.level", result: [], drop: true }, "drop"],
    [422, { operation: "catalog_category.level", message: "x" }, "message"],
    [422, { operation: "catalog_category.level", match: { colour: 1 } }, "match.colour"],
    [422, { operation: "*", match: { websiteNumber: 1 } }, "match.websiteNumber"],
    [422, { operation: "*", delay_ms: { min: 2, max: 1 } }, "delay_ms.min"],
    [400, { operation: "*", http: { status: 99 } }, "http.status"],
    [422, { operation: "*", fault: "product_not_exists" }, "fault"],
    [422, { operation: "*", fault: "constructor" }, "fault"],
    [400, { fault: "internal" }, "operation"],
    [400, { operation: "*", times: -1 }, "times"],
  ])("%s for %j", async (status, body, field) => {
    expect(await force(body)).toMatchObject({ status, json: { errors: [{ field }] } });
  });
});

describe("a rule for an unknown operation names the most similar one", () => {
  test.each([
    ["getCustomerr", "the nearest is getCustomer"],
    ["listCustomer", "the nearest is listCustomers"],
    ["logn", "the nearest is login"],
    ["catalog_product.inof", "the nearest is catalog_product.info"],
    ["product.inof", "the nearest is catalog_product.info"],
    ["catalogproduct.info", "the nearest is catalog_product.info"],
    ["sales_order.holdd", "the nearest is sales_order.hold"],
    ["catalog_product_type.polish", "catalog_product_type has items"],
    ["book.lent", "the namespaces are catalog_product_attribute, "],
    ["washTheDishes", "besides operations there are listCustomers, "],
  ])("%s: %s", async (operation, message) => {
    const { status, json } = await force({ operation, fault: "internal" });
    expect(status).toBe(422);
    expect(json).toEqual({
      errors: [
        {
          field: "operation",
          message: expect.stringContaining(
            `there is no operation ${JSON.stringify(operation)}; ${message}`,
          ) as string,
        },
      ],
    });
  });
});

test("every declared fault of any operation can be forced", async () => {
  const session = await shop.session();
  const cases = Object.entries(operations).flatMap(([operation, row]) =>
    [...row.faults, ...Object.keys(globalFaults)].map((fault) => ({ operation, fault })),
  );
  for (const { operation, fault } of cases) {
    const { error } = await shop.rpc("call", [session, operation], { Prefer: `fault=${fault}` });
    expect(error?.data.fault, operation).toBe(fault);
  }
  expect(cases.length).toBeGreaterThan(500);
});

describe("Prefer: fault", () => {
  test("uses up no rule; a fault that the operation does not declare is fault 6", async () => {
    await force({ operation: "catalog_category.level", fault: "internal" });
    const call = (fault: string) =>
      shop.http("POST", "/api/rpc/catalog_category.level", {
        body: {},
        headers: { ...basic(), Prefer: `fault=${fault}` },
      });
    expect(await call("store_not_exists")).toMatchObject({ status: 422 });
    expect(await call("product_not_exists")).toMatchObject({
      status: 400,
      json: { data: { fault: "invalid_request_param", parameter: "Prefer" } },
    });
    await expect(level()).rejects.toMatchObject({ fault: "internal" });
  });

  test("none: no rule answers or counts the call", async () => {
    await force({ operation: "*", fault: "internal", nth: 2 });
    const headers = { ...basic(), Prefer: "fault=none" };
    for (let calls = 0; calls < 3; calls++) {
      const { status } = await shop.http("POST", "/api/rpc/catalog_category.level", { body: {}, headers });
      expect(status).toBe(200);
    }
    // By REST, neither the call nor the operations in it meet the rule.
    const { status } = await shop.http("GET", "/api/rest/products", { headers });
    expect(status).toBe(200);
    expect(await level()).toBeInstanceOf(Array);
    await expect(level()).rejects.toMatchObject({ fault: "internal" });
  });
});
