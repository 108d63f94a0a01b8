/** The header `Idempotency-Key` at every door (conventions 2.8): a repeated call is executed once. */
import { beforeEach, describe, expect, test } from "vitest";
import { basic, bearer, startShop, type HttpAnswer } from "../../support/shop.js";
import { differsHere } from "../../support/storages.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset());

const category = {
  name: "Vases",
  is_active: 1,
  available_sort_by: ["position"],
  default_sort_by: "position",
};
const create = { parentId: 3, categoryData: { ...category, include_in_menu: 1 } };
const customer = {
  ...{ firstname: "Mila", lastname: "Novak", email: "mila@shop.test", password: "correct horse 7" },
  ...{ website_id: 1, group_id: 2 },
};
const order = { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }] };

const keyed = (key: string, more: Record<string, string> = {}) => ({ "Idempotency-Key": key, ...more });
const seen = ({ status, headers, text }: HttpAnswer) => ({
  ...{ status, text, location: headers.get("Location"), replayed: headers.get("Idempotent-Replayed") },
});

/** The operation in the plain form, by the first API user. */
async function plain(
  operation: string,
  body: object,
  key?: string,
  headers: Record<string, string> = basic(),
) {
  const own = key === undefined ? {} : keyed(key);
  return seen(await shop.http("POST", `/api/rpc/${operation}`, { body, headers: { ...headers, ...own } }));
}

async function jsonRpc(body: object, headers: Record<string, string>) {
  const { json, headers: sent } = await shop.http("POST", "/api/jsonrpc", { body, headers });
  return { ...(json as { result?: unknown; error?: unknown }), replayed: sent.get("Idempotent-Replayed") };
}

async function categoriesNamed(name: string): Promise<number> {
  const { children } = (await shop.call("catalog_category.tree", [3])) as { children: { name: string }[] };
  return children.filter((child) => child.name === name).length;
}

const refusal = (reason: string) => ({
  code: 6,
  message: `Idempotency-Key: ${reason}`,
  data: { fault: "invalid_request_param", parameter: "Idempotency-Key" },
});
const otherCall = "was used for another operation or other arguments within 24 hours";

