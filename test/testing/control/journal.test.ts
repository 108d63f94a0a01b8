/** The call journal: bounded, without secrets, live (docs/testing.md). */
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { RecordedCall } from "../../../src/testing/journal/journal.js";
import { CallJournal } from "../../../src/testing/journal/journal.js";
import { JournalRoom } from "../../../src/testing/journal/journal-room.js";
import { shopContract } from "../../../src/shop/contract.js";
import { basic, startShop } from "../../support/shop.js";
import { differsHere } from "../../support/storages.js";

const isOfEachProcess = differsHere("each process has its own journal, metrics and load limits");

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
  test("contains the call, its caller, its door, and its result", async () => {
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
      status: 200,
      request: expect.objectContaining({ method: "POST", path: "/api/jsonrpc" }) as unknown,
      answer: expect.objectContaining({
        body: expect.stringContaining('"product_id":1') as unknown,
      }) as unknown,
      error: null,
      rule: null,
      replayed: false,
      sandbox: null,
      problem: null,
      ignored: [],
      needs: null,
      outcome: "result",
    });
    expect(plain).toMatchObject({ door: "plain", fault: "product_not_exists", result: null });
    expect(rest).toMatchObject({ door: "rest", operation: "getCustomer", fault: "404" });
  });

  test.each([
    ["no JSON", "[1,"],
    ["too many values", `{"from":[${"1,".repeat(30_000)}1]}`],
    ["another charset", Buffer.from("\ufeff{}", "utf16le")],
  ])("has no arguments if the body of a control call was refused: %s", async (_, body) => {
    const headers = { "Content-Type": `application/json${Buffer.isBuffer(body) ? "; charset=utf-16" : ""}` };
    await shop.http("POST", "/control/coupons", { body, headers });
    const [call] = await calls();
    expect(call).toMatchObject({ door: "control", operation: null });
    expect(call?.arguments).toEqual({});
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

  test("a forced answer is marked as forced", async () => {
    await shop.http("POST", "/control/faults", {
      body: { operation: "catalog_product.info", fault: "internal" },
    });
    await shop.call("catalog_product.info", [1]).catch(() => {});
    await shop.call("catalog_product.info", [1]);
    const [natural, forced] = await calls("?operation=catalog_product.info");
    expect(forced).toMatchObject({ forced: true, fault: "internal" });
    expect(natural).toMatchObject({ forced: false, fault: null });
  });

  test("a stub is marked as forced, for login and for an operation, in every form", async () => {
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

  test("contains a reset and other calls of the control, but not reads of the journal", async () => {
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

test.skipIf(isOfEachProcess)("the stream sends calls as they end, and resumes", async () => {
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

describe.skipIf(isOfEachProcess)("the transmitted data", () => {
  test("of a fault: status, headers, bodies as sent, and the error", async () => {
    const headers = { ...basic(), "Content-Type": "application/json" };
    const body = '{"productId": 999 }';
    await shop.http("POST", "/api/rpc/catalog_product.info", { body, headers });
    const [call] = await calls();
    expect(call).toMatchObject({
      status: 404,
      request: { method: "POST", path: "/api/rpc/catalog_product.info", body, body_length: body.length },
      error: { code: 101, data: { fault: "product_not_exists" } },
    });
    expect(call?.answer?.body).toContain('"fault":"product_not_exists"');
    expect(call?.answer?.headers["Content-Type"]).toBe("application/json; charset=utf-8");
    expect(JSON.stringify(call)).not.toContain(String(basic().Authorization).slice(6));
    expect(JSON.stringify(call?.request?.headers)).toContain("Basic ***");
  });

  test("each call of a batch and of multiCall has its own error and the whole exchange", async () => {
    const session = await shop.session();
    await shop.http("DELETE", "/control/calls");
    const call = (id: number) => ({
      ...{ jsonrpc: "2.0", id, method: "call" },
      params: [session, "catalog_product.info", [id]],
    });
    await shop.http("POST", "/api/jsonrpc", { body: [call(1), call(999)] });
    await shop.rpc("multiCall", [
      session,
      [
        ["catalog_product.info", [1]],
        ["catalog_product.info", [999]],
      ],
    ]);
    const found = (await calls()).reverse();
    expect(found.map(({ operation, fault }) => [operation, fault])).toEqual([
      ["catalog_product.info", null],
      ["catalog_product.info", "product_not_exists"],
      ["catalog_product.info", null],
      ["catalog_product.info", "product_not_exists"],
      ["multiCall", null],
    ]);
    expect(found.map(({ error }) => error?.code ?? null)).toEqual([null, 101, null, 101, null]);
    expect(found[0]?.answer).toEqual(found[1]?.answer);
    expect(found[0]?.result).toMatchObject({ product_id: 1 });
    expect(found[1]?.arguments).toEqual({ productId: 999 });
    expect(found[2]?.result).toMatchObject({ product_id: 1 });
    expect(found[4]?.result).toHaveLength(2);
    expect(JSON.stringify(found)).not.toContain(session);
  });

  test("bodies are cut after 64 KiB, and their length is given", async () => {
    const body = JSON.stringify({ productId: 1, attributes: ["x".repeat(100_000)] });
    await shop.http("POST", "/api/rpc/catalog_product.info", { body, headers: basic() });
    const [call] = await calls();
    expect(call?.request?.body).toBe(body.slice(0, 64 * 1024));
    expect(call?.request?.body_length).toBe(body.length);
  });

  // From 16 KiB on, the text that was sent is kept, not a copy (journal.ts); these answers lie on both sides of all limits.
  test.each([50, 150, 450, 1_000])(
    "an answer with %i lines of text is shown as sent, up to 64 KiB",
    async (times) => {
      const names = Array.from(
        { length: times },
        (_, at) => `Töpfe ${at} aus grauem Steinzeug, von Hand gedreht und glasiert`,
      );
      const id = await shop.call("catalog_product.create", [
        ...["simple", 4, `long-${times}`],
        { name: "Long", description: names.join("\n"), short_description: names.join(" "), price: 1 },
      ]);
      await shop.http("DELETE", "/control/calls");
      const { text } = await shop.http("POST", "/api/rpc/catalog_product.info", {
        ...{ body: { productId: id, attributes: ["description", "short_description"] }, headers: basic() },
      });
      const [call] = await calls();
      const bytes = Buffer.from(text);
      expect(call?.answer?.body_length).toBe(bytes.length);
      expect(call?.answer?.body).toBe(bytes.subarray(0, 64 * 1024).toString());
    },
  );

  const missed = [
    {
      title: "not JSON",
      path: "/api/jsonrpc",
      body: "{",
      door: "jsonrpc",
      status: 200,
      problem: "Parse error",
    },
    {
      title: "an unknown address",
      path: "/api/jsonrcp",
      body: "{}",
      door: null,
      status: 404,
      problem: "The nearest is /api/jsonrpc.",
    },
    {
      title: "a wrong type",
      path: "/api/jsonrpc",
      type: "text/plain",
      body: "{}",
      door: "jsonrpc",
      status: 415,
      problem: "type",
    },
    {
      title: "an unknown operation",
      path: "/api/rpc/catalog_product.inof",
      body: "{}",
      door: "plain",
      status: 404,
      problem: "the nearest is catalog_product.info.",
    },
    {
      title: "a foreign origin",
      path: "/api/jsonrpc",
      origin: "https://evil.example",
      body: "{}",
      door: "jsonrpc",
      status: 403,
      problem: "origin",
    },
    {
      title: "another method",
      path: "/api/jsonrpc",
      method: "PUT",
      body: "{}",
      door: "jsonrpc",
      status: 405,
      problem: "method",
    },
    {
      title: "not XML",
      path: "/api/xmlrpc",
      type: "text/xml",
      body: "<",
      door: "xmlrpc",
      status: 200,
      problem: "",
    },
    {
      title: "an unknown address of REST",
      path: "/api/rest/nothing",
      method: "GET",
      door: "rest",
      status: 404,
      problem: "There is nothing at this address.",
    },
  ];
  test.each(missed)(
    "a request that reached no operation: $title",
    async ({ path, door, status, problem, ...sent }) => {
      const { type = "application/json", origin, method = "POST", body } = sent;
      const headers = { ...basic(), "Content-Type": type, ...(origin && { Origin: origin }) };
      await fetch(`${shop.url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
      const [call] = await calls();
      expect(call).toMatchObject({
        operation: null,
        door,
        status,
        problem: expect.stringContaining(problem) as unknown,
      });
      expect(call?.request).toMatchObject({ method, path });
    },
  );

  test("calls of the pages are listed only on request", async () => {
    await shop.http("POST", "/api/rpc/globalFaults", { body: {}, headers: { "X-Store-Console": "1" } });
    expect(await calls()).toEqual([]);
    expect(await calls("?door=console")).toMatchObject([{ operation: "globalFaults", door: "console" }]);
  });

  test("the rule that answered, a closed connection, a repeated answer, the sandbox", async () => {
    const { json } = await shop.http("POST", "/control/faults", {
      body: { operation: "catalog_product.info", drop: true },
    });
    await shop.call("catalog_product.info", [1]).catch(() => {});
    expect((await calls())[0]).toMatchObject({
      rule: (json as { id: number }).id,
      status: null,
      answer: null,
    });
    const key = { ...basic(), "Idempotency-Key": "wire-1" };
    const body = { productId: 1, productData: { name: "Same" } };
    for (let time = 0; time < 2; time += 1)
      await shop.http("POST", "/api/rpc/catalog_product.update", { body, headers: key });
    expect((await calls("?limit=2")).map(({ replayed }) => replayed)).toEqual([true, false]);
    await shop.http("POST", "/control/sandboxes", { body: { name: "wire" } });
    await shop.http("POST", "/sandbox/wire/api/rpc/globalFaults", { body: {} });
    const inside = (await shop.http("GET", "/sandbox/wire/control/calls")).json;
    expect(inside).toMatchObject([
      { sandbox: "wire", request: { path: "/sandbox/wire/api/rpc/globalFaults" } },
    ]);
    await shop.http("DELETE", "/control/sandboxes/wire");
  });

  const xmlLogin = (key: string) =>
    `<methodCall><methodName>login</methodName><params><param><value><string>admin</string></value></param>` +
    `<param><value>${key}</value></param></params></methodCall>`;
  test.each([
    {
      path: "/api/jsonrpc",
      type: "application/json",
      body: '{"jsonrpc":"2.0","id":1,"method":"login","params":["admin","\\u0061dmin123"]}',
    },
    {
      path: "/api/jsonrpc",
      type: "application/json",
      body: '{"jsonrpc":"2.0","id":1,"method":"login","params":["admin","admin123"]',
    },
    { path: "/api/rpc/login", type: "application/json", body: '{"username":"admin","apiKey":"admin123"}' },
    { path: "/api/xmlrpc", type: "text/xml", body: xmlLogin("admin123") },
    { path: "/api/xmlrpc", type: "text/xml", body: xmlLogin("<string>admin123</string>") },
  ])("no key and no session, however they were sent: $path $body", async ({ path, type, body }) => {
    const response = await fetch(`${shop.url}${path}`, {
      method: "POST",
      headers: { "Content-Type": type },
      body,
    });
    const session = /[0-9a-f]{64}/.exec(await response.text())?.[0] ?? "none";
    const text = JSON.stringify(await calls());
    expect(text).toContain(path);
    for (const secret of ["admin123", "u0061", session]) expect(text).not.toContain(secret);
  });

  test.each([
    [
      "?operation=catalog_product.inof",
      'there is no operation "catalog_product.inof"; the nearest is catalog_product.info',
    ],
    ["?fault=product_not_exist", "the nearest is product_not_exists"],
    ["/stream?operation=nothing", "there is no operation"],
    ["/wait?operation=getCustomr", "the nearest is getCustomer"],
  ])("a name that does not exist is refused: %s", async (query, message) => {
    const { status, json } = await shop.http("GET", `/control/calls${query}`);
    expect(status).toBe(422);
    expect((json as { errors: { message: string }[] }).errors[0]?.message).toContain(message);
  });
});

describe.skipIf(isOfEachProcess)("verification", () => {
  const info = { operation: "catalog_product.info" };
  const verify = (body: object) => shop.http("POST", "/control/calls/verify", { body });

  test.each([
    { title: "at least one", body: info, status: 204 },
    { title: "exactly the given number", body: { ...info, times: 2 }, status: 204 },
    { title: "more than there were", body: { ...info, times: 3 }, status: 422 },
    { title: "fewer than there were", body: { ...info, at_most: 1 }, status: 422 },
    {
      title: "by argument, as a number or as text",
      body: { ...info, match: { productId: "1" }, times: 1 },
      status: 204,
    },
    {
      title: "by fault and caller",
      body: { ...info, fault: "product_not_exists", caller: "admin", times: 1 },
      status: 204,
    },
    { title: "none", body: { operation: "catalog_product.list", times: 0 }, status: 204 },
    { title: "two kinds of numbers", body: { ...info, times: 1, at_most: 2 }, status: 400 },
    { title: "an unknown operation", body: { operation: "catalog_product.inf" }, status: 422 },
    { title: "an unknown parameter", body: { ...info, match: { product: 1 } }, status: 422 },
    { title: "an unknown fault", body: { ...info, fault: "nothing" }, status: 422 },
  ])("$title: $status", async ({ body, status }) => {
    await shop.call("catalog_product.info", [1]);
    await shop.call("catalog_product.info", [999]).catch(() => {});
    expect((await verify(body)).status).toBe(status);
  });

  test("names the most similar calls and their differences", async () => {
    await shop.call("catalog_product.info", [1, "german"]);
    const { json } = await verify({ ...info, match: { productId: 2, store: "german" } });
    expect(json).toMatchObject({
      errors: [
        {
          message: expect.stringMatching(
            /^catalog_product\.info was called 0 times in this way, expected at least 1\.\nThe nearest calls:\n- call \d+: catalog_product\.info by admin; arguments\.productId is 1, expected 2/,
          ) as string,
        },
      ],
      found: 0,
      nearest: [{ differs: ["arguments.productId"], call: { arguments: { productId: 1 } } }],
    });
  });

  test("waiting for a call: an earlier one, a later one, none", async () => {
    const wait = (query: string) =>
      shop.http("GET", `/control/calls/wait?operation=catalog_category.level${query}`);
    expect((await wait("&timeout_ms=20")).status).toBe(408);
    const coming = wait("&timeout_ms=5000");
    await shop.call("catalog_category.level");
    expect((await coming).json).toMatchObject([{ operation: "catalog_category.level" }]);
    expect((await wait("&timeout_ms=20")).status).toBe(200);
    expect((await wait("&timeout_ms=0")).status).toBe(400);
  });
});

test("waiting for a message: none, then an earlier one", async () => {
  await shop.http("DELETE", "/control/mail");
  const wait = (milliseconds: number) =>
    shop.http("GET", `/control/mail/wait?to=mila@shop.test&timeout_ms=${milliseconds}`);
  expect((await wait(60)).status).toBe(408);
});

describe("bounds", () => {
  const clock = { now: () => 0 };
  const call = { operation: "x", username: "", fault: undefined, durationMs: 0 };

  test("in number", () => {
    const journal = new CallJournal(shopContract, clock);
    for (let count = 0; count < 5000; count += 1) journal.add(call);
    const all = [...journal.list({}, 10_000)];
    expect(all).toHaveLength(1000);
    expect(all[0]?.number).toBe(5000);
  });

  const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, text: "x".repeat(90) }));

  test("large arguments are cut before they are stored", () => {
    const journal = new CallJournal(shopContract, clock);
    const members = { content: "x".repeat(1_000_000) };
    for (let count = 0; count < 500; count += 1) journal.add({ ...call, args: { form: "named", members } });
    const all = [...journal.list({}, 10_000)];
    expect(all).toHaveLength(500);
    expect(JSON.stringify(all[0]).length).toBeLessThan(3000);
  });

  test.each([
    { title: "a short list is shown completely", count: 200, shown: 200 },
    { title: "a long list is cut before it is stored", count: 10_000, shown: 101 },
  ])("results: $title", ({ count, shown }) => {
    const journal = new CallJournal(shopContract, clock);
    for (let time = 0; time < 40; time += 1) journal.add({ ...call, result: rows(count) });
    const oldest = [...journal.list({}, 40)].at(-1)?.result as unknown[];
    expect(oldest).toHaveLength(shown);
    expect(oldest[1]).toEqual({ id: 1, text: "x".repeat(90) });
  });

  test("of several journals with one limit, those with the oldest last call are emptied", () => {
    const room = new JournalRoom(3_000_000);
    const journals = Array.from({ length: 20 }, () => new CallJournal(shopContract, clock, room));
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

  test("in bytes: the larger the calls, the fewer are stored", () => {
    const journal = new CallJournal(shopContract, clock);
    for (let count = 0; count < 1000; count += 1) journal.add({ ...call, result: rows(500) });
    const all = [...journal.list({}, 1000)];
    expect(all.length).toBeGreaterThan(200);
    expect(all.length).toBeLessThan(350);
    expect(all[0]?.number).toBe(1000);
  });

  test("after it was emptied, it continues with the following numbers", () => {
    const journal = new CallJournal(shopContract, clock);
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
