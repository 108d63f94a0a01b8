/** The call journal: bounded, without secrets, live (interface 4, 4.1). */
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { RecordedCall } from "../../../src/testing/journal/journal.js";
import { Journal } from "../../../src/testing/journal/journal.js";
import { JournalRoom } from "../../../src/testing/journal/journal-room.js";
import { wire } from "../../../src/engine/fast/wire.js";
import { basic, startShop } from "../../support/shop.js";
import { differsHere } from "../../support/storages.js";

const isOfEachProcess = differsHere("the journal, metrics and limits of load are those of each process");

const shop = await startShop({ dataset: "sample" });
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.http("DELETE", "/control/faults");
  await shop.session();
  await shop.http("DELETE", "/control/calls");
});

async function calls(query = ""): Promise<RecordedCall[]> {
  const { json } = await shop.http("GET", `/control/calls${query}`);
  return json as RecordedCall[];
}

describe.skipIf(isOfEachProcess)("an entry", () => {
  test("tells what was called, by whom, by which door, and what came of it", async () => {
    await shop.call("catalog_product.info", [1, "german"]);
    await shop.http("POST", "/api/rpc/catalog_product.info", { body: { productId: 999 }, headers: basic() });
    await shop.http("GET", "/api/rest/customers/999", { headers: basic() });
    const [rest, plain, rpc] = await calls();
    expect(rpc).toEqual({
      number: expect.any(Number) as unknown,
      time: "2025-06-01 12:00:00",
      door: "jsonrpc",
      operation: "catalog_product.info",
      caller: "admin",
      arguments: { productId: 1, store: "german" },
      result: expect.objectContaining({ product_id: 1 }) as unknown,
      fault: null,
      forced: false,
      duration_ms: expect.any(Number) as unknown,
    });
    expect(plain).toMatchObject({ door: "plain", fault: "product_not_exists", result: null });
    expect(rest).toMatchObject({ door: "rest", operation: "getCustomer", fault: "404" });
  });

  test.each([
    ["application/json", JSON.stringify({ firstname: "Ida", lastname: "Roth", password: "secret 123" })],
    [
      "application/xml",
      "<m><firstname>Ida</firstname><lastname>Roth</lastname><password>secret 123</password></m>",
    ],
  ])("tells the body and the answer of a REST call in %s, without secrets", async (type, text) => {
    const email = `${type.slice(-4).replace("/", "")}@example.com`;
    const more = type.endsWith("json")
      ? JSON.stringify({ ...(JSON.parse(text) as object), email, website_id: 1, group_id: 1 })
      : text.replace("<m>", `<m><email>${email}</email><website_id>1</website_id><group_id>1</group_id>`);
    const headers = { ...basic(), "Content-Type": type, Accept: type };
    const { headers: answered, status } = await shop.http("POST", "/api/rest/customers", {
      body: more,
      headers,
    });
    expect(status).toBe(200);
    await shop.http("GET", answered.get("location") ?? "", { headers });
    const [read, created] = await calls();
    expect(created).toMatchObject({
      operation: "createCustomer",
      arguments: {
        method: "POST",
        address: "/api/rest/customers",
        body: { email, firstname: "Ida", lastname: "Roth", password: "***" },
      },
    });
    if (type.endsWith("json")) expect(read?.result).toMatchObject({ email, firstname: "Ida" });
    else expect(read?.result).toContain("<firstname>Ida</firstname>");
  });

  test("shows no key, password or session", async () => {
    const session = await shop.login();
    const customer = {
      email: "a@b.test",
      firstname: "A",
      lastname: "B",
      password: "secret 123",
      group_id: 1,
    };
    await shop.call("customer.create", [{ ...customer, website_id: 1, store_id: 1 }], session);
    await shop.http("POST", "/control/users", { body: { username: "x", api_key: "hidden123", roles: [] } });
    await shop.http("POST", "/control/sessions", { body: { username: "admin" } });
    const text = JSON.stringify(await calls());
    expect(text).toContain("a@b.test");
    for (const secret of [session, "secret 123", "hidden123", "admin123"]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/[0-9a-f]{64}/);
    await shop.http("DELETE", "/control/users/x");
  });

  test("a forced answer looks forced", async () => {
    await shop.http("POST", "/control/faults", {
      body: { operation: "catalog_product.info", fault: "internal" },
    });
    await shop.call("catalog_product.info", [1]).catch(() => {});
    await shop.call("catalog_product.info", [1]);
    const [natural, forced] = await calls("?operation=catalog_product.info");
    expect(forced).toMatchObject({ forced: true, fault: "internal" });
    expect(natural).toMatchObject({ forced: false, fault: null });
  });

  test("a stub looks forced, of login and of an operation, by every form", async () => {
    const stubs = { login: "f".repeat(64), "catalog_category.level": [] };
    for (const [operation, result] of Object.entries(stubs)) {
      await shop.http("POST", "/control/faults", { body: { operation, result, times: 2 } });
    }
    const body = { username: "admin", apiKey: "wrong" };
    expect((await shop.rpc("login", ["admin", "wrong"])).result).toBe(stubs.login);
    expect((await shop.http("POST", "/api/rpc/login", { body })).json).toBe(stubs.login);
    await shop.call("catalog_category.level");
    await shop.rpc("multiCall", [await shop.session(), [["catalog_category.level"]]]);
    await shop.call("catalog_category.level");
    expect((await calls("?operation=login")).map(({ forced }) => forced)).toEqual([true, true]);
    const levels = await calls("?operation=catalog_category.level");
    expect(levels.map(({ forced }) => forced)).toEqual([false, true, true]);
  });

  test("reset and other calls of the control are there, reading the journal is not", async () => {
    await calls();
    await shop.http("PUT", "/control/clock", { body: { now: "2025-06-01 12:00:00" } });
    await shop.reset();
    await shop.session();
    const found = await calls();
    expect(found.map(({ door, operation }) => [door, operation])).toEqual([
      ["jsonrpc", "login"],
      ["control", "resetShop"],
    ]);
  });
});