describe("a repeated call has the same answer, and nothing is executed again", () => {
  test("in every form: plain, direct, wrapped, by position, by name, in another session", async () => {
    const first = await plain("catalog_category.create", create, "way");
    expect(first).toMatchObject({ status: 200, replayed: null });
    const id = Number(first.text);

    expect(await plain("catalog_category.create", create, "way")).toEqual({ ...first, replayed: "true" });
    const { categoryData, parentId } = create;
    const session = await shop.login();
    const requests = [
      [{ method: "catalog_category.create", params: create }, bearer(session)],
      [{ method: "catalog_category.create", params: ["3", categoryData] }, basic()],
      [{ method: "category.create", params: [session, parentId, { ...categoryData, is_active: true }] }, {}],
      [{ method: "call", params: [await shop.login(), "category.create", [parentId, categoryData]] }, {}],
    ] as const;
    for (const [number, [request, headers]] of requests.entries()) {
      const body = { jsonrpc: "2.0", id: `again ${number}`, ...request };
      expect(await jsonRpc(body, { ...headers, ...keyed("way") })).toEqual({
        ...{ jsonrpc: "2.0", id: `again ${number}`, result: id, replayed: "true" },
      });
    }
    expect(await categoriesNamed("Vases")).toBe(1);
  });

  test("by REST, in XML or JSON", async () => {
    const headers = { ...basic(), ...keyed("rest") };
    const first = seen(await shop.http("POST", "/api/rest/customers", { body: customer, headers }));
    expect(first).toMatchObject({ status: 200, location: "/api/rest/customers/9", replayed: null });

    const members = Object.entries(customer).map(([name, value]) => `<${name}>${value}</${name}>`);
    const xml = `<service_api>${members.reverse().join("")}</service_api>`;
    const again = await shop.http("POST", "/api/rest/customers", {
      body: xml,
      headers: { ...headers, "Content-Type": "application/xml" },
    });
    expect(seen(again)).toEqual({ ...first, replayed: "true" });
  });

  test("by REST, for a call that was made by JSON", async () => {
    const first = await plain("customer.create", { customerData: customer }, "all doors");
    const headers = { ...basic(), ...keyed("all doors") };
    const again = seen(await shop.http("POST", "/api/rest/customers", { body: customer, headers }));
    const location = `/api/rest/customers/${first.text}`;
    expect(again).toMatchObject({ status: 200, location, replayed: "true" });
  });

  test("by XML-RPC, for a call that was made by JSON", async () => {
    const first = await plain("customer.create", { customerData: customer }, "xml-rpc");
    const members = Object.entries(customer).map(
      ([name, value]) =>
        `<member><name>${name}</name><value>${typeof value === "number" ? `<int>${value}</int>` : value}</value></member>`,
    );
    const values = [
      `<string>${await shop.session()}</string>`,
      "<string>customer.create</string>",
      `<array><data><value><struct>${members.join("")}</struct></value></data></array>`,
    ];
    const params = values.map((value) => `<param><value>${value}</value></param>`).join("");
    const answer = await shop.http("POST", "/api/xmlrpc", {
      body: `<?xml version="1.0"?><methodCall><methodName>call</methodName><params>${params}</params></methodCall>`,
      headers: { "Content-Type": "text/xml", ...keyed("xml-rpc") },
    });
    expect(answer.text).toContain(`>${first.text}<`);
    expect(answer.headers.get("Idempotent-Replayed")).toBe("true");
  });

  test("at the test control", async () => {
    const request = { body: order, headers: keyed("order") };
    const first = seen(await shop.http("POST", "/control/orders", request));
    expect(first).toMatchObject({ status: 201, replayed: null });
    expect(seen(await shop.http("POST", "/control/orders", request))).toEqual({ ...first, replayed: "true" });
    const unkeyed = await shop.http("POST", "/control/orders", { body: order });
    expect(unkeyed.json).not.toEqual(JSON.parse(first.text));
  });

  test("fifty at once: one is executed, and the others get its answer or a refusal", async () => {
    const all = await Promise.all(
      Array.from({ length: 50 }, () => plain("catalog_category.create", create, "fifty")),
    );
    const carriedOut = all.filter(({ status, replayed }) => status === 200 && replayed === null);
    expect(carriedOut).toHaveLength(1);
    const underWay = JSON.stringify(refusal("the first call with it is still in progress"));
    for (const one of all.filter((answer) => answer !== carriedOut[0])) {
      expect([
        { status: 409, text: underWay, location: null, replayed: null },
        { ...carriedOut[0], replayed: "true" },
      ]).toContainEqual(one);
    }
    expect(await categoriesNamed("Vases")).toBe(1);
  });
});

