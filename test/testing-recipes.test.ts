/** Runs the recipes of docs/testing.md. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import { beforeEach, expect, test } from "vitest";
import { readDatasetFile } from "../src/shop/states/dataset-file.js";
import { runCommand } from "../src/cli/program.js";
import { startServer } from "../src/testing/embedded/start-server.js";
import { connect } from "../src/testing/embedded/store-server.js";
import { basic, startShop } from "./support/shop.js";
import { differsHere } from "./support/storages.js";
import { closedAtEnd } from "./support/closed.js";

const page = await readFile(new URL("../docs/testing.md", import.meta.url), "utf8");
const shop = closedAtEnd(await startShop({ dataset: "sample" }));
beforeEach(() => shop.reset());

const control = async (method: string, path: string, body?: object, headers = {}) => {
  const answer = await shop.http(method, path, { headers, ...(body ? { body } : {}) });
  return answer.text === "" ? undefined : answer.json;
};
const command = (...argv: string[]) =>
  runCommand([...argv, "--url", shop.url], { write: () => {}, fail: () => {} });

/** The bodies of the `curl` commands of a recipe, as the page shows them. */
function bodies(recipe: string): object[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${recipe}\n`)) ?? "";
  expect(section).not.toBe("");
  return [...section.matchAll(/(?:-d|--json) '(\{.*?\})'/g)].map(
    ([, body = ""]) => JSON.parse(body) as object,
  );
}

/** The commands of `store-api` in a recipe, as a shell splits them. */
function commands(recipe: string): string[][] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${recipe}\n`)) ?? "";
  return [...section.matchAll(/^store-api ((?:fault|coverage|order|snapshot|restore) .*)$/gm)].map(
    ([, line = ""]) =>
      [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = ""]) => quoted ?? plain),
  );
}

test.skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))(
  "Parallel workers: four on one server, each resetting at will, 100 of 100",
  async () => {
    bodies("Parallel workers");
    const worker = async (name: string) => {
      await control("POST", "/control/sandboxes", { name, from: "sample" });
      const headers = { ...basic(), "X-Sandbox": name };
      for (let round = 0; round < 25; round += 1) {
        const own = `${name} ${round}`;
        await shop.rpc("call", [null, "catalog_product.update", [1, { name: own }]], headers);
        const { result } = await shop.rpc("call", [null, "catalog_product.info", [1]], headers);
        expect((result as { name: string }).name).toBe(own);
        await control("POST", `/sandbox/${name}/control/reset`, {});
      }
      await control("DELETE", `/control/sandboxes/${name}`);
    };
    await Promise.all(["worker-1", "worker-2", "worker-3", "worker-4"].map(worker));
  },
);

test("Sessions without waiting", async () => {
  const [body] = bodies("Sessions without waiting");
  const { session } = (await control("POST", "/control/sessions", body)) as { session: string };
  await control("POST", "/control/reset", { keep_sessions: true });
  expect(await shop.call("catalog_product.info", [1], session)).toBeDefined();
});

test("An expired session", async () => {
  const session = await shop.login();
  await control("PUT", "/control/clock", bodies("An expired session")[0]);
  await expect(shop.call("catalog_product.info", [1], session)).rejects.toMatchObject({
    fault: "session_expired",
  });
});

test.skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))(
  "Snapshots",
  async () => {
    const [order = [], snapshot = [], restore = []] = commands("Snapshots");
    const states = async () => {
      const orders = await shop.call("sales_order.list", [], await shop.login());
      return (orders as { readonly state: string }[]).map(({ state }) => state);
    };
    const before = await states();
    expect(await command(...order)).toBe(0);
    expect(await command(...snapshot)).toBe(0);
    await shop.reset();
    expect(await states()).toEqual(before);
    expect(await command(...restore)).toBe(0);
    expect(await states()).toEqual([...before, "new"]);
  },
);

