/** The TypeScript client with a real server: sessions, timeouts, outcomes, and the types for callers. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import {
  createClient,
  isFault,
  StoreApiError,
  StoreClientError,
  StoreError,
  type CallReport,
  type ClientOptions,
  type FaultOf,
  type PlannedNamespaces,
  type StoreClient,
} from "../../../generated/clients/typescript/client.js";
import { createControl } from "../../../generated/clients/typescript/control.js";
import { day } from "../../../generated/clients/typescript/examples/day.js";
import { startShop, type Shop } from "../../support/shop.js";

let shop: Shop;
let sent: { readonly method: string; readonly headers: Headers }[];

beforeAll(async () => {
  shop = await startShop({ dataset: "sample" });
});
afterAll(() => shop.close());
beforeEach(() => {
  sent = [];
});

/** A client that records its requests in `sent`. */
function clientOf(options: Partial<ClientOptions> = {}): StoreClient {
  return createClient({
    url: shop.url,
    username: "admin",
    apiKey: "admin123",
    fetch: (address, request) => {
      const body = JSON.parse(request.body as string) as { method: string } | { method: string }[];
      for (const { method } of [body].flat()) sent.push({ method, headers: new Headers(request.headers) });
      return fetch(address, request);
    },
    ...options,
  } as ClientOptions);
}

const methods = () => sent.map(({ method }) => method);

test("a day in the shop", async () => {
  const lines: string[] = [];
  await day(shop.url, (line) => lines.push(line));
  expect(lines).toHaveLength(12);
  expect(lines.join("\n")).toMatch(
    /Breakfast Mug, 14.9, 50 in stock[^]*it is complete[^]*the forced fault came/,
  );
});

describe("sessions", () => {
  test("the first call logs in, later ones use the session", async () => {
    const client = clientOf();
    expect(client.session).toBeUndefined();
    await client.catalogProduct.info({ productId: 1 });
    await client.catalogCategory.level();
    expect(methods()).toEqual(["login", "catalog_product.info", "catalog_category.level"]);
    expect(client.session).toMatch(/^[0-9a-f]{64}$/);
  });

  test("one login is shared by concurrent calls, at the start and after each expiry", async () => {
    const client = clientOf();
    const many = () => Promise.all(Array.from({ length: 20 }, () => client.catalogProductType.items()));
    await many();
    expect(methods().filter((method) => method === "login")).toHaveLength(1);

    for (let expiry = 1; expiry <= 3; expiry += 1) {
      const old = client.session;
      await shop.rpc("endSession", [old]);
      sent = [];
      expect((await many()).every((types) => types.length === 6)).toBe(true);
      expect(methods().filter((method) => method === "login")).toHaveLength(1);
      expect(client.session).not.toBe(old);
    }
  });

  test("a session without credentials works until it ends", async () => {
    const session = await clientOf().login();
    const guest = createClient({ url: shop.url, session });
    expect(await guest.catalogProduct.currentStore({ store: "german" })).toBe(3);
    await shop.rpc("endSession", [session]);
    await expect(guest.catalogProduct.info({ productId: 1 })).rejects.toMatchObject({
      fault: "session_expired",
    });
    await guest.endSession();
    await expect(guest.catalogProduct.info({ productId: 1 })).rejects.toMatchObject({ fault: "no_session" });
  });

  test("a refused login is the error of the call", async () => {
    const client = clientOf({ username: "admin", apiKey: "wrong-key-1" });
    const error = await client.salesOrder.list().catch((caught: unknown) => caught);
    expect(isFault(error, "sales_order.list", "access_denied")).toBe(true);
    const said = (await shop.rpc("login", ["admin", "wrong-key-1"])).error?.message;
    expect(error).toMatchObject({ operation: "sales_order.list", code: 2 });
    expect((error as Error).message).toContain(`The login was refused: ${said}`);
  });

  test("endSession ends it; the next call opens another one", async () => {
    const client = clientOf();
    const first = await client.login();
    expect(await client.endSession()).toBe(true);
    expect(client.session).toBeUndefined();
    expect(await client.login()).not.toBe(first);
  });
});

