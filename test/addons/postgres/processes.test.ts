/** Several processes on one database: writers on one order, images, the clock, an unavailable database. */
import { beforeAll, describe, expect, onTestFinished } from "vitest";
import { setTimeout as pause } from "node:timers/promises";
import { inPlace as test } from "../../support/place.js";
import { callBy, type Program, workingPlace } from "../../support/process.js";
import { freePort } from "../../support/free-port.js";
import {
  addressOf,
  createDatabase,
  initCluster,
  removeFolder,
  serverFolder,
  startServerIn,
  administer,
  type Server,
} from "../../support/postgres.js";

type End = Parameters<typeof workingPlace>[0]["onTestFinished"];

interface Pair {
  readonly urls: readonly [string, string];
  readonly programs: readonly Program[];
}

async function startPair(
  storage: string,
  env: Record<string, string> = {},
  end: End = onTestFinished,
): Promise<Pair> {
  const place = await workingPlace({ onTestFinished: end });
  const start = () => place.start(["--port", "0", "--storage", storage, "--log-level", "warn"], env);
  const programs = [start(), start()];
  const [one = "", other = ""] = await Promise.all(programs.map((program) => program.address()));
  return { urls: [one, other], programs };
}

async function json(url: string, init: RequestInit & { body?: string } = {}): Promise<unknown> {
  const response = await fetch(url, { ...init, headers: { "Content-Type": "application/json" } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
}

interface Order {
  readonly increment_id: string;
  readonly items: readonly { readonly item_id: number }[];
}

function placeOrder(url: string, qty: number): Promise<Order> {
  const body = { customer_id: 1, items: [{ sku: "endless", qty }] };
  return json(`${url}/control/orders`, { method: "POST", body: JSON.stringify(body) }) as Promise<Order>;
}

interface Documents {
  readonly items: readonly {
    readonly qty_ordered: string;
    readonly qty_invoiced: string;
    readonly qty_shipped: string;
  }[];
  readonly total_invoiced: string;
  readonly grand_total: string;
}

describe("two processes over one database", () => {
  let urls: Pair["urls"];
  beforeAll(async () => {
    const ends: (() => Promise<void>)[] = [];
    const { url, drop } = await createDatabase();
    ends.push(drop);
    // Nobody but the last test comes with a wrong key.
    const env = { STORE_API_LOGIN_FAILURES_PER_USER: "4" };
    ({ urls } = await startPair(url, env, (end) => ends.push(end)));
    return async () => {
      for (const end of ends.toReversed()) await end();
    };
  });

  test("50 writers on one order never break an invariant", async () => {
    // Stock that is not managed never runs out.
    const data = { name: "Endless", price: 5, website_ids: [1] };
    await callBy(urls[0], "catalog_product.create", ["simple", 4, "endless", data]);
    const order = await placeOrder(urls[0], 20);
    const invoice = (at: number) =>
      callBy(urls[at % 2] as string, "sales_order_invoice.create", [
        order.increment_id,
        { [order.items[0]?.item_id ?? 0]: 1 },
      ]);
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, at) => invoice(at)));

    const numbers = outcomes.flatMap(({ result }) => (typeof result === "string" ? [result] : []));
    const faults = outcomes.flatMap(({ error }) =>
      error ? [(error as { data: { fault: string } }).data.fault] : [],
    );
    expect(numbers).toHaveLength(20);
    expect(new Set(numbers).size).toBe(20);
    expect(new Set(faults)).toEqual(new Set(["order_not_invoiceable"]));
    // No number was lost to a refusal, although both processes gave them.
    const sorted = numbers.map(Number).sort((one, other) => one - other);
    expect((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)).toBe(19);

    const { result } = await callBy(urls[1], "sales_order.info", [order.increment_id]);
    const { items, total_invoiced, grand_total } = result as Documents;
    expect(Number(items[0]?.qty_invoiced)).toBe(20);
    expect(Number(total_invoiced)).toBe(Number(grand_total));
    const listed = await callBy(urls[0], "sales_order_invoice.list", [
      { order_increment_id: order.increment_id },
    ]);
    expect((listed.result as unknown[]).length).toBe(20);
  });

  test("each process sees the writes of the other at once: products, attributes, clock, rules, users, sessions, images", async () => {
    const [one, other] = urls;
    for (let round = 0; round < 10; round += 1) {
      const sku = `shared-${round}`;
      const created = await callBy(one, "catalog_product.create", [
        "simple",
        4,
        sku,
        { name: sku, price: 5 },
      ]);
      const { result } = await callBy(other, "catalog_product.info", [created.result]);
      expect(result).toMatchObject({ product_id: created.result, name: sku });
      const renamed = await callBy(other, "catalog_category.create", [2, { name: sku, is_active: 1 }]);
      const info = await callBy(one, "catalog_category.info", [renamed.result]);
      expect(info.result).toMatchObject({ name: sku });
    }
    await json(`${one}/control/clock`, {
      method: "PUT",
      body: JSON.stringify({ now: "2030-01-01 00:00:00" }),
    });
    expect(await json(`${other}/control/clock`)).toEqual({ now: "2030-01-01 00:00:00", frozen: true });
    const rule = { operation: "catalog_product.info", fault: "product_not_exists", times: 2 };
    await json(`${one}/control/faults`, { method: "POST", body: JSON.stringify(rule) });
    const forced = await Promise.all(
      [other, one, other, one].map((url) => callBy(url, "catalog_product.info", [1])),
    );
    expect(forced.filter(({ error }) => error)).toHaveLength(2);
    await json(`${other}/control/reset`, { method: "POST", body: "{}" });
    expect(((await json(`${one}/control/clock`)) as { frozen: boolean }).frozen).toBe(false);
    expect((await callBy(one, "catalog_product.info", ["shared-1", null, null, "sku"])).error).toBeDefined();

    const pixel = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
    const image = { file: { name: "dot", mime: "image/gif", content: pixel }, label: "Dot" };
    const made = await callBy(one, "catalog_product_attribute_media.create", [1, image]);
    const file = made.result as string;
    for (const url of [other, one, other]) {
      const response = await fetch(`${url}/media/catalog/product${file}`);
      expect(response.status).toBe(200);
      expect(Buffer.from(await response.arrayBuffer()).toString("base64")).toBe(pixel);
    }
    await callBy(other, "catalog_product_attribute_media.remove", [1, file]);
    expect((await fetch(`${one}/media/catalog/product${file}`)).status).toBe(404);
  });

  test("a rule meets as many calls as it says, also when they come at once, and delays each", async () => {
    // Far longer than a call takes on a busy machine.
    const rule = { operation: "catalog_product_type.items", delay_ms: 3000, times: 6 };
    await json(`${urls[0]}/control/faults`, { method: "POST", body: JSON.stringify(rule) });
    const took = await Promise.all(
      Array.from({ length: 9 }, async (_, index) => {
        const begun = performance.now();
        await callBy(urls[index % 2] as string, "catalog_product_type.items", []);
        return performance.now() - begun;
      }),
    );
    expect(took.filter((milliseconds) => milliseconds >= 3000)).toHaveLength(6);
    expect(await json(`${urls[1]}/control/faults`)).toMatchObject([{ times: 6, hits: 6 }]);
    await fetch(`${urls[1]}/control/faults`, { method: "DELETE" });
  });

  test("calls that wait for a rule go on when it is cleared through the other process", async () => {
    const [one, other] = urls as [string, string];
    const rule = { operation: "catalog_product_type.items", delay_ms: 60_000 };
    await json(`${one}/control/faults`, { method: "POST", body: JSON.stringify(rule) });
    const waiting = callBy(one, "catalog_product_type.items", []);
    await expect.poll(() => json(`${other}/control/faults`)).toMatchObject([{ hits: 1 }]);
    await fetch(`${other}/control/faults`, { method: "DELETE" });
    const begun = performance.now();
    expect((await waiting).result).toBeInstanceOf(Array);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test("wrong logins are counted together", async () => {
    const login = async (at: number, key: string) => {
      const response = await fetch(`${urls[at % 2]}/api/rpc/login`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ username: "admin", apiKey: key }),
      });
      return ((await response.json()) as { data?: { retry_after?: number } }).data?.retry_after;
    };
    for (let at = 0; at < 4; at += 1) expect(await login(at, "wrong1234")).toBeUndefined();
    expect(await login(0, "admin123")).toBeGreaterThan(0);
    expect(await login(1, "admin123")).toBeGreaterThan(0);
  });
});