test("Strict and lenient handling", async () => {
  const [body = {}] = bodies("Strict and lenient handling");
  const answer = (headers: object) =>
    shop.http("POST", "/api/rpc/catalog_product.update", { body, headers: { ...basic(), ...headers } });
  const strict = await answer({ Prefer: "handling=strict" });
  expect(strict.status).toBe(422);
  expect(strict.text).toContain("webistes: is not known; websites may be meant");
  expect((await answer({})).status).toBe(200);
});

const list = () => shop.http("POST", "/api/rpc/catalog_product.list", { body: {}, headers: basic() });

test("A slow or broken shop", async () => {
  const rules = commands("A slow or broken shop");
  expect(rules).toHaveLength(3);
  for (const rule of rules) expect(await command(...rule)).toBe(0);
  const answer = await list();
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  await expect(shop.rpc("call", [null, "customer.list", []], basic())).rejects.toThrow("socket hang up");
  const started = performance.now();
  await shop.rpc("call", [null, "catalog_product.info", [1]], basic());
  expect(performance.now() - started).toBeGreaterThan(95);
});

test("A client that gives up", async () => {
  const rename = "catalog_product.update";
  await control("POST", "/control/faults", { operation: rename, delay_ms: 5000 });
  const send = (name: string, signal?: AbortSignal) =>
    fetch(`${shop.url}/api/rpc/${rename}`, {
      ...{ method: "POST", body: JSON.stringify({ productId: 1, productData: { name } }) },
      ...(signal ? { signal } : {}),
      headers: { ...basic(), "Content-Type": "application/json", "Idempotency-Key": "rename-1" },
    });
  await expect(send("Cup", AbortSignal.timeout(100))).rejects.toThrow("timeout");
  const waited = `operation=${rename}&outcome=given_up&timeout_ms=5000`;
  expect(await control("GET", `/control/calls/wait?${waited}`)).toMatchObject([{ outcome: "given_up" }]);
  expect(await shop.call("catalog_product.info", [1])).toMatchObject({ name: "Stoneware Mug" });
  const none = { operation: rename, times: 0 };
  expect((await shop.http("POST", "/control/calls/verify", { body: none })).status).toBe(204);
  // The key is free: another body would be refused otherwise.
  expect((await send("Bowl")).status).toBe(200);
});

test("An answer with own headers, in pieces, or a reset connection", async () => {
  const [slow, reset] = bodies("An answer with own headers, in pieces, or a reset connection");
  await control("POST", "/control/faults", slow);
  const started = performance.now();
  const answer = await fetch(`${shop.url}/api/rpc/catalog_product.list`, {
    ...{ method: "POST", body: "{}", headers: { ...basic(), "Content-Type": "application/json" } },
  });
  expect([answer.status, answer.headers.get("x-limit"), await answer.text()]).toEqual([
    429,
    "0",
    "slow down",
  ]);
  expect(performance.now() - started).toBeGreaterThan(100);
  await control("POST", "/control/faults", reset);
  await expect(shop.rpc("call", [null, "customer.list", []], basic())).rejects.toMatchObject({
    code: "ECONNRESET",
  });
});

test.skipIf(differsHere("each process has its own journal, metrics and load limits"))(
  "The order of calls, and nothing else",
  async () => {
    const [expected] = bodies("The order of calls, and nothing else");
    const verify = async () => (await shop.http("POST", "/control/calls/verify", { body: expected })).status;
    await shop.call("catalog_product.info", [1]);
    expect(await verify()).toBe(422);
    await shop.call("catalog_product.update", [1, { name: "Cup" }]);
    expect(await verify()).toBe(204);
    await shop.call("catalog_product.list", []);
    expect(await verify()).toBe(422);
  },
);

test("Rules in a file", async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "rules-"));
  context.onTestFinished(() => rm(folder, { recursive: true }));
  const rules = join(folder, "rules.yaml");
  await writeFile(rules, /```yaml\n(# rules\.yaml[^]*?)```/.exec(page)?.[1] ?? "");
  const server = await startServer({ rules });
  context.onTestFinished(() => server.stop());
  expect(await server.control.listFaults()).toMatchObject([
    { operation: "sales_order_invoice.*", delay_ms: { min: 200, max: 800 } },
    { operation: "taxes.quote", http: { status: 503 } },
  ]);
});