describe("limits of a call", () => {
  let silent: Server;
  let url: string;

  beforeAll(async () => {
    silent = createServer(() => {}).listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    silent.closeAllConnections();
    silent.close();
  });

  test("the login counts into the time limit of the call", async () => {
    const client = createClient({ url, username: "admin", apiKey: "admin123" });
    const started = performance.now();
    const call = client.catalogProduct.info({ productId: 1 }, { timeout: 60 });
    await expect(call).rejects.toMatchObject({ name: "StoreClientError", fault: "timed_out" });
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test("a signal ends one call, but not the login that other calls wait for", async () => {
    const client = clientOf();
    const leaving = new AbortController();
    const left = client.catalogCategory.level({}, { signal: leaving.signal });
    const staying = client.catalogProductType.items();
    leaving.abort(new Error("no longer wanted"));
    await expect(left).rejects.toMatchObject({ fault: "aborted", cause: { message: "no longer wanted" } });
    expect(await staying).toHaveLength(6);
    const late = client.catalogCategory.level({}, { signal: leaving.signal });
    await expect(late).rejects.toMatchObject({ fault: "aborted" });
    expect(methods()).not.toContain("catalog_category.level");
  });

  test("an invalid answer is a separate kind of error", async () => {
    const nobody = createClient({ url: "http://127.0.0.1:1", session: "s" });
    await expect(nobody.catalogProductType.items()).rejects.toMatchObject({ fault: "connection_failed" });
    const page = clientOf({ fetch: async () => new Response("<h1>Bad gateway</h1>", { status: 502 }) });
    await expect(page.login()).rejects.toMatchObject({ fault: "unexpected_answer", status: 502 });
    const busy = clientOf({
      fetch: async () => new Response("", { status: 429, headers: { "Retry-After": "7" } }),
    });
    expect(await busy.safe.catalogCategory.level()).toMatchObject({ ok: false, error: { retryAfter: 7 } });
  });

  test("headers are those of the client and of the call", async () => {
    const client = clientOf({ headers: { "X-Trace": "t" } });
    const forced = client.catalogProduct.info(
      { productId: 1 },
      { headers: { Prefer: "fault=store_not_exists" } },
    );
    await expect(forced).rejects.toMatchObject({ fault: "store_not_exists", code: 100 });
    expect(sent.map(({ headers }) => headers.get("X-Trace"))).toEqual(["t", "t"]);
  });
});

test("a call that is repeated with its key is executed once", async () => {
  const client = clientOf();
  const params = {
    parentId: 2,
    categoryData: { name: "Once", is_active: true, include_in_menu: true, available_sort_by: ["name"] },
  };
  const create = () => client.catalogCategory.create(params, { idempotencyKey: "ts-once" });
  expect(await create()).toBe(await create());
  const again = await client.safe.catalogCategory.create(params, { idempotencyKey: "ts-once" });
  expect(again).toEqual({ ok: true, value: await create() });
  const other = { ...params, parentId: 3 };
  const taken = await client.safe.catalogCategory.create(other, { idempotencyKey: "ts-once" });
  expect(taken.error).toMatchObject({
    fault: "invalid_request_param",
    data: { parameter: "Idempotency-Key" },
  });
  // @ts-expect-error reads accept no key
  await client.catalogCategory.level({}, { idempotencyKey: "ts-once" });
  const logins = sent.filter(({ method }) => method === "login");
  expect(logins.map(({ headers }) => headers.get("Idempotency-Key"))).toEqual([null]);

  const control = createControl({ url: shop.url });
  const order = { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }] };
  const place = () => control.placeOrder(order, { idempotencyKey: "ts-once" });
  expect(await place()).toEqual(await place());
});