describe("faults", () => {
  test.each([
    { what: "a record that is missing", operation: "catalog_category.delete", body: { categoryId: 99 } },
    { what: "arguments that are unusable", operation: "catalog_category.delete", body: { categoryId: {} } },
    { what: "data with problems", operation: "customer.create", body: { customerData: { email: "no" } } },
  ])("$what: the same again", async ({ operation, body }) => {
    const first = await plain(operation, body, "fault");
    expect(first.status).toBeGreaterThanOrEqual(400);
    expect(await plain(operation, body, "fault")).toEqual({ ...first, replayed: "true" });
  });

  test("that depends on a state stays, even if the state has changed", async () => {
    const body = { orderIncrementId: "100000001" };
    expect(await plain("sales_order.unhold", body, "state")).toMatchObject({ status: 409, replayed: null });
    await shop.call("sales_order.hold", ["100000001"]);
    expect(await plain("sales_order.unhold", body, "state")).toMatchObject({ status: 409, replayed: "true" });
    expect(await plain("sales_order.unhold", body, "another")).toMatchObject({ status: 200, text: "true" });
  });

  test("of a gateway that refused keep their writes, once", async () => {
    const placed = await shop.http("POST", "/control/orders", {
      body: { ...order, payment_method: "test_authorize" },
    });
    const { increment_id } = placed.json as { increment_id: string };
    const invoice = (await shop.call("sales_order_invoice.create", [increment_id])) as string;
    await shop.http("PUT", "/control/gateway", { body: { answer: "fail", times: 1 } });
    const body = { invoiceIncrementId: invoice };
    const first = await plain("sales_order_invoice.capture", body, "gateway");
    expect(first).toMatchObject({ status: 409, replayed: null });
    // The gateway would accept now; the key refers to the call that it refused.
    expect(await plain("sales_order_invoice.capture", body, "gateway")).toEqual({
      ...first,
      replayed: "true",
    });
    expect(await plain("sales_order_invoice.capture", body)).toMatchObject({ status: 200 });
  });

  test("that may be temporary are not stored: internal, session_expired, access_denied", async () => {
    const ending = await shop.login();
    await shop.rpc("endSession", [ending]);
    const write = shop.storage.write.bind(shop.storage);
    const attempts: [string, () => Promise<unknown>][] = [
      ["session_expired", () => plain("catalog_category.create", create, "passing", bearer(ending))],
      [
        "internal",
        async () => {
          shop.storage.write = () => Promise.reject(new Error("a disk that is not there"));
          try {
            return await plain("catalog_category.create", create, "passing");
          } finally {
            shop.storage.write = write;
          }
        },
      ],
    ];
    for (const [fault, attempt] of attempts) {
      expect(await attempt()).toMatchObject({ text: expect.stringContaining(fault) as string });
    }
    expect(await plain("catalog_category.create", create, "passing")).toMatchObject({
      ...{ status: 200, replayed: null },
    });

    await shop.saveUser("reader", ["catalog/category/tree"]);
    const reader = basic("reader", "secret123");
    expect(await plain("catalog_category.create", create, "rights", reader)).toMatchObject({ status: 403 });
    await shop.saveUser("reader", ["all"]);
    expect(await plain("catalog_category.create", create, "rights", reader)).toMatchObject({
      ...{ status: 200, replayed: null },
    });
    // A caller who has lost access gets no answer.
    await shop.saveUser("reader", ["catalog/category/tree"]);
    expect(await plain("catalog_category.create", create, "rights", reader)).toMatchObject({
      ...{ status: 403, replayed: null },
    });
  });

  test("a forced fault replaces the call and is not stored as its answer", async () => {
    const rule = { operation: "catalog_category.create", fault: "not_exists" };
    await shop.http("POST", "/control/faults", { body: rule });
    expect(await plain("catalog_category.create", create, "forced")).toMatchObject({ status: 404 });
    expect(await plain("catalog_category.create", create, "forced")).toMatchObject({
      ...{ status: 200, replayed: null },
    });
  });
});