describe.skipIf(isOfEachProcess)("filters", () => {
  test("by operation, fault, session, number", async () => {
    const other = await shop.login();
    await shop.call("catalog_category.level");
    await shop.call("catalog_product.info", [1], other);
    await shop.call("catalog_product.info", [999], other).catch(() => {});
    const operations = async (query: string) => (await calls(query)).map(({ operation }) => operation);
    expect(await operations("?operation=catalog_category.level")).toHaveLength(1);
    expect(await operations("?fault=product_not_exists")).toEqual(["catalog_product.info"]);
    expect(await operations(`?session=${other}`)).toEqual(["catalog_product.info", "catalog_product.info"]);
    const [last] = await calls("?limit=1");
    expect(last?.fault).toBe("product_not_exists");
    const later = await calls(`?after=${Number(last?.number) - 2}`);
    expect(later.map(({ fault }) => fault)).toEqual([null, "product_not_exists"]);
    expect((await shop.http("GET", "/control/calls?limit=0")).status).toBe(400);
  });
});

test.skipIf(isOfEachProcess)("the stream tells of calls as they end, and resumes", async () => {
  const abort = new AbortController();
  const [before] = (await shop.call("catalog_category.level"), await calls());
  const response = await fetch(`${shop.url}/control/calls/stream?operation=catalog_category.level`, {
    headers: { "Last-Event-ID": String(Number(before?.number) - 1) },
    signal: abort.signal,
  });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  await shop.call("catalog_product.info", [1]);
  await shop.call("catalog_category.level");
  const reader = response.body?.getReader();
  let text = "";
  while (text.split("event: call").length < 3) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) throw new Error(`the stream ended behind ${text}`);
    text += new TextDecoder().decode(chunk.value as Uint8Array);
  }
  abort.abort();
  expect(text.match(/id: \d+/g)?.map((id) => Number(id.slice(4)))).toEqual([
    before?.number,
    Number(before?.number) + 2,
  ]);
  expect(text).not.toContain("catalog_product.info");
});