test.skipIf(differsHere("each process has its own journal, metrics and load limits"))(
  "What the tests covered",
  async () => {
    const [coverage] = commands("What the tests covered");
    await control("DELETE", "/control/coverage");
    expect(await command(...(coverage ?? []))).toBe(1);
    for (const name of ["info", "list", "create", "update", "delete", "setSpecialPrice", "getSpecialPrice"])
      await shop.http("POST", `/api/rpc/catalog_product.${name}`, { body: {}, headers: basic() });
    expect(await command(...(coverage ?? []))).toBe(0);
  },
);

/** Sentences of the page that say what does not happen, or when alone something does. */
const effects: Readonly<Record<string, () => Promise<void>>> = {
  "a rule is answered in place of the call, which is not executed": async () => {
    await control("POST", "/control/faults", { operation: "catalog_product.update", fault: "internal" });
    await expect(shop.call("catalog_product.update", [1, { name: "Cup" }])).rejects.toThrow();
    expect(await shop.call("catalog_product.info", [1])).toMatchObject({ name: "Stoneware Mug" });
  },
  "used-up rules stay in the list": async () => {
    await control("POST", "/control/faults", { operation: "catalog_product.info", fault: "internal" });
    await expect(shop.call("catalog_product.info", [1])).rejects.toThrow();
    expect(await control("GET", "/control/faults")).toMatchObject([{ hits: 1 }]);
    await shop.reset();
    expect(await control("GET", "/control/faults")).toEqual([]);
  },
  "Prefer does not use a rule up, and with fault=none none applies": async () => {
    await control("POST", "/control/faults", { operation: "catalog_product.info", fault: "internal" });
    const info = async (prefer: string) =>
      (
        await shop.http("POST", "/api/rpc/catalog_product.info", {
          ...{ body: { productId: 1 }, headers: { ...basic(), Prefer: prefer } },
        })
      ).status;
    expect([await info("fault=product_not_exists"), await info("fault=none")]).toEqual([404, 200]);
    expect(await control("GET", "/control/faults")).toMatchObject([{ hits: 0 }]);
    expect(await info("handling=lenient")).toBe(500);
  },
  "nth: only the n-th matching call": async () => {
    const rule = { operation: "catalog_product.list", nth: 2, http: { status: 503 } };
    await control("POST", "/control/faults", rule);
    expect([(await list()).status, (await list()).status, (await list()).status]).toEqual([200, 503, 200]);
  },
  "a refused capture does not change the order": async () => {
    const order = { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }], payment_method: "test_authorize" };
    const { increment_id } = (await control("POST", "/control/orders", order)) as { increment_id: string };
    const invoice = await shop.call("sales_order_invoice.create", [increment_id]);
    const before = await shop.call("sales_order.info", [increment_id]);
    await control("PUT", "/control/gateway", { answer: "fail" });
    await expect(shop.call("sales_order_invoice.capture", [invoice])).rejects.toThrow();
    expect(await shop.call("sales_order.info", [increment_id])).toEqual(before);
  },
  "without notify, an order sends no mail": async () => {
    await control("POST", "/control/orders", { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }] });
    expect(await control("GET", "/control/mail")).toEqual([]);
  },
  "the response does not say why a session has ended": async () => {
    const session = await shop.login();
    await shop.reset();
    const ended = await shop.call("catalog_product.info", [1], session).catch((error: unknown) => error);
    const unknown = await shop
      .call("catalog_product.info", [1], "0".repeat(32))
      .catch((error: unknown) => error);
    expect(String(ended)).toBe(String(unknown));
  },
};

test.each(Object.entries(effects))("%s", (_, check) => check());

const rename = (name: string, headers: object = basic(), path = "") =>
  shop.http("POST", `${path}/api/rpc/catalog_product.update`, {
    body: { productId: 1, productData: { name } },
    headers: { ...headers },
  });