describe("a key is refused", () => {
  test("with other arguments or another operation: 422", async () => {
    await plain("catalog_category.create", create, "taken");
    const text = JSON.stringify(refusal(otherCall));
    const other = { ...create, parentId: 4 };
    expect(await plain("catalog_category.create", other, "taken")).toMatchObject({ status: 422, text });
    expect(await plain("catalog_category.delete", { categoryId: 3 }, "taken")).toMatchObject({
      ...{ status: 422, text },
    });
    const request = { jsonrpc: "2.0", id: 7, method: "catalog_category.create", params: other };
    expect(await jsonRpc(request, { ...basic(), ...keyed("taken") })).toEqual({
      ...{ jsonrpc: "2.0", id: 7, error: refusal(otherCall), replayed: null },
    });
    const headers = { ...basic(), ...keyed("taken"), Accept: "application/json" };
    const rest = await shop.http("POST", "/api/rest/customers", { body: customer, headers });
    expect([rest.status, rest.json]).toEqual([
      422,
      {
        messages: {
          error: [{ code: 422, message: `Idempotency-Key: ${otherCall}`, field: "Idempotency-Key" }],
        },
      },
    ]);
  });

  test("at the control for another order: 422", async () => {
    await shop.http("POST", "/control/orders", { body: order, headers: keyed("order") });
    const other = { ...order, items: [{ sku: "mug-01", qty: 2 }] };
    const answer = await shop.http("POST", "/control/orders", { body: other, headers: keyed("order") });
    expect([answer.status, answer.json]).toEqual([
      422,
      { errors: [{ field: "Idempotency-Key", message: otherCall }] },
    ]);
  });

  test.each([
    { what: "empty", key: "" },
    { what: "longer than 255 characters", key: "x".repeat(256) },
  ])("that is $what: 400 at every door", async ({ key }) => {
    const reason = "must have 1 to 255 characters";
    expect(await plain("catalog_category.create", create, key)).toMatchObject({
      ...{ status: 400, text: JSON.stringify(refusal(reason)) },
    });
    const request = { jsonrpc: "2.0", id: 1, method: "catalog_category.create", params: create };
    expect(await jsonRpc(request, { ...basic(), ...keyed(key) })).toMatchObject({ error: refusal(reason) });
    const rest = { body: customer, headers: { ...basic(), ...keyed(key) } };
    expect((await shop.http("POST", "/api/rest/customers", rest)).status).toBe(400);
    const control = await shop.http("POST", "/control/orders", { body: order, headers: keyed(key) });
    expect([control.status, control.json]).toMatchObject([400, { errors: [{ field: "Idempotency-Key" }] }]);
    expect(await categoriesNamed("Vases")).toBe(0);
  });

  test("with 255 characters is accepted", async () => {
    const key = "x".repeat(255);
    expect(await plain("catalog_category.create", create, key)).toMatchObject({ status: 200 });
    expect(await plain("catalog_category.create", create, key)).toMatchObject({ replayed: "true" });
  });
});

describe("with several calls in one request, the key counts for each by its position", () => {
  const one = (id: number | undefined, params: object) => ({
    ...{ jsonrpc: "2.0", method: "catalog_category.create", params },
    ...(id === undefined ? {} : { id }),
  });
  const named = (name: string) => ({ ...create, categoryData: { ...create.categoryData, name } });
  const send = async (body: object[], key = "several") => {
    const answer = await shop.http("POST", "/api/jsonrpc", { body, headers: { ...basic(), ...keyed(key) } });
    const elements = answer.json as { id: number; result?: number; error?: { message: string } }[];
    return { elements, replayed: answer.headers.get("Idempotent-Replayed") };
  };

  test("a batch that is sent again answers the same, and nothing is executed again", async () => {
    const batch = [one(1, create), one(2, create), one(undefined, named("Bowls"))];
    const first = await send(batch);
    expect(first.elements.map(({ result }) => typeof result)).toEqual(["number", "number"]);
    expect(first.replayed).toBeNull();
    expect(await send(batch)).toEqual({ ...first, replayed: "true" });
    expect([await categoriesNamed("Vases"), await categoriesNamed("Bowls")]).toEqual([2, 1]);
  });

  test("what was not carried out runs; an element that differs is refused alone", async () => {
    const first = await send([one(1, create), one(2, create)]);
    const again = await send([one(1, create), one(2, named("Bowls")), one(3, named("Plates"))]);
    expect(again.elements[0]).toEqual(first.elements[0]);
    expect(again.elements[1]).toMatchObject({ error: refusal(otherCall) });
    expect(again.elements[2]?.result).toBeTypeOf("number");
    expect(again.replayed).toBeNull();
    expect(await categoriesNamed("Bowls")).toBe(0);
  });

  test("a single call with the same key is another call", async () => {
    const { elements } = await send([one(1, create)], "alone");
    const single = await plain("catalog_category.create", create, "alone");
    expect(single).toMatchObject({ status: 200, replayed: null });
    expect(Number(single.text)).not.toBe(elements[0]?.result);
  });

  test("multiCall does the same, also as an element of a batch", async () => {
    const calls = {
      calls: [
        ["catalog_category.create", create],
        ["catalog_category.create", create],
      ],
    };
    const first = await plain("multiCall", calls, "many");
    expect(first).toMatchObject({ status: 200, replayed: null });
    expect(await plain("multiCall", calls, "many")).toEqual({ ...first, replayed: "true" });
    expect(await categoriesNamed("Vases")).toBe(2);

    const session = await shop.login();
    const inside = { jsonrpc: "2.0", id: 1, method: "multiCall", params: { sessionId: session, ...calls } };
    const nested = await send([inside, one(2, create)]);
    expect(await send([inside, one(2, create)])).toEqual({ ...nested, replayed: "true" });
    expect(await categoriesNamed("Vases")).toBe(5);
  });

  test("system.multicall of XML-RPC does the same", async () => {
    const session = await shop.login();
    const value = `<value><struct><member><name>methodName</name><value>call</value></member><member><name>params</name>
      <value><array><data><value>${session}</value><value>catalog_category.create</value><value><array><data>
      <value><int>3</int></value><value><struct>${Object.entries(category)
        .map(([name, one]) => {
          const text = Array.isArray(one) ? `<array><data><value>${one[0]}</value></data></array>` : `${one}`;
          return `<member><name>${name}</name><value>${text}</value></member>`;
        })
        .join("")}<member><name>include_in_menu</name><value>1</value></member></struct></value>
      </data></array></value></data></array></value></member></struct></value>`;
    const body = `<methodCall><methodName>system.multicall</methodName><params><param><value><array><data>${value}${value}
      </data></array></value></param></params></methodCall>`;
    const headers = { "Content-Type": "text/xml", ...keyed("xml") };
    const first = await shop.http("POST", "/api/xmlrpc", { body, headers });
    const again = await shop.http("POST", "/api/xmlrpc", { body, headers });
    expect(again.text).toBe(first.text);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(await categoriesNamed("Vases")).toBe(2);
  });
});

