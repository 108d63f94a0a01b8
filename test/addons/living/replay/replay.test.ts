/** Replays of recordings of our own server against another one, and the reported differences. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shopContract } from "../../../../src/shop/contract.js";
import { callDoors, type CallDoor } from "../../../../src/addons/living/doors/addresses.js";
import { BinaryText } from "../../../../src/addons/living/doors/binary-text.js";
import {
  callBuiltin,
  callOperation,
  login,
  type DoorTarget,
} from "../../../../src/addons/living/doors/call.js";
import type { ExchangeLine } from "../../../../src/addons/living/recording/exchange-line.js";
import type { ReplayReport } from "../../../../src/addons/living/replay/report.js";
import { basic, startShop, type Shop } from "../../../support/shop.js";
import { startHostile, type Hostile } from "../hostile.js";
import { running, startRecorder } from "../servers.js";

let recorded: Shop;
let other: Shop;
let hostile: Hostile;
let folder: string;
let files = 0;

beforeAll(async () => {
  recorded = await startShop({ dataset: "sample" });
  other = await startShop({ dataset: "sample" });
  hostile = await startHostile();
  folder = mkdtempSync(join(tmpdir(), "replay-"));
});
afterAll(async () => {
  hostile.close();
  await recorded.close();
  await other.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  await recorded.reset();
  await other.reset();
});

const newFile = () => join(folder, `${(files += 1)}.jsonl`);

async function record(work: (url: string) => Promise<unknown>): Promise<string> {
  const out = newFile();
  const recorder = await startRecorder({ target: recorded.url, out });
  await work(recorder.url);
  await recorder.stop();
  return out;
}

function written(...lines: readonly (Partial<ExchangeLine> | string)[]): string {
  const out = newFile();
  const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  writeFileSync(out, texts.map((text) => `${text}\n`).join(""));
  return out;
}

function replay(file: string, ...argv: string[]) {
  const url = argv.includes("--url") ? [] : ["--url", other.url];
  return running(["replay", file, ...url, ...argv]);
}

async function reported(file: string, ...argv: string[]) {
  const { text, code } = await replay(file, "--json", ...argv);
  return { ...(JSON.parse(text) as Pick<ReplayReport, "totals" | "operations" | "different">), code };
}

const at = (door: CallDoor, url: string): DoorTarget => ({ door, url, contract: shopContract });
const valueOf = (answer: object) => (answer as { value: unknown }).value;

/** A typical day of a client: it creates objects, uses their IDs, and some calls are refused. */
async function day(door: CallDoor, url: string): Promise<void> {
  const target = at(door, url);
  const session = valueOf(await login(target, "admin", "admin123")) as string;
  await login(target, "admin", "not the key");
  const data = {
    name: "A lamp",
    description: "d",
    short_description: "s",
    weight: 1,
    status: 1,
    visibility: 4,
    price: 9.5,
  };
  const id = valueOf(
    await callOperation(target, session, "catalog_product.create", ["simple", 4, `lamp-${door}`, data]),
  );
  await callOperation(target, session, "catalog_product.update", [id, { name: "A brighter lamp" }]);
  await callOperation(target, session, "catalog_product.info", [id]);
  const image = { content: new BinaryText(pixel), mime: "image/png", name: "lamp" };
  await callOperation(target, session, "catalog_product_attribute_media.create", [
    id,
    { file: image, types: ["image"] },
  ]);
  await callOperation(target, session, "catalog_product_attribute_media.list", [id]);
  await callOperation(target, session, "catalog_product.list", [{ product_id: { in: [id] } }]);
  const orders = valueOf(
    await callOperation(target, session, "sales_order.list", [{ status: "pending" }]),
  ) as {
    increment_id: string;
  }[];
  const number = orders[0]?.increment_id;
  const shipment = valueOf(await callOperation(target, session, "sales_order_shipment.create", [number]));
  await callOperation(target, session, "sales_order_shipment.info", [shipment]);
  await callOperation(target, session, "sales_order_shipment.addTrack", [shipment, "ups", "UPS", "1Z"]);
  await callOperation(target, session, "catalog_product.delete", [id]);
  await callOperation(target, session, "catalog_product.info", [id]);
  await callBuiltin(target, "resourceFaults", [session, "sales_order"]);
  await callBuiltin(target, "endSession", [session]);
  await callOperation(target, session, "catalog_product.info", [id]);
}