const nameIn = async (path = "") => {
  const body = { productId: 1 };
  const answer = await shop.http("POST", `${path}/api/rpc/catalog_product.info`, { body, headers: basic() });
  return (answer.json as { readonly name: string }).name;
};

/** Those about snapshots, sandboxes and the journal, which exist in one process only. */
const effectsInOneProcess: typeof effects = {
  "a snapshot contains no sessions, also none from before it, no rules and no journal": async () => {
    const session = await shop.login();
    await control("POST", "/control/faults", { operation: "customer.*", fault: "internal" });
    await control("POST", "/control/snapshots", { name: "ready" });
    await shop.call("catalog_product.list", [], session);
    await control("POST", "/control/snapshots/ready/restore");
    await expect(shop.call("catalog_product.info", [1], session)).rejects.toMatchObject({
      fault: "session_expired",
    });
    expect(await control("GET", "/control/faults")).toMatchObject([{ operation: "customer.*" }]);
    expect(await control("GET", "/control/calls?operation=catalog_product.list")).toHaveLength(1);
  },
  "a reset does not remove snapshots, and does not clear the coverage": async () => {
    const calls = async () =>
      ((await control("GET", "/control/coverage?operation=catalog_product.info")) as Coverage).rows[0]?.calls;
    await control("POST", "/control/snapshots", { name: "kept" });
    await shop.call("catalog_product.info", [1]);
    const counted = await calls();
    expect(counted).toBeGreaterThan(0);
    await shop.reset();
    expect(await calls()).toBe(counted);
    expect(await control("GET", "/control/snapshots")).toContainEqual(
      expect.objectContaining({ name: "kept" }),
    );
  },
  "a reset outside does not affect sandboxes, one inside returns to the fork": async () => {
    await rename("Fork");
    await control("POST", "/control/sandboxes", { name: "aside" });
    const aside = "/sandbox/aside";
    await rename("Aside", basic(), aside);
    await shop.reset();
    expect([await nameIn(), await nameIn(aside)]).toEqual(["Stoneware Mug", "Aside"]);
    await control("POST", `${aside}/control/reset`, {});
    expect(await nameIn(aside)).toBe("Fork");
    await control("DELETE", "/control/sandboxes/aside");
  },
  "sessions are valid only in the sandbox or shop in which they were opened": async () => {
    await control("POST", "/control/sandboxes", { name: "aside" });
    const { session } = (await control("POST", "/sandbox/aside/control/sessions", { username: "admin" })) as {
      session: string;
    };
    const bearer = { Authorization: `Bearer ${session}` };
    expect([
      (await rename("A", bearer)).status,
      (await rename("A", bearer, "/sandbox/aside")).status,
    ]).toEqual([401, 200]);
    await control("DELETE", "/control/sandboxes/aside");
  },
  "logins do not count in only": async () => {
    const session = await shop.login();
    await shop.call("catalog_product.info", [1], session);
    const only = { sequence: [{ operation: "catalog_product.info" }], only: true };
    expect((await shop.http("POST", "/control/calls/verify", { body: only })).status).toBe(204);
    await shop.call("customer.list", [], session);
    expect((await shop.http("POST", "/control/calls/verify", { body: only })).status).toBe(422);
  },
  "with when after, a rule applies only if the call succeeds": async () => {
    await control("POST", "/control/faults", {
      operation: "catalog_product.update",
      when: "after",
      drop: true,
    });
    const unknown = [0, { name: "Cup" }];
    await expect(shop.call("catalog_product.update", unknown)).rejects.toMatchObject({
      fault: "product_not_exists",
    });
    await expect(rename("Cup")).rejects.toThrow("socket hang up");
    expect(await nameIn()).toBe("Cup");
  },
};

interface Coverage {
  readonly rows: readonly { readonly calls: number }[];
}

test
  .skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))
  .each(Object.entries(effectsInOneProcess))("%s", (_, check) => check());