describe("a key belongs", () => {
  test("to its user", async () => {
    await shop.saveUser("other", ["all"]);
    const first = await plain("catalog_category.create", create, "mine");
    const other = await plain("catalog_category.create", create, "mine", basic("other", "secret123"));
    expect(other).toMatchObject({ status: 200, replayed: null });
    expect(other.text).not.toBe(first.text);
  });

  test.skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))(
    "to its sandbox",
    async () => {
      await plain("catalog_category.create", create, "outside");
      await shop.http("POST", "/control/sandboxes", { body: { name: "box" } });
      const inside = { ...basic(), "X-Sandbox": "box" };
      const answer = await plain("catalog_category.create", create, "outside", inside);
      expect(answer).toMatchObject({ status: 200, replayed: null });
      expect(await plain("catalog_category.create", create, "outside", inside)).toEqual({
        ...{ ...answer, replayed: "true" },
      });
      await shop.http("DELETE", "/control/sandboxes/box");
    },
  );

  test("to 24 hours after its first call", async () => {
    const first = await plain("catalog_category.create", create, "day");
    const headers = basic();
    const advance = (advance_seconds: number) =>
      shop.http("PUT", "/control/clock", { body: { advance_seconds } });
    await advance(24 * 3600 - 1);
    expect(await plain("catalog_category.create", create, "day", headers)).toEqual({
      ...{ ...first, replayed: "true" },
    });
    await advance(1);
    const later = await plain("catalog_category.create", create, "day", headers);
    expect(later).toMatchObject({ status: 200, replayed: null });
    expect(later.text).not.toBe(first.text);
  });

  test.skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))(
    "to the state: it is restored together with its effect",
    async () => {
      await shop.http("POST", "/control/snapshots", { body: { name: "before" } });
      await plain("catalog_category.create", create, "undone");
      await shop.http("POST", "/control/snapshots", { body: { name: "after" } });
      await shop.restore("before");
      const anew = await plain("catalog_category.create", create, "undone");
      expect(anew).toMatchObject({ status: 200, replayed: null });
      await shop.restore("after");
      expect(await plain("catalog_category.create", create, "undone")).toMatchObject({ replayed: "true" });
      await shop.http("DELETE", "/control/snapshots/before");
      await shop.http("DELETE", "/control/snapshots/after");
    },
  );
});

test("an export contains the keys with their effects", async () => {
  const first = await plain("catalog_category.create", create, "moved");
  const state = await shop.http("GET", "/control/state");
  await shop.reset();
  const put = await shop.http("PUT", "/control/state", {
    body: state.text,
    headers: { "Content-Type": "application/json" },
  });
  expect(put.status).toBe(204);
  expect(await plain("catalog_category.create", create, "moved")).toEqual({ ...first, replayed: "true" });
});