/** Calls of a shop front: a cart, wrong steps among the right ones, and its order. */
async function shopping(door: CallDoor, url: string): Promise<void> {
  const target = at(door, url);
  const session = valueOf(await login(target, "admin", "admin123")) as string;
  const send = (path: string, ...args: unknown[]) => callOperation(target, session, path, args);
  const id = valueOf(await send("cart.create", "default"));
  await send("cart.order", id);
  await send("cart_product.add", id, [{ sku: "mug-01", qty: 2 }, { product_id: 2 }]);
  await send("cart_product.update", id, [{ sku: "mug-01", qty: 3 }]);
  await send("cart_product.remove", id, [{ product_id: 2 }]);
  await send("cart_customer.set", id, {
    mode: "guest",
    ...{ firstname: "Ada", lastname: "King", email: "ada@example.com" },
  });
  const place = { street: "1 Main Street", city: "Los Angeles", region_id: 12, postcode: "90001" };
  const address = { firstname: "Ada", lastname: "King", ...place, country_id: "US", telephone: "555" };
  await send("cart_customer.addresses", id, [
    { mode: "billing", ...address },
    { mode: "shipping", ...address },
  ]);
  await send("cart_shipping.list", id);
  await send("cart_shipping.method", id, "none_such");
  await send("cart_shipping.method", id, "flatrate_flatrate");
  await send("cart_coupon.add", id, "NONE");
  await send("cart_payment.list", id);
  await send("cart_payment.method", id, { method: "checkmo" });
  await send("cart.totals", id);
  const number = valueOf(await send("cart.order", id));
  await send("cart.info", id);
  const order = valueOf(await send("sales_order.info", number)) as { items: { item_id: number }[] };
  const item = order.items[0]?.item_id as number;
  const invoice = valueOf(await send("sales_order_invoice.create", number, { [item]: 1 }));
  await send("sales_order_invoice.info", invoice);
  const part = { qtys: [{ order_item_id: item, qty: 1 }], shipping_amount: 0 };
  await send("sales_order_creditmemo.create", number, part);
  await send("sales_order.info", number);
  await send("cart.info", id, "second_default");
  await send("cart_customer.set", id, {
    mode: "register",
    ...{ firstname: "Ada", lastname: "King", email: "ada@example.com" },
    ...{ password: "secret123", confirmation: "secret123" },
  });
}

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe.each(callDoors)("by %s", (door) => {
  test("a day is the same on a server that assigns other IDs and numbers", async () => {
    const file = await record((url) => day(door, url));
    // From here on, products and documents have other IDs.
    const order = { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }] };
    for (const url of [other.url, other.url]) {
      const made = await fetch(`${url}/control/orders`, {
        method: "POST",
        body: JSON.stringify(order),
        headers: { "Content-Type": "application/json" },
      });
      const { increment_id } = (await made.json()) as { increment_id: string };
      await other.call("sales_order_shipment.create", [increment_id]);
    }
    const product = {
      name: "P",
      description: "d",
      short_description: "s",
      weight: 1,
      status: 1,
      visibility: 4,
      price: 1,
    };
    await other.call("catalog_product.create", ["simple", 4, "in-between", product]);
    const { totals, different, code } = await reported(file);
    expect(different).toEqual([]);
    expect(totals).toEqual({ same: 17, decided: 0, different: 0, not_replayed: 0 });
    expect(code).toBe(0);
    // A key replaces the control.
    await other.reset();
    const again = await reported(file, "--key", "admin123", "--values");
    expect(again.different).toEqual([]);
    expect(again.totals.same).toBe(17);
  });

  test("a cart is filled and ordered in the same way if the server already has carts", async () => {
    const file = await record((url) => shopping(door, url));
    for (const store of ["default", "default"]) {
      const id = await other.call("cart.create", [store]);
      await other.call("cart_product.add", [id, [{ sku: "mug-01" }]]);
    }
    const order = { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }] };
    await other.http("POST", "/control/orders", { body: order });
    const { totals, different } = await reported(file, "--values");
    expect(different).toEqual([]);
    expect(totals).toEqual({ same: 24, decided: 0, different: 0, not_replayed: 0 });
  });
});