describe("outcomes as values", () => {
  test("safe returns a value or an error", async () => {
    const { safe } = clientOf();
    const found = await safe.catalogProduct.info({ productId: 1, attributes: ["name"] });
    expect(found).toMatchObject({ ok: true, value: { sku: "mug-01" } });
    if (found.ok) expectTypeOf(found.value.sku).toEqualTypeOf<string>();

    const missing = await safe.catalogProduct.info({ productId: 999 });
    expect(missing).toMatchObject({ ok: false, error: { fault: "product_not_exists", code: 101 } });
    if (!missing.ok && missing.error instanceof StoreApiError) {
      expectTypeOf(missing.error.fault).toEqualTypeOf<FaultOf<"catalog_product.info">>();
    }
  });

  test("a batch returns one outcome per call, in one request", async () => {
    const client = clientOf();
    const [product, missing, types] = await client.batch((b) => [
      b.catalogProduct.info({ productId: 1, attributes: ["name"] }),
      b.customer.info({ customerId: 999 }),
      b.catalogProductType.items(),
    ]);
    if (!product.ok || !types.ok || missing.ok) throw new Error("unexpected outcome");
    expectTypeOf(types.value).toEqualTypeOf<
      { type: "simple" | "grouped" | "configurable" | "virtual" | "bundle" | "downloadable"; label: string }[]
    >();
    expect(product.value.product_id).toBe(1);
    expect(types.value).toHaveLength(6);
    expect(missing.error.fault).toBe("customer_not_exists");
    expect(methods()).toHaveLength(4);
  });

  test("after an expiry, a batch repeats the calls that were refused because of it", async () => {
    const client = clientOf();
    await shop.rpc("endSession", [await client.login()]);
    const outcomes = await client.batch((b) => [b.catalogProductType.items(), b.catalogCategory.level()]);
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect(methods().filter((method) => method === "login")).toHaveLength(2);
  });

  test("multiCall does the same, and can stop after a fault", async () => {
    const client = clientOf();
    await shop.rpc("endSession", [await client.login()]);
    const plan = (b: Parameters<Parameters<StoreClient["batch"]>[0]>[0]) =>
      [
        b.catalogProduct.currentStore({ store: "german" }),
        b.salesOrder.info({ orderIncrementId: "nope" }),
        b.catalogProductType.items(),
      ] as const;
    const all = await client.multiCall(plan);
    expect(all.map(({ ok }) => ok)).toEqual([true, false, true]);
    if (all[0].ok) expectTypeOf(all[0].value).toEqualTypeOf<number>();
    const some = await client.multiCall(plan, { break: true });
    expect(some[1].error?.fault).toBe("order_not_exists");
    expect(some[2].error?.fault).toBe("not_executed");
  });

  test("no calls need no request; too many are refused before one", async () => {
    const client = clientOf();
    expect(await client.batch(() => [])).toEqual([]);
    expect(await client.multiCall(() => [])).toEqual([]);
    const many = client.batch((b) => Array.from({ length: 101 }, () => b.catalogProductType.items()));
    await expect(many).rejects.toThrow("at most 100 calls, not 101");
    expect(sent).toEqual([]);
  });
});