test("A failing payment", async () => {
  const order = { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }], payment_method: "test_authorize" };
  const { increment_id } = (await control("POST", "/control/orders", order)) as { increment_id: string };
  const invoice = await shop.call("sales_order_invoice.create", [increment_id]);
  await control("PUT", "/control/gateway", bodies("A failing payment")[0]);
  await expect(shop.call("sales_order_invoice.capture", [invoice])).rejects.toMatchObject({
    fault: "invoice_not_capturable",
  });
  await expect(shop.call("sales_order_invoice.capture", [invoice])).resolves.toBe(true);
});

test("Configurable products and bundles", async () => {
  const [body] = bodies("Configurable products and bundles");
  expect(await control("PUT", "/control/products/48/composition", body)).toMatchObject({
    options: [{ title: "Pot", selections: [{ sku: "pot-01" }, { sku: "pot-02" }] }],
  });
});

test("Configurable products and bundles: only with a composition do carts accept the product", async () => {
  const [body] = bodies("Configurable products and bundles");
  const cart = await shop.call("cart.create", ["default"]);
  const add = (bundle_option: object) =>
    shop.call("cart_product.add", [cart, [{ product_id: 47, qty: 1, bundle_option }]]);
  await expect(add({ 1: 1 })).rejects.toMatchObject({ fault: "add_product_fault" });
  const { options } = (await control("PUT", "/control/products/47/composition", body)) as {
    options: [{ option_id: number; selections: [{ selection_id: number }] }];
  };
  const [{ option_id, selections }] = options;
  expect(await add({ [option_id]: selections[0].selection_id })).toBe(true);
});

test("Carts, coupons and agreements", async () => {
  const [coupon, agreement, cart] = bodies("Carts, coupons and agreements");
  expect(await control("POST", "/control/coupons", coupon)).toMatchObject({ code: "TEN", used: 0 });
  const { agreement_id } = (await control("POST", "/control/agreements", agreement)) as Record<
    string,
    unknown
  >;
  const { quote_id } = (await control("POST", "/control/carts", cart)) as Record<string, unknown>;
  expect(await shop.call("cart.license", [quote_id])).toMatchObject([{ agreement_id, name: "Terms" }]);
  expect(await shop.call("cart.info", [quote_id])).toMatchObject({ is_active: true, customer_id: 1 });
});

test("Mail", async () => {
  const order = { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }], notify: true };
  const { increment_id } = (await control("POST", "/control/orders", order)) as { increment_id: string };
  expect(await control("GET", `/control/mail?order=${increment_id}`)).toMatchObject([
    { template: "order_new" },
  ]);
});

test("Permissions", async () => {
  await control("POST", "/control/users", bodies("Permissions")[0]);
  const session = await shop.login("reader", "reader123");
  expect(await shop.call("catalog_product.info", [1], session)).toBeDefined();
  await expect(shop.call("catalog_product.delete", [1], session)).rejects.toMatchObject({
    fault: "access_denied",
  });
});

test("One fault of one product", async () => {
  const match = ["--match", '{"productId":1}'];
  await command("fault", "catalog_product.info", "product_not_exists", "--times", "0", ...match);
  await expect(shop.call("catalog_product.info", [1])).rejects.toMatchObject({ fault: "product_not_exists" });
  await expect(shop.call("catalog_product.info", [2])).resolves.toBeDefined();
});

test("One fault of one product: conditions", async () => {
  const [rule] = bodies("One fault of one product");
  await control("POST", "/control/faults", rule);
  const update = (productId: number, agent: string) =>
    shop.http("POST", "/api/rpc/catalog_product.info", {
      body: { productId },
      headers: { ...basic(), "User-Agent": agent },
    });
  expect((await update(2, "shop-sync/1.2")).status).toBe(500);
  expect((await update(3, "shop-sync/1.2")).status).toBe(200);
  expect((await update(2, "curl")).status).toBe(200);
});