test("differences of outcomes, members, types and values are reported with path and line", async () => {
  await other.call("catalog_product.info", [1]);
  const base = { door: "xmlrpc", operation: "catalog_product.info", session: "s", status: 200 } as const;
  const file = written(
    {
      ...base,
      args: [1, null, ["name"]],
      outcome: "result",
      result: { product_id: 1, sku: "other", name: [], gone: 5, never: null },
    },
    {
      ...base,
      args: [1],
      outcome: "fault",
      fault: { code: "101", message: "Product not exists." },
      note: "a note",
    },
    { ...base, args: [987_654], outcome: "fault", fault: { code: "101", message: "Product not exists." } },
    { ...base, args: [987_654], outcome: "fault", fault: { code: "100", message: "Another." } },
    { ...base, operation: "catalog_category.currentStore", args: [], outcome: "result", result: "a text" },
  );
  const { different, totals, operations, code } = await reported(file, "--values");
  expect(code).toBe(1);
  expect(totals).toEqual({ same: 1, decided: 0, different: 3, not_replayed: 1 });
  expect(different[0]?.differences).toEqual(
    expect.arrayContaining([
      { kind: "value", path: "result.sku", recorded: '"other"', received: '"mug-01"' },
      { kind: "type", path: "result.name", recorded: "list", received: "text" },
      { kind: "missing", path: "result.gone", recorded: "5", received: "nothing" },
    ]),
  );
  expect(different[1]).toMatchObject({
    ...{ line: 2, note: "a note", recorded_message: "Product not exists." },
    differences: [{ kind: "outcome", recorded: "fault 101", received: "result" }],
  });
  expect(operations).toMatchObject([
    { operation: "catalog_category.currentStore", different: 1 },
    {
      ...{ operation: "catalog_product.info", door: "xmlrpc", same: 1, different: 2, not_replayed: 1 },
      reasons: { "names a record that the recording did not create and that this server does not have": 1 },
    },
  ]);
});

test("with --people-differ, values of people are not compared, and lists of them not matched by e-mail", async () => {
  const base = { door: "jsonrpc", session: "s", outcome: "result" } as const;
  const people = (await other.call("customer.list")) as Record<string, unknown>[];
  const others = people.map((one) => ({ ...one, email: `x.${String(one.email)}`, lastname: "Other" }));
  const listed = { ...base, operation: "customer.list", args: [] };
  const file = (result: unknown) => written({ ...listed, result });
  expect((await reported(file(others), "--values")).totals).toMatchObject({ different: 1 });
  expect((await reported(file(others), "--values", "--people-differ")).totals).toMatchObject({ same: 1 });
  const moved = others.map((one) => ({ ...one, group_id: 3 }));
  const { different } = await reported(file(moved), "--values", "--people-differ");
  expect(different.flatMap((one) => one.differences.map(({ path }) => path))).toEqual(["result[].group_id"]);
});

test("rules accept differences, by each of their members", async () => {
  const fault = { code: "101", message: "Product not exists." };
  const file = written({
    door: "xmlrpc",
    operation: "catalog_product.info",
    session: "s",
    args: [1],
    outcome: "fault",
    fault,
  });
  const rules = join(folder, "rules.yaml");
  const rule = (members: string) => writeFileSync(rules, `- { rule: mine, why: Because., ${members} }\n`);
  rule(
    "door: xmlrpc, operation: catalog_*, differs: outcome, recorded: [fault 5, fault 101], received: result, message: '*not exists*'",
  );
  expect(await reported(file, "--rules", rules)).toMatchObject({
    code: 0,
    operations: [{ decided: 1, rules: { mine: 1 } }],
  });
  for (const miss of [
    "door: soap",
    "operation: sales_*",
    "differs: value",
    "recorded: fault 5",
    "received: fault *",
    "message: other",
    "path: result.*",
  ]) {
    rule(miss);
    expect([miss, (await replay(file, "--rules", rules)).code]).toEqual([miss, 1]);
  }
  rule("opration: x");
  expect(await replay(file, "--rules", rules)).toMatchObject({
    code: 2,
    error: expect.stringContaining("rule 1: opration is not a member") as string,
  });
  rule("differs: colour");
  expect((await replay(file, "--rules", rules)).error).toContain("differs must be one of");
  writeFileSync(rules, "just: this");
  expect((await replay(file, "--rules", rules)).error).toContain("must be a list of rules");
});