describe("imports", () => {
  const customers = Array.from({ length: 45 }, (_, index) => ({
    customerData: {
      ...{ email: `import-${index}@example.com`, firstname: "Ida", lastname: `No. ${index}` },
      ...{ password: "correct horse 7", website_id: 1 },
    },
  }));
  const imported = async () =>
    (await clientOf().customer.list({ filters: { email: { like: "import-%" } } })).length;

  test("a list is imported in batches; an answer that is lost and a process that ends import none twice", async () => {
    let batches = 0;
    const lossy = clientOf({
      fetch: async (address, request) => {
        const answer = await fetch(address, request);
        if ((request.body as string).startsWith("[") && (batches += 1) === 1) throw new TypeError("lost");
        return answer;
      },
    });
    const progress: number[] = [];
    const controller = new AbortController();
    const first = lossy.importAll("customer.create", customers, {
      ...{ key: "customers", concurrency: 1, signal: controller.signal },
      onProgress: ({ done, total }) => {
        expect(total).toBe(45);
        progress.push(done);
        if (done === 40) controller.abort();
      },
    });
    await expect(first).rejects.toMatchObject({ fault: "aborted" });
    expect([progress, batches]).toEqual([[20, 40], 3]);
    expect(await imported()).toBe(40);

    const outcomes = await clientOf().importAll("customer.create", customers, { key: "customers" });
    expect(outcomes.map(({ ok }) => ok)).toEqual(customers.map(() => true));
    expectTypeOf(outcomes[0]?.value).toEqualTypeOf<number | undefined>();
    expect(new Set(outcomes.map(({ value }) => value)).size).toBe(45);
    expect(await imported()).toBe(45);
  });

  test.each([0, 101, 2.5])("a size of %s is refused", async (size) => {
    const send = clientOf().importAll("customer.create", [], { key: "size", size });
    await expect(send).rejects.toThrow(`the size of an import is 1 to 100 calls, not ${size}`);
  });

  test("a size is the number of calls in a request", async () => {
    const done: number[] = [];
    const items = Array.from({ length: 45 }, () => ({ productId: 1, productData: {} }));
    const onProgress = (progress: { done: number }) => done.push(progress.done);
    await clientOf().importAll("catalog_product.update", items, {
      key: "s",
      size: 40,
      concurrency: 1,
      onProgress,
    });
    expect(done).toEqual([40, 45]);
  });

  test("refused items have their faults, and the others are imported", async () => {
    const twice = [customers[0], customers[0]].map((one) => ({
      customerData: {
        ...one?.customerData,
        email: "twice@example.com",
      } as (typeof customers)[0]["customerData"],
    }));
    const failures: number[] = [];
    const [one, other] = await clientOf().importAll("customer.create", twice, {
      ...{ key: "twice", onProgress: ({ failed }) => failures.push(failed) },
    });
    expect(one?.ok).toBe(true);
    expect(other?.error).toMatchObject({ operation: "customer.create", fault: "customer_exists" });
    expect(failures).toEqual([1]);
  });
});

describe("pages of a long list", () => {
  const idsOf = (products: readonly { product_id: number }[]) => products.map(({ product_id }) => product_id);

  test.each([1, 7, 20, 1000])("of %s IDs have every product once", async (size) => {
    const found: number[][] = [];
    for await (const page of clientOf().pages("catalog_product.list", { size })) found.push(idsOf(page));
    expect(found.flat()).toEqual(idsOf(await clientOf().catalogProduct.list()));
    expect(Math.max(...found.map(({ length }) => length))).toBeLessThanOrEqual(size);
  });

  test("have the records of the filters, what is added meanwhile, and not what is removed", async () => {
    const client = clientOf();
    const filters = { sku: { like: "%mug%" } };
    const whole = idsOf(await client.catalogProduct.list({ filters }));
    const productData = { name: "Last mug" };
    const pages = client.pages("catalog_product.list", { size: 2, filters });
    const { value: first } = await pages.next();
    const added = await client.catalogProduct.create({
      type: "simple",
      set: 4,
      sku: "last-mug",
      productData,
    });
    await client.catalogProduct.delete({ productId: whole.at(-1)! });
    const found = [...first!];
    for await (const page of pages) found.push(...page);
    expect(idsOf(found)).toEqual([...whole.slice(0, -1), added]);
  });

  test("cross a gap in the IDs that is wider than many windows", async () => {
    const client = clientOf();
    for (let made = 0; made < 40; made += 1) {
      const sku = `gap-${made}`;
      const productId = await client.catalogProduct.create({
        type: "simple",
        set: 4,
        sku,
        productData: { name: sku },
      });
      if (made < 39) await client.catalogProduct.delete({ productId });
    }
    const found: string[] = [];
    for await (const page of client.pages("catalog_product.list", { size: 2 }))
      found.push(...page.map(({ sku }) => sku));
    expect(found.at(-1)).toBe("gap-39");
  });

  test("need a size of one or more, and set the filter entity_id themselves", async () => {
    const next = (options: object) => clientOf().pages("catalog_product.list", options).next();
    await expect(next({ size: 0 })).rejects.toThrow("the size of a page is 1 or more, not 0");
    await expect(next({ filters: { entity_id: 1 } })).rejects.toThrow("pages sets the filter entity_id");
  });
});