test("In TypeScript: the names of the page exist", async () => {
  const server = connect(shop.url);
  const section = page.split(/^## /m).find((text) => text.startsWith("In TypeScript\n")) ?? "";
  const methods = [...section.matchAll(/\b(?:shop|server)\.(\w+)\(/g)].map(([, name = ""]) => name);
  expect(methods).toContain("waitForMail");
  expect(methods.filter((name) => !(name in server))).toEqual([]);
  await server.control.addFault({ operation: "catalog_product.update", when: "after", drop: true });
  expect(await control("GET", "/control/faults")).toMatchObject([{ when: "after", drop: true }]);
});

/** The programs of the page, with the recipe of each. */
const programs = [...page.matchAll(/^## (.*)$|^```ts\n([^]*?)^```/gm)].reduce<
  { readonly recipe: string; readonly code: string }[]
>((found, [, recipe, code]) => {
  if (recipe !== undefined) found.push({ recipe, code: "" });
  else if (code !== undefined) found.push({ recipe: found.at(-1)?.recipe ?? "", code });
  return found;
}, []);

const inOtherFiles = /^import /m;

test
  .skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))
  .each(programs.filter(({ code }) => code !== "" && !inOtherFiles.test(code)))(
  "$recipe: runs in TypeScript",
  async ({ code }) => {
    const server = connect(shop.url);
    const own = await server.sandbox();
    const client = own.client();
    await control("POST", `/sandbox/${own.url.split("/").at(-1)}/control/orders`, {
      guest: { email: "mila@shop.test", firstname: "Mila", lastname: "Novak" },
      billing_address: { ...address },
      items: [{ sku: "mug-01", qty: 1 }],
      notify: true,
    });
    // The calls that the recipes expect in the journal, if other programs make them.
    if (code.includes("waitForCall"))
      await client.catalogProduct.update({ productId: 1, productData: { name: "Seen" } });
    const { code: script } = await transform(code, { loader: "ts" });
    const lines: unknown[][] = [];
    const console = { log: (...line: unknown[]) => lines.push(line) };
    const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => Program;
    await new AsyncFunction("server", "shop", "client", "console", script)(server, own, client, console);
    const said = [...code.matchAll(/console\.log.*; \/\/ ([\w]+)/g)].map(([, text]) => text);
    expect(lines.map(([text]) => String(text))).toEqual(said);
    await own.stop();
  },
);

type Program = (...given: unknown[]) => Promise<void>;

const address = {
  ...{ firstname: "Mila", lastname: "Novak", street: "Hauptstraße 1", city: "Berlin" },
  ...{ postcode: "10115", country_id: "DE", telephone: "030 1234567" },
};

const update = (name: string) =>
  shop.http("POST", "/api/rpc/catalog_product.update", {
    body: { productId: 1, productData: { name } },
    headers: { ...basic(), "Idempotency-Key": "rename-1" },
  });

test("A lost answer", async () => {
  await control("POST", "/control/faults", bodies("A lost answer")[0]);
  await expect(update("Cup")).rejects.toThrow("socket hang up");
  expect(await shop.call("catalog_product.info", [1])).toMatchObject({ name: "Cup" });
  expect((await update("Cup")).headers.get("Idempotent-Replayed")).toBe("true");
});

test("Random failures, the third call, a sequence of answers", async () => {
  const [third, chance] = bodies("Random failures, the third call, a sequence of answers");
  await control("POST", "/control/faults", third);
  expect([(await list()).status, (await list()).status, (await list()).status]).toEqual([200, 200, 503]);
  expect(await control("POST", "/control/faults", chance)).toMatchObject({ seed: 42, hits: 0 });
});

test("A proxy page or a truncated answer", async () => {
  const [page, half] = bodies("A proxy page or a truncated answer");
  await control("POST", "/control/faults", page);
  const level = { method: "POST", headers: { ...basic(), "Content-Type": "application/json" }, body: "{}" };
  expect(await (await fetch(`${shop.url}/api/rpc/catalog_category.level`, level)).text()).toMatch(/^<html>/);
  await control("POST", "/control/faults", half);
  const info = { ...level, body: '{"productId":1}' };
  await expect((await fetch(`${shop.url}/api/rpc/catalog_product.info`, info)).json()).rejects.toThrow();
});

test("An operation of a module that is not installed", async () => {
  const wsdl = async () => (await shop.http("GET", "/api/v2_soap?wsdl=1")).text;
  const before = await wsdl();
  for (const body of bodies("An operation of a module that is not installed"))
    await control("POST", "/control/faults", body);
  expect(await shop.call("giftcard.info", { code: "A1" })).toEqual({ balance: 20 });
  const redeem = { method: "POST", headers: { ...basic(), "Content-Type": "application/json" }, body: "{}" };
  const answer = await fetch(`${shop.url}/api/rpc/giftcard.redeem`, redeem);
  expect(await answer.json()).toMatchObject({ code: 7, data: { fault: "undeclared" } });
  // By SOAP v2 there is no such function.
  const session = await shop.login();
  const call = `<giftcardInfo xmlns="urn:Magento"><sessionId>${session}</sessionId></giftcardInfo>`;
  const body = `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body>${call}</Body></Envelope>`;
  const soap = await shop.http("POST", "/api/v2_soap", { body, headers: { "Content-Type": "text/xml" } });
  expect([soap.status, soap.text]).toEqual([500, expect.stringContaining("giftcardInfo")]);
  expect(await wsdl()).toBe(before);
});

test.skipIf(differsHere("each process has its own journal, metrics and load limits"))(
  "What was called",
  async () => {
    await shop.call("catalog_product.update", [1, { name: "Seen" }]);
    const [call] = (await control(
      "GET",
      "/control/calls?operation=catalog_product.update&limit=1",
    )) as object[];
    expect(call).toMatchObject({ arguments: { productId: 1, productData: { name: "Seen" } }, fault: null });
  },
);

test.skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))(
  "What a call changed",
  async () => {
    const [body] = bodies("What a call changed");
    const [take = [], compare = []] = commands("What a call changed");
    await command(...take);
    await shop.http("POST", "/api/rpc/catalog_product.update", { body, headers: basic() });
    for (const [argv, line] of [
      [["calls", "--changes", "--limit", "1"], '    products/1 values.0.name "Stoneware Mug" → "Cup"'],
      [compare, 'products/1 values.0.name "Stoneware Mug" → "Cup"'],
    ] as const) {
      const printed: string[] = [];
      const write = (text: string) => printed.push(text);
      await runCommand([...argv, "--url", shop.url], { write, fail: () => {} });
      expect(printed.join("").split("\n")).toContain(line);
    }
  },
);