test("the table is complete, and JUnit XML has a case per operation", async () => {
  const fault = { code: "101", message: "Product <not> exists." };
  const base = { door: "soap", session: "s" } as const;
  const file = written(
    { ...base, operation: "catalog_product.info", args: [1], outcome: "fault", fault },
    { ...base, operation: "catalog_category.level", outcome: "broken", reason: "ECONNRESET", args: [] },
    {
      ...base,
      operation: "catalog_product_type.items",
      args: [],
      outcome: "fault",
      fault: { code: "2", message: "Access denied." },
    },
    {
      ...base,
      operation: "catalog_product_type.items",
      args: [],
      outcome: "result",
      result: [{ type: "simple", label: "Simple" }],
    },
  );
  const junit = join(folder, "report.xml");
  const { text, code, error } = await replay(file, "--junit", junit);
  expect(code).toBe(1);
  expect(error).toContain("1 exchange differs");
  expect(text).toMatch(/^DIFF catalog_product\.info\s+soap\s+0\s+0\s+1\s+0$/m);
  expect(text).toMatch(/^ok\s+catalog_product_type\.items\s+soap\s+1\s+0\s+0\s+1$/m);
  expect(text).toMatch(/^-\s+catalog_category\.level\s+soap\s+0\s+0\s+0\s+1$/m);
  expect(text).toContain("Not replayed, 1: no complete response was recorded");
  expect(text).toContain("Not replayed, 1: the recorded user had fewer rights");
  expect(text).toContain("4 exchanges: 1 same, 0 decided, 1 different, 2 not replayed");
  const xml = await import("node:fs").then(({ readFileSync }) => readFileSync(junit, "utf8"));
  expect(xml).toContain('<testsuite name="store-api replay" tests="3" failures="1" errors="0" skipped="1">');
  expect(xml).toContain("Product &lt;not&gt; exists.");
});

test.each([
  ["no JSON", "{", /2\.jsonl|:2 is not valid JSON/],
  ["a list", "[]", /:2 is not an exchange/],
  ["an unknown outcome", '{"door":null,"operation":null,"outcome":"maybe"}', /:2: outcome must be one of/],
  ["an unknown door", '{"door":"grpc","operation":null,"outcome":"http"}', /:2: door must be/],
  ["an invalid fault", '{"door":"soap","operation":"x","outcome":"fault"}', /:2: a fault must be an object/],
])("a broken line (%s) is named before anything is sent", async (_, line, message) => {
  const login_ = {
    door: "jsonrpc",
    operation: "login",
    args: ["admin", "***"],
    outcome: "result",
    result: "***",
  } as const;
  const file = written(login_, line);
  const before = await fetch(`${other.url}/control/calls`).then((answer) => answer.json());
  expect(await replay(file)).toMatchObject({ code: 2, error: expect.stringMatching(message) as string });
  expect(await fetch(`${other.url}/control/calls`).then((answer) => answer.json())).toEqual(before);
});

test("usage errors end with 2, unusable servers with 3", async () => {
  const file = written({
    door: "jsonrpc",
    operation: "catalog_product_type.items",
    args: [],
    session: "s",
    outcome: "result",
    result: [],
  });
  expect(await replay(join(folder, "nothing.jsonl"))).toMatchObject({ code: 2 });
  expect(await replay(written())).toMatchObject({
    code: 2,
    error: expect.stringContaining("has no exchanges") as string,
  });
  expect(await replay(file, "--url", "nonsense")).toMatchObject({ code: 2 });
  const foreign = ["--url", `${hostile.url}/html`];
  expect(await replay(file, ...foreign)).toMatchObject({
    code: 2,
    error: expect.stringContaining("give --key") as string,
  });
  expect(await replay(file, ...foreign, "--key", "k")).toMatchObject({
    code: 2,
    error: expect.stringContaining("--yes-write") as string,
  });
  expect(await replay(file, ...foreign, "--key", "k", "--reads-only")).toMatchObject({
    code: 3,
    error: expect.stringContaining("admin cannot log in by jsonrpc (http 200)") as string,
  });
  expect(await replay(file, "--key", "wrong")).toMatchObject({ code: 3 });
});