describe("bounds", () => {
  const clock = { now: () => 0 };
  const call = { operation: "x", username: "", fault: undefined, durationMs: 0 };

  test("in number", () => {
    const journal = new Journal(clock);
    for (let count = 0; count < 5000; count += 1) journal.add(call);
    const all = [...journal.list({}, 10_000)];
    expect(all).toHaveLength(1000);
    expect(all[0]?.number).toBe(5000);
  });

  const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, text: "x".repeat(90) }));
  const written = (value: object) => wire(JSON.stringify(value));

  test("arguments that are large are cut before they are kept", () => {
    const journal = new Journal(clock);
    const members = { content: "x".repeat(1_000_000) };
    for (let count = 0; count < 500; count += 1) {
      journal.add({ ...call, args: { form: "named", members }, size: 1_000_000 });
    }
    const all = [...journal.list({}, 10_000)];
    expect(all).toHaveLength(500);
    expect(JSON.stringify(all[0]).length).toBeLessThan(3000);
  });

  test.each([
    { title: "a short list is shown whole", count: 200, isTold: true, shown: 200 },
    { title: "a long one is shown cut", count: 1000, isTold: true, shown: 101 },
    { title: "a very long one is cut before it is kept", count: 10_000, isTold: true, shown: 101 },
    { title: "nobody has to say how a result was answered", count: 10_000, isTold: false, shown: 101 },
  ])("results: $title", ({ count, isTold, shown }) => {
    const journal = new Journal(clock);
    const result = rows(count);
    for (let time = 0; time < 40; time += 1) {
      journal.add({ ...call, result });
      if (isTold) journal.resultWritten(result, written(result));
    }
    const oldest = [...journal.list({}, 40)].at(-1)?.result as unknown[];
    expect(oldest).toHaveLength(shown);
    expect(oldest[1]).toEqual({ id: 1, text: "x".repeat(90) });
  });

  test("of several in one room, those that were called longest ago are emptied", () => {
    const room = new JournalRoom(3_000_000);
    const journals = Array.from({ length: 20 }, () => new Journal(clock, room));
    for (const journal of journals) {
      for (let count = 0; count < 100; count += 1) journal.add({ ...call, result: "x".repeat(5000 + count) });
      journals[0]?.add(call);
    }
    const kept = journals.map((journal) => [...journal.list({}, 1000)].length);
    expect(kept.slice(1, 15)).toEqual(kept.slice(1, 15).map(() => 0));
    expect([kept[0], kept.at(-2), kept.at(-1)]).toEqual([120, 100, 100]);
    journals[5]?.add(call);
    expect([...(journals[5]?.list({}, 10) ?? [])]).toMatchObject([{ number: 101 }]);
  });

  test("in bytes: the more calls hold, the fewer are kept", () => {
    const journal = new Journal(clock);
    const result = rows(2000);
    for (let count = 0; count < 500; count += 1) {
      // Not the very same text again: that would be kept once.
      const other = [...result, { id: -count, text: "" }];
      journal.add({ ...call, result: other });
      journal.resultWritten(other, written(other));
    }
    const all = [...journal.list({}, 1000)];
    expect(all.length).toBeGreaterThan(50);
    expect(all.length).toBeLessThan(80);
    expect(all[0]?.number).toBe(500);
  });

  test("emptied, it goes on with the numbers that follow", () => {
    const journal = new Journal(clock);
    for (let count = 0; count < 1500; count += 1) journal.add({ ...call, result: rows(1) });
    journal.clear();
    expect([...journal.list({}, 1000)]).toEqual([]);
    for (let count = 0; count < 1500; count += 1) journal.add({ ...call, result: { count } });
    const all = [...journal.list({}, 1000)];
    expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 1000 }, (_, at) => 3000 - at));
    expect(all.map(({ result }) => result)).toEqual(
      Array.from({ length: 1000 }, (_, at) => ({ count: 1499 - at })),
    );
  });
});