describe("an unavailable database", () => {
  let data: string;
  let port: number;
  let server: Server;
  beforeAll(async () => {
    data = await serverFolder();
    await initCluster(data);
    port = await freePort();
    server = await startServerIn(data, port);
    await administer(port, "create database shop");
    return async () => {
      process.kill(server.pid, "SIGQUIT");
      await server.ended;
      await removeFolder(data);
    };
  });

  test("makes the server unready, and calls are refused with a reference, until it is back", async () => {
    const { urls } = await startPair(addressOf([port], "shop"));
    const readiness = (url: string) => fetch(`${url}/health/ready`).then(({ status }) => status);
    const create = (sku: string) =>
      callBy(urls[0], "catalog_product.create", ["simple", 4, sku, { name: sku, price: 1 }]);
    expect((await create("before")).error).toBeUndefined();

    process.kill(server.pid, "SIGINT");
    await server.ended;
    const refused = (await create("meanwhile")).error as {
      code: number;
      message: string;
      data: { reference: string };
    };
    expect(refused.code).toBe(1);
    expect(refused.data.reference).toMatch(/^[0-9a-f-]{36}$/);
    expect(refused.message).toContain("nothing was stored");
    expect((await callBy(urls[1], "catalog_product.info", [1])).error).toMatchObject({ code: 1 });
    await expect.poll(() => Promise.all(urls.map(readiness))).toEqual([503, 503]);

    server = await startServerIn(data, port);
    await expect.poll(() => Promise.all(urls.map(readiness))).toEqual([200, 200]);
    expect((await create("after")).error).toBeUndefined();
    const listed = await callBy(urls[1], "catalog_product.list", [
      { sku: { in: ["before", "meanwhile", "after"] } },
    ]);
    expect((listed.result as { sku: string }[]).map(({ sku }) => sku)).toEqual(["before", "after"]);
  });

  test("makes the server unready if it has no tables", async () => {
    await administer(port, "create database emptied");
    const place = await workingPlace({ onTestFinished });
    const url = await place.start(["--port", "0", "--storage", addressOf([port], "emptied")]).address();
    const readiness = () => fetch(`${url}/health/ready`).then(({ status }) => status);
    expect(await readiness()).toBe(200);
    await administer(port, "alter schema store_api rename to elsewhere", "emptied");
    await expect.poll(readiness, { timeout: 100_000 }).toBe(503);
    // Calls that need no table do not hide it.
    await callBy(url, "catalog_product.info", [1]);
    await pause(1500);
    expect(await readiness()).toBe(503);
    await administer(port, "alter schema elsewhere rename to store_api", "emptied");
    await expect.poll(readiness, { timeout: 100_000 }).toBe(200);
  });

  test("a start says which database it uses, and not the password", async ({ place }) => {
    const program = place.start(["--port", "0", "--storage", addressOf([port], "shop")]);
    await program.address();
    expect(program.stdout).toMatch(
      new RegExp(`Data +postgres://postgres@127.0.0.1:${port}/shop, (loaded with|with what)`),
    );
    expect(program.stdout).not.toMatch(/in memory|gone when|p%40ss|p@ss/);
  });

  test.each([
    [
      "a port where nothing listens",
      "postgres://shop:secret@127.0.0.1:1/shop",
      /127.0.0.1:1 cannot be reached/,
    ],
    ["a database that is not there", addressOf([65_535], "nowhere"), /there is no such database/],
    [
      "a user who is not there",
      "postgres://nobody:secret@127.0.0.1:PORT/shop",
      /role "nobody" does not exist|wrong/,
    ],
    [
      "several hosts, each for a reason of its own",
      "postgres://nobody:secret@127.0.0.1:1,127.0.0.1:PORT/shop",
      /127.0.0.1:1 cannot be reached \(.*\); 127.0.0.1:\d+: the user or the password is wrong/,
    ],
    [
      "a database that only one of the hosts could have",
      addressOf([1, 65_535], "nowhere"),
      /used: 127.0.0.1:(?!1:)\d+: there is no such database/,
    ],
  ])("a start is refused in one line: %s", async (_title, url, message) => {
    const place = await workingPlace({ onTestFinished });
    const program = place.start(["--port", "0", "--storage", url.replace(/PORT|65535/, String(port))]);
    expect(await program.ended).toBe(5);
    expect(program.stderr.trim().split("\n")).toHaveLength(1);
    expect(program.stderr).toMatch(message);
    expect(program.stderr).not.toContain("secret");
    // It has ended.
    expect(program.stderr).not.toMatch(/by itself|takes no more writes|nothing of this write/);
  });
});