test("A shop of your own", async () => {
  const file = fileURLToPath(new URL("../examples/datasets/shop.yaml", import.meta.url));
  expect(await command("import", file)).toBe(0);
  const list = (await shop.call("catalog_product.list", [], await shop.login())) as { name: string }[];
  expect(list.map(({ name }) => name)).toEqual(["Mug"]);
  const orders = await shop.call("sales_order.list", [], await shop.login());
  expect(orders).toMatchObject([{ customer_email: "mila@shop.test", subtotal: 10, state: "processing" }]);
  const [stock] = (await shop.call("cataloginventory_stock_item.list", [["mug-1"]], await shop.login())) as {
    qty: string;
  }[];
  expect(Number(stock?.qty)).toBe(18);
  const own = closedAtEnd(
    await startShop({
      startDocument: async () => ({ document: await readDatasetFile(file), file }),
    }),
  );
  expect(await own.call("catalog_product.list", [], await own.login())).toHaveLength(1);
});

test("Contract tests of a client", async () => {
  const answer = await shop.http("POST", "/api/rpc/catalog_product.info", {
    body: { productId: 1 },
    headers: { ...basic(), Prefer: "fault=product_not_exists" },
  });
  expect([answer.status, answer.json]).toMatchObject([404, { data: { fault: "product_not_exists" } }]);
});

test("every recipe has its test", async () => {
  const tests = await readFile(new URL(import.meta.url), "utf8");
  // The recipe of CI is tested in test/cli/exec.test.ts. The reference has no recipes.
  for (const [, title = ""] of page.matchAll(/^## (.*)$/gm))
    if (title !== "In CI" && title !== "Reference")
      expect(tests).toMatch(new RegExp(`test[^\n]*\\(\\s*"${title}`));
});