describe("batches with a key", () => {
  test.each(["batch", "multiCall"] as const)(
    "%s: sent again, in a new session, it is executed once",
    async (kind) => {
      const client = clientOf();
      const category = {
        name: `Once by ${kind}`,
        available_sort_by: ["position"],
        default_sort_by: "position",
      };
      const categoryData = { ...category, is_active: true, include_in_menu: true };
      const send = () =>
        client[kind](
          (b) => [b.catalogCategory.create({ parentId: 3, categoryData }), b.catalogProductType.items()],
          { idempotencyKey: `key of ${kind}` },
        );
      const first = await send();
      expect(first[0].ok).toBe(true);
      await shop.rpc("endSession", [client.session]);
      expect(await send()).toEqual(first);
      const { children } = await client.catalogCategory.tree({ parentId: 3 });
      expect(children.filter(({ name }) => name === category.name)).toHaveLength(1);
    },
  );
});

describe("requests", () => {
  test("are repeated if the client is told to, with one key, after the seconds of Retry-After", async () => {
    const seen: (string | null)[] = [];
    const busy =
      (limit: number): ClientOptions["fetch"] =>
      async (address, request) => {
        const { method } = JSON.parse(request.body as string) as { method: string };
        if (method !== "catalog_category.create") return fetch(address, request);
        seen.push(new Headers(request.headers).get("Idempotency-Key"));
        const unavailable = new Response("", { status: 503, headers: { "Retry-After": "0" } });
        return seen.length > limit ? fetch(address, request) : unavailable;
      };
    const category = {
      name: "Later",
      available_sort_by: ["position"],
      default_sort_by: "position",
      is_active: true,
    };
    const create = (client: StoreClient) =>
      client.catalogCategory.create({ parentId: 3, categoryData: { ...category, include_in_menu: true } });
    await expect(create(clientOf({ fetch: busy(1) }))).rejects.toMatchObject({
      fault: "unavailable",
      retryAfter: 0,
    });
    expect(seen).toEqual([null]);

    seen.length = 0;
    expect(await create(clientOf({ fetch: busy(2), retries: 2 }))).toBeTypeOf("number");
    expect(seen).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), seen[0], seen[0]]);
    seen.length = 0;
    await expect(create(clientOf({ fetch: busy(2), retries: 1 }))).rejects.toMatchObject({
      fault: "unavailable",
    });
  });

  test("are reported to onCall, without their contents", async () => {
    const reports: CallReport[] = [];
    const client = clientOf({ onCall: (report) => reports.push(report) });
    await client.safe.catalogProduct.info({ productId: 999 });
    await client.batch((b) => [b.catalogProductType.items()]);
    expect(reports.map(({ milliseconds, operation, fault }) => [operation, fault, milliseconds > 0])).toEqual(
      [
        ["login", undefined, true],
        ["catalog_product.info", "product_not_exists", true],
        ["batch", undefined, true],
      ],
    );
    const [login] = reports;
    expect(login).toMatchObject({ status: 200, attempt: 1, replayed: false });
    expect(login?.requestId).toBe(login?.headers["x-request-id"]);
    expect(new Set(reports.map(({ requestId }) => requestId ?? "none")).size).toBe(3);
    expect(JSON.stringify(reports)).not.toContain(client.session);
  });

  test("say who calls, and errors which answer it was: one call, a batch, multiCall", async () => {
    const agents: (string | null)[] = [];
    const seen: ClientOptions["fetch"] = (address, request) => {
      agents.push(new Headers(request.headers).get("User-Agent"));
      return fetch(address, request);
    };
    let last: CallReport | undefined;
    const client = clientOf({ fetch: seen, onCall: (report) => (last = report) });
    const plan = (b: PlannedNamespaces) => [b.catalogProduct.info({ productId: 999 })] as const;
    for (const send of [
      () => client.safe.catalogProduct.info({ productId: 999 }),
      async () => (await client.batch(plan))[0],
      async () => (await client.multiCall(plan))[0],
    ])
      expect((await send()).error?.requestId).toBe(last?.requestId ?? "none");
    const page = await clientOf({
      fetch: async () => new Response("<p>", { headers: { "X-Request-Id": "p-1" } }),
    })
      .login()
      .catch((error: unknown) => error);
    expect(page).toMatchObject({ fault: "unexpected_answer", requestId: "p-1" });

    await clientOf({ fetch: seen, headers: { "user-agent": "sync/2" } }).login();
    expect(new Set(agents)).toEqual(
      new Set([expect.stringMatching(/^store-management-api-js\/\d+\.\d+\.\d+ node\/\d+$/), "sync/2"]),
    );
  });

  test("tell a first answer from a repeated one", async () => {
    let last: CallReport | undefined;
    const client = clientOf({ onCall: (report) => (last = report) });
    const update = () =>
      client.catalogProduct.update({ productId: 1, productData: {} }, { idempotencyKey: "again" });
    await update();
    expect(last?.replayed).toBe(false);
    await update();
    expect(last?.replayed).toBe(true);
  });

  test("call operations by name, those that the client does not know among them", async () => {
    const client = clientOf();
    const product = await client.call("catalog_product.info", { productId: 1 });
    expectTypeOf(product.sku).toEqualTypeOf<string>();
    const own: { sku: string } = await client.call("product.info" as string, { productId: 1 });
    expect(own.sku).toBe(product.sku);
    // Misspelt names and parameters do not compile; the service refuses them as well.
    // @ts-expect-error no operation has this name
    await expect(client.call("catalog_product.infos")).rejects.toThrow("resource_path_invalid");
    // @ts-expect-error the parameter is productId
    await expect(client.call("catalog_product.info", { productID: 1 })).rejects.toThrow("productID");
    const found = client.call<{ a: number }>("catalog_product.found").catch(() => undefined);
    expectTypeOf(await found).toEqualTypeOf<{ a: number } | undefined>();
    await expect(client.call("my_module.sync", {})).rejects.toMatchObject({
      operation: "my_module.sync",
      fault: "resource_path_invalid",
    });
  });
});