test("reads, logins and lists ignore the key", async () => {
  const reading = [
    ["catalog_category.info", { categoryId: 3 }],
    ["catalog_category.level", {}],
    ["login", { username: "admin", apiKey: "admin123" }],
    ["globalFaults", {}],
  ] as const;
  for (const [operation, body] of reading) {
    for (const key of ["reading", "x".repeat(256)]) {
      expect(await plain(operation, body, key)).toMatchObject({ status: 200, replayed: null });
    }
  }
});

test.skipIf(differsHere("each process has its own journal, metrics and load limits"))(
  "when the maximum is stored: 503 with Retry-After at every address, and nothing is executed",
  async () => {
    const small = await startShop({ dataset: "sample", bounds: { idempotencyKeys: 1 } });
    const post = async (path: string, body: object, key: string) => {
      const headers = { ...basic(), ...keyed(key), Accept: "application/json" };
      const answer = await small.http("POST", path, { body, headers });
      if (answer.status === 503) expect(answer.text).toContain("try again later");
      return [answer.status, answer.headers.get("Retry-After")];
    };
    const rpc = { jsonrpc: "2.0", id: 1, method: "catalog_category.create", params: create };
    expect(await post("/api/jsonrpc", rpc, "first")).toEqual([200, null]);
    const tree = await small.call("catalog_category.tree", [3]);
    expect(await post("/api/jsonrpc", rpc, "second")).toEqual([503, "60"]);
    expect(await post("/api/rpc/catalog_category.create", create, "second")).toEqual([503, "60"]);
    expect(await post("/api/rest/customers", customer, "second")).toEqual([503, "60"]);
    const xml =
      "<methodCall><methodName>call</methodName><params><param><value>SESSION</value></param><param><value>catalog_category.create</value></param></params></methodCall>";
    const session = await small.login();
    const old = await small.http("POST", "/api/xmlrpc", {
      body: xml.replace("SESSION", session),
      headers: { "Content-Type": "text/xml", ...keyed("third") },
    });
    expect([old.status, old.headers.get("Retry-After")]).toEqual([503, "60"]);
    expect(old.text).toContain("<methodResponse><fault>");
    expect(await small.call("catalog_category.tree", [3])).toEqual(tree);
    expect(await post("/api/jsonrpc", rpc, "first")).toEqual([200, null]);
  },
);

/** Every way to write that takes a key, and the operation that a rule delays. */
const product = {
  ...{ type_id: "simple", attribute_set_id: 4, sku: "slow-01", name: "Slow", status: 1, visibility: 4 },
  ...{ description: "Slow.", short_description: "Slow.", price: 1, tax_class_id: 2, weight: 1 },
};
const slowCalls: readonly (readonly [operation: string, address: string, body: object])[] = [
  ["catalog_category.create", "/api/rpc/catalog_category.create", create],
  ["customer.create", "/api/rpc/customer.create", { customerData: customer }],
  ["createCustomer", "/api/rest/customers", customer],
  ["createProduct", "/api/rest/products", product],
  ["assignProductCategory", "/api/rest/products/1/categories", { category_id: 4 }],
];

describe("a forced delay runs after the key was taken: the same call is then refused, and uses up no rule", () => {
  test.each(slowCalls)("%s at %s", async (operation, address, body) => {
    const headers = { ...basic(), ...keyed("slow") };
    const send = async () => seen(await shop.http("POST", address, { body, headers }));
    const rule = await shop.http("POST", "/control/faults", { body: { operation, delay_ms: 400, times: 1 } });
    expect(rule.status).toBe(201);
    const first = send();
    await expect.poll(async () => (await send()).status).toBe(409);
    expect((await first).status).toBe(200);
    await shop.http("POST", "/control/faults", { body: { operation, http: { status: 500 }, times: 1 } });
    expect(await send()).toEqual({ ...(await first), replayed: "true" });
  });
});