test("a server that stops in the middle ends the replay with 3", async () => {
  const lines = Array.from(
    { length: 8 },
    () =>
      ({
        door: "xmlrpc",
        operation: "login",
        args: ["a"],
        outcome: "fault",
        fault: { code: "6", message: "" },
      }) as const,
  );
  const { code, error } = await replay(
    written(...lines),
    "--url",
    `${hostile.url}/die`,
    "--key",
    "k",
    "--yes-write",
  );
  expect(code).toBe(3);
  expect(error).toContain("the server is gone");
  expect(error).toContain("line 5");
});

test("with --reads-only nothing is written, also by a multiCall", async () => {
  const base = { door: "xmlrpc", session: "s", outcome: "result" } as const;
  const file = written(
    { ...base, operation: "catalog_product.update", args: [1, { name: "Changed" }], result: true },
    {
      ...base,
      operation: "multiCall",
      args: [[["catalog_product.update", [1, { name: "Changed" }]]]],
      result: [true],
    },
    {
      ...base,
      operation: "multiCall",
      args: [[["catalog_product_type.items"]]],
      result: [[{ type: "simple", label: "Simple" }]],
    },
    { ...base, operation: "own_module.change", args: [], result: true },
  );
  const { totals, operations } = await reported(file, "--reads-only");
  expect(totals).toEqual({ same: 1, decided: 0, different: 0, not_replayed: 3 });
  expect(operations.find(({ operation }) => operation === "multiCall")?.reasons).toEqual({ "a write": 1 });
  expect(await other.call("catalog_product.info", [1])).not.toMatchObject({ name: "Changed" });
});

test("REST is asked as the same kind of caller", async () => {
  const request = { method: "GET", path: "/api/rest/customers/1", accept: "application/json" };
  const line = { door: "rest", operation: "GET /api/rest/customers/{id}", request } as const;
  const refused = {
    outcome: "fault",
    status: 403,
    fault: { code: "403", message: "Access denied" },
  } as const;
  const file = written(
    { ...line, who: "guest", ...refused },
    { ...line, who: "customer", outcome: "result", status: 200, result: {} },
  );
  const { different, operations } = await reported(file);
  // Guests are refused here by another number, which shows that no session was sent.
  expect(different).toEqual([]);
  expect(operations[0]?.rules).toEqual({ "guests-have-no-access": 1 });
  expect(operations[0]?.reasons).toEqual({
    "a customer sent it: use --customer or --oauth to name one of the server": 1,
  });
});

test("a recording that cannot be replayed at all is not a success", async () => {
  const request = { method: "GET", path: "/api/rest/customers/1" };
  const line = { door: "rest", operation: "GET /api/rest/customers/{id}", who: "customer", request } as const;
  const { code, error } = await replay(written({ ...line, outcome: "result", status: 200, result: {} }));
  expect([code, error]).toEqual([1, expect.stringContaining("nothing was compared")]);
});

test("REST, texts that no door can parse, and compressed files", async () => {
  const plain = await record(async (url) => {
    const session = valueOf(await login(at("jsonrpc", url), "admin", "admin123")) as string;
    const headers = {
      Authorization: `Bearer ${session}`,
      Accept: "application/json",
      "Content-Type": "application/json",
    };
    const customer = {
      email: "new@example.com",
      firstname: "A",
      lastname: "B",
      password: "Secret-12",
      website_id: 1,
      group_id: 1,
    };
    const made = await fetch(`${url}/api/rest/customers`, {
      method: "POST",
      headers,
      body: JSON.stringify({ ...customer, disable_auto_group_change: 0 }),
    });
    await made.text();
    await (await fetch(`${url}/api/rest/customers/1`, { headers })).text();
    await (await fetch(`${url}/api/rest/customers/99999`, { headers })).text();
    const batch = [1, 2].map((id) => ({
      jsonrpc: "2.0",
      id,
      method: "call",
      params: [session, "catalog_product_type.items"],
    }));
    await (
      await fetch(`${url}/api/jsonrpc`, { method: "POST", headers, body: JSON.stringify(batch) })
    ).text();
    await (
      await fetch(`${url}/api/xmlrpc`, {
        method: "POST",
        headers: { "Content-Type": "text/xml" },
        body: "<methodCall>",
      })
    ).text();
  });
  const packed = `${plain}.gz`;
  writeFileSync(packed, gzipSync(await import("node:fs").then(({ readFileSync }) => readFileSync(plain))));
  const { totals, different } = await reported(packed);
  expect(different).toEqual([]);
  // The text that is not a call is not in the recording.
  expect(totals).toEqual({ same: 5, decided: 0, different: 0, not_replayed: 1 });
});