describe("errors", () => {
  test("keep their members in JSON and in other threads, and have one base class", async () => {
    const error = await clientOf()
      .salesOrder.hold({ orderIncrementId: "nope" })
      .catch((caught: unknown) => caught);
    const unsent = await clientOf().safe.customer.info({ customerId: NaN });
    expect([error, unsent.error].map((one) => one instanceof StoreError)).toEqual([true, true]);
    const copy = structuredClone((error as StoreError).toJSON());
    expect(copy).toEqual(JSON.parse(JSON.stringify(error)));
    expect(copy).toMatchObject({
      ...{ name: "StoreApiError", operation: "sales_order.hold", fault: "order_not_exists" },
      data: { fault: "order_not_exists" },
    });
    expect(isFault(copy, "sales_order.hold", "order_not_exists")).toBe(true);
    expect(JSON.parse(JSON.stringify(unsent.error))).toMatchObject({
      fault: "invalid_value",
      operation: "customer.info",
    });
    expect((structuredClone(error) as Error).message).toContain("order_not_exists");
  });
});

describe("faults", () => {
  test.each([
    [NaN, "is NaN, which is not a number in JSON"],
    [-Infinity, "is -Infinity, which is not a number in JSON"],
    [5n, "is a bigint, which JSON does not have"],
    [() => 5, "is a function, which JSON does not have"],
    [new Map([["a", 1]]), "is a Map, which JSON does not have"],
    [new Uint8Array(2), "is a Uint8Array, which JSON does not have"],
    [new Date("no date"), "is an invalid Date"],
  ])("%s is refused before a request, with its member", async (price, problem) => {
    const client = clientOf();
    const params = { productId: 1, productData: { tier_price: [{ price: 9 }, { price }] } } as never;
    const refused = (place = "") => ({
      fault: "invalid_value",
      message: `catalog_product.update: ${place}productData.tier_price[1].price ${problem}`,
    });
    await expect(client.catalogProduct.update(params)).rejects.toMatchObject(refused());
    expect((await client.safe.catalogProduct.update(params)).error).toMatchObject(refused());
    const plan = (b: PlannedNamespaces) => [b.catalogProductType.items(), b.catalogProduct.update(params)];
    await expect(client.batch(plan)).rejects.toMatchObject(refused("calls[1]."));
    await expect(client.multiCall(plan)).rejects.toMatchObject(refused("calls[1]."));
    const items = [...Array.from({ length: 45 }, () => ({ productId: 1, productData: {} })), params];
    await expect(client.importAll("catalog_product.update", items, { key: "x" })).rejects.toMatchObject(
      refused("items[45]."),
    );
    expect(sent).toEqual([]);
  });

  test("an object that contains itself is refused", async () => {
    const endless: { self?: object } = {};
    endless.self = endless;
    await expect(clientOf().call("my_module.sync", { endless })).rejects.toMatchObject({
      fault: "invalid_value",
      message:
        "my_module.sync: endless.self.self.self.self.self.self.se… is nested more than 100 levels deep",
    });
  });

  test.each(["one\r\nX-Sandbox: two", "€"])("a header cannot be %j", async (note) => {
    await expect(clientOf({ headers: { "X-Note": note } }).login()).rejects.toMatchObject({
      fault: "invalid_value",
      message: "login: X-Note has a character that a header of HTTP cannot have",
    });
  });

  test("programs in JavaScript are told what the compiler would refuse", async () => {
    const client = clientOf();
    const planned = (list: unknown) => client.batch(() => list as never);
    await expect(planned(client.catalogProductType.items())).rejects.toThrow(/batch needs a list of planned/);
    await expect(planned([client.catalogProductType.items()])).rejects.toThrow(
      /batch needs a list of planned/,
    );
    await expect(client.login({ timeout: NaN })).rejects.toThrow("timeout is NaN; give milliseconds");
    await expect(client.importAll("customer.create", [], {} as never)).rejects.toThrow("needs a key");
  });

  test("a Date is sent as a time in UTC, and midnight as the day", async () => {
    const client = clientOf();
    const [from, to] = [new Date("2026-11-27T23:30:15.9+01:00"), new Date(Date.UTC(2026, 11, 1))];
    await client.catalogProduct.update({
      productId: 1,
      productData: { special_price: 9, special_from_date: from, special_to_date: to },
    });
    expect(await client.catalogProduct.info({ productId: 1 })).toMatchObject({
      special_from_date: "2026-11-27 22:30:15",
      special_to_date: "2026-12-01 00:00:00",
    });
  });

  test("what would have no effect is refused, unless the client is told not to ask", async () => {
    const params = { productId: 1, productData: { pricee: 5 } } as object as { productId: number };
    const error = await clientOf()
      .catalogProduct.update(params as never)
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ fault: "data_invalid" });
    expect((error as Error).message).toMatch(/pricee.*price/);
    expect(await clientOf({ strict: false }).catalogProduct.update(params as never)).toBe(true);
    const lenient = { headers: { Prefer: "handling=lenient" } };
    expect(await clientOf().catalogProduct.update(params as never, lenient)).toBe(true);
  });

  test("isFault narrows to the faults of an operation", async () => {
    const error = await clientOf()
      .salesOrder.hold({ orderIncrementId: "nope" })
      .catch((caught: unknown) => caught);
    expect(isFault(error, "sales_order.info")).toBe(false);
    expect(isFault(error, "sales_order.hold", "order_not_holdable")).toBe(false);
    expect(isFault(new StoreClientError("sales_order.hold", "timed_out", ""), "sales_order.hold")).toBe(
      false,
    );
    if (!isFault(error, "sales_order.hold")) throw error;
    expectTypeOf(error.fault).toEqualTypeOf<FaultOf<"sales_order.hold">>();
    // @ts-expect-error no operation has this fault
    expect(error.fault === "no_such_fault").toBe(false);
    expect(error).toMatchObject({ fault: "order_not_exists", data: { resource: "sales_order" } });
  });

  test("errors in data are listed by member", async () => {
    const error = await clientOf()
      .catalogProduct.create({ type: "simple", set: 4, sku: "x-1", productData: { name: "", price: -1 } })
      .catch((caught: unknown) => caught);
    if (!isFault(error, "catalog_product.create", "data_invalid")) throw error;
    expect(error.data.errors?.map(({ field }) => field)).toEqual(expect.arrayContaining(["name", "price"]));
  });

  test("the service's own lists", async () => {
    const client = clientOf();
    expect(await client.globalFaults()).toHaveLength(7);
    expect(await client.resourceFaults({ resourceName: "customer" })).toHaveLength(9);
    expect((await client.resources()).map(({ name }) => name)).toContain("sales_order");
  });
});