test("scenarios begin with the original shop, which stays unchanged", async () => {
  const product = {
    name: "P",
    description: "d",
    short_description: "s",
    weight: 1,
    status: 1,
    visibility: 4,
    price: 1,
  };
  const line = {
    door: "jsonrpc",
    operation: "catalog_product.create",
    session: "s",
    args: ["simple", 4, "twice", product],
    outcome: "result",
    result: 77,
  } as const;
  const file = written({ ...line, scenario: "one" }, { ...line, scenario: "two" });
  const before = await other.call("catalog_product.list");
  expect(await reported(file)).toMatchObject({ totals: { same: 2 }, code: 0 });
  // The snapshot ends the sessions.
  expect(await other.call("catalog_product.list", [], await other.login())).toEqual(before);
});

test("a write that the recorded server refused because there was no such record is not sent: here there may be one", async () => {
  const callsAll = async (url: string, id: number) => {
    const session = valueOf(await login(at("jsonrpc", url), "admin", "admin123")) as string;
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${session}` };
    for (const door of callDoors)
      await callOperation(at(door, url), session, "catalog_product.update", [id, { name: "Another" }]);
    await callBuiltin(at("xmlrpc", url), "multiCall", [session, [["catalog_product.delete", [id]]]]);
    await fetch(`${url}/api/rest/products/${id}`, { method: "DELETE", headers });
    const params = [session, "catalog_product.delete", [id]];
    const body = JSON.stringify([{ jsonrpc: "2.0", id: 1, method: "call", params }]);
    await fetch(`${url}/api/jsonrpc`, { method: "POST", headers, body });
    await callOperation(at("jsonrpc", url), session, "catalog_product.info", [id]);
  };
  const session = valueOf(await login(at("jsonrpc", other.url), "admin", "admin123")) as string;
  const values = ["simple", 4, "foreign", { name: "Foreign" }];
  const foreign = valueOf(
    await callOperation(at("jsonrpc", other.url), session, "catalog_product.create", values),
  ) as number;
  const { operations, totals } = await reported(await record((url) => callsAll(url, foreign)));
  expect(totals).toMatchObject({ same: 1, not_replayed: callDoors.length + 3 });
  const reasons = operations.flatMap((one) => Object.keys(one.reasons));
  expect(new Set(reasons)).toEqual(
    new Set([
      "writes to a product that the recorded server did not have; here it may be another one",
      "a write in a form whose IDs the replay does not know",
    ]),
  );
  const info = await callOperation(at("jsonrpc", other.url), session, "catalog_product.info", [foreign]);
  expect(info).toMatchObject({ value: { name: "Foreign", sku: "foreign" } });
});

describe("REST on a server that has other records under the same numbers", () => {
  type Send = (method: string, path: string, body?: object) => Promise<string>;

  const sender = async (url: string): Promise<Send> => {
    const session = valueOf(await login(at("jsonrpc", url), "admin", "admin123")) as string;
    const headers = {
      ...{ Authorization: `Bearer ${session}`, Accept: "application/json" },
      "Content-Type": "application/json",
    };
    return async (method, path, body) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(`${url}/api/rest${path}`, { method, headers, ...sent });
      await answer.text();
      return (answer.headers.get("location") ?? "").replace("/api/rest", "");
    };
  };

  const goods = (sku: string) => ({
    ...{ sku, name: sku, description: "d", short_description: "s", weight: 1, price: 5 },
    ...{ type_id: "simple", attribute_set_id: 4, status: 1, visibility: 4, tax_class_id: 0 },
  });
  const person = (email: string) => ({
    ...{ email, firstname: "Ada", lastname: "King", password: "Secret-12", website_id: 1, group_id: 1 },
    disable_auto_group_change: 0,
  });
  const place = {
    ...{ firstname: "Ada", lastname: "King", street: ["1 Main Street"], city: "Los Angeles" },
    ...{ region: "California", postcode: "90001", country_id: "US", telephone: "555" },
  };
  const picture = { file_mime_type: "image/png", file_content: pixel, types: ["image"] };

  /** Creates one object of each kind. */
  async function create(send: Send, name: string) {
    const product = await send("POST", "/products", goods(name));
    const image = await send("POST", `${product}/images`, picture);
    const customer = await send("POST", "/customers", person(`${name}@example.com`));
    const address = await send("POST", `${customer}/addresses`, place);
    return { product, image, customer, address };
  }

  /** Creates one of each kind, changes it, and removes it again. */
  async function work(url: string): Promise<void> {
    const send = await sender(url);
    const { product, image, customer, address } = await create(send, "mine");
    const category = await send("POST", `${product}/categories`, { category_id: 3 });
    const website = await send("POST", `${product}/websites`, { website_id: 1 });
    for (const [one, change] of [
      [product, { name: "Changed" }],
      [image, { label: "Changed" }],
      [customer, { firstname: "Changed" }],
      [address, { ...place, firstname: "Changed" }],
    ] as const) {
      await send("GET", one);
      await send("PUT", one, change);
    }
    await send("GET", "/products?filter[1][attribute]=sku&filter[1][eq]=mine");
    await send("GET", `${customer}/addresses`);
    for (const one of [category, website, image, address, customer, product]) await send("DELETE", one);
    await send("GET", product);
  }

  const contentOf = (all: Readonly<Record<string, string>>) =>
    Promise.all(
      Object.values(all).map(async (one) => {
        const headers = { ...basic(), Accept: "application/json" };
        const { status, text } = await other.http("GET", `/api/rest${one}`, { headers });
        expect(status).toBe(200);
        return text;
      }),
    );

  test("what the recording creates is bound, and nothing else is changed", async () => {
    const file = await record(work);
    const send = await sender(other.url);
    const foreign = await create(send, "foreign");
    const before = await contentOf(foreign);
    const { totals, different } = await reported(file, "--values");
    expect(different).toEqual([]);
    expect(totals).toEqual({ same: 24, decided: 0, different: 0, not_replayed: 0 });
    expect(await contentOf(foreign)).toEqual(before);
  });

  test("what could not be created here is not asked for, and says why", async () => {
    const file = await record(work);
    const send = await sender(other.url);
    const foreign = await create(send, "mine");
    const before = await contentOf(foreign);
    const { totals, operations } = await reported(file);
    // Product and customer are refused, since the names are taken; all that follows names them, but for login and list.
    expect([totals.same, totals.decided + totals.different, totals.not_replayed]).toEqual([2, 2, 20]);
    expect(
      operations.find(({ operation }) => operation.startsWith("DELETE /api/rest/products/{id}/im"))?.reasons,
    ).toEqual({ "names a product that the recording created and this server did not": 1 });
    expect(await contentOf(foreign)).toEqual(before);
  });

  test("a recording without Location, as version 1.0 made it, asks for no object of the kinds that it creates", async () => {
    const file = await record(work);
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    const old = written(...lines.map((line) => line.replace(/,"answer":\{[^}]*\}/, "")));
    const send = await sender(other.url);
    const foreign = await create(send, "foreign");
    const before = await contentOf(foreign);
    const { totals, operations } = await reported(old);
    expect(totals).toEqual({ same: 4, decided: 0, different: 0, not_replayed: 20 });
    expect(operations.filter((one) => one.same > 0).map(({ operation }) => operation)).toEqual([
      ...["GET /api/rest/products", "login", "POST /api/rest/customers", "POST /api/rest/products"],
    ]);
    expect(await contentOf(foreign)).toEqual(before);
  });
});

test("a default address is deleted here, and refused by Magento's REST", async () => {
  const path = "/api/rest/customers/addresses/2";
  const text = "Address is default for customer so is not allowed to be deleted";
  const line = { door: "rest", operation: "DELETE /api/rest/customers/addresses/{id}" } as const;
  const request = { method: "DELETE", path, accept: "application/json" };
  const fault = { code: "400", message: text };
  const file = written({ ...line, who: "admin", request, outcome: "fault", status: 400, fault });
  const { different, operations } = await reported(file);
  expect(different).toEqual([]);
  expect(operations[0]?.rules).toEqual({ "default-addresses-are-deleted": 1 });
});
