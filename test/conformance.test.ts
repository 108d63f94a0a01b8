/** `store-api conform`: the golden exchanges with a server that only its address identifies. */
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../src/cli/program.js";
import { startServer } from "../src/testing/embedded/start-server.js";
import { readGoldenFiles } from "../src/addons/living/conformance/golden.js";
import type { StoreServer } from "../src/testing/embedded/store-server.js";

let server: StoreServer;
let altering: Server;

beforeAll(async () => {
  server = await startServer();
  // A proxy that forwards everything and changes a number in the answers.
  altering = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host: `127.0.0.1:${server.port}` };
    const { method, url: path } = incoming;
    const passed = request({ port: server.port, host: "127.0.0.1", method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const text = Buffer.concat(chunks).toString().replaceAll('"code":100', '"code":999');
        outgoing.writeHead(answer.statusCode ?? 500, {
          "Content-Type": answer.headers["content-type"] ?? "",
        });
        outgoing.end(text);
      });
    });
    incoming.pipe(passed);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => altering.once("listening", resolve));
});
afterAll(async () => {
  altering.close();
  altering.closeAllConnections();
  await server.stop();
});

/**
 * A proxy with carts in front of our shop, whose control creates the orders. @param shipping the price of
 * shipping
 */
async function withCarts(behind: StoreServer, shipping: number) {
  const placed: string[] = [];
  const answers: { state?: string } = {};
  const cart: { lines?: { sku: string; qty: number }[] | undefined; email?: string; addresses?: object[] } =
    {};
  const steps: Record<string, (args: never) => unknown> = {
    "cart.create": () => 1,
    "cart_product.add": ([, lines]: [number, typeof cart.lines]) => Boolean((cart.lines = lines)),
    "cart_customer.set": ([, { email }]: [number, { email: string }]) => Boolean((cart.email = email)),
    "cart_customer.addresses": ([, all]: [number, object[]]) => Boolean((cart.addresses = all)),
    "cart_shipping.list": () => [{ code: "flatrate_flatrate", price: shipping }],
    "cart_shipping.method": ([, code]: [number, string]) => code === "flatrate_flatrate",
    "cart_payment.list": () => [{ code: "purchaseorder" }, { code: "checkmo" }],
    "cart_payment.method": ([, { method }]: [number, { method: string }]) => method === "checkmo",
    "cart.order": async () => {
      const { mode: _mode, ...billing } = (cart.addresses ?? [])[0] as Record<string, string>;
      const items = (cart.lines ?? []).map(({ sku, qty }) => ({ sku, qty, price: 10 }));
      const { increment_id } = await behind.control.placeOrder({
        guest: { email: cart.email as string },
        billing_address: billing,
        items,
        shipping_amount: shipping,
      });
      placed.push(increment_id);
      return increment_id;
    },
  };
  const front = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on(
      "end",
      () => void answer(Buffer.concat(chunks).toString()).then((text) => outgoing.end(text)),
    );
  }).listen(0, "127.0.0.1");
  const answer = async (body: string): Promise<string> => {
    const { id, params } = JSON.parse(body) as { id: number; params: [string, string, never] };
    const step = steps[params[1]];
    if (step) return JSON.stringify({ jsonrpc: "2.0", id, result: await step(params[2]) });
    const response = await fetch(`${behind.url}/api/jsonrpc`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    const text = await response.text();
    return answers.state === undefined
      ? text
      : text.replaceAll('"state":"processing"', `"state":"${answers.state}"`);
  };
  await new Promise((resolve) => front.once("listening", resolve));
  const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const close = () => new Promise((resolve) => front.close(resolve));
  return { url, placed, answers, close };
}

async function sent({ url }: StoreServer, body: string): Promise<string> {
  const headers = { "Content-Type": "application/json" };
  return (await fetch(`${url}/api/jsonrpc`, { method: "POST", headers, body })).text();
}

async function called(shop: StoreServer, operation: string, args: readonly unknown[]): Promise<unknown> {
  const ask = async (method: string, params: readonly unknown[]) =>
    (JSON.parse(await sent(shop, JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }))) as Row).result;
  return ask("call", [await ask("login", ["admin", "admin123"]), operation, args]);
}

interface Row {
  readonly result: unknown;
}

/** A proxy that keeps what was sent, and in front of which somebody else creates a category meanwhile. */
async function spied(behind: StoreServer) {
  const bodies: string[] = [];
  const stray: number[] = [];
  const front = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on(
      "end",
      () => void answer(Buffer.concat(chunks).toString()).then((text) => outgoing.end(text)),
    );
  }).listen(0, "127.0.0.1");
  const answer = async (body: string) => {
    bodies.push(body);
    if (stray.length === 0 && body.includes('"catalog_category.create"'))
      stray.push((await called(behind, "catalog_category.create", [2, { name: "Stray" }])) as number);
    return sent(behind, body);
  };
  await new Promise((resolve) => front.once("listening", resolve));
  const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  return { url, bodies, stray, close: () => new Promise((resolve) => front.close(resolve)) };
}

async function conform(...argv: string[]): Promise<{ code: number; text: string }> {
  let text = "";
  const say = (more: string) => void (text += more);
  const code = await runCommand(["conform", ...argv], { write: say, fail: say });
  return { code, text };
}

// conformance-whole.test.ts sends all exchanges.
test("a server of this version gives the expected answers of an operation", async () => {
  const { code, text } = await conform("--url", server.url, "--only", "sales_order_invoice.create");
  expect(text).toMatch(/^(\d+) of \1 exchanges are as written$/m);
  expect(text).not.toContain("FAIL");
  expect(code).toBe(0);
  // The shop is in its state after the start.
  expect((await server.control.getClock()).frozen).toBe(false);
});

test("a difference is reported by path, with the expected and the received value", async () => {
  const url = `http://127.0.0.1:${(altering.address() as AddressInfo).port}`;
  const { code, text } = await conform("--url", url, "--only", "sales_order.hold");
  expect(code).toBe(1);
  expect(text).toMatch(/^FAIL sales_order\.hold/m);
  expect(text).toMatch(/order_not_exists\.io:\d+: [^]*expected .*"code":100[^]*received .*"code":999/);
});

test.each([
  ["help", ["--help"], 0, /Usage: store-api conform [^]*--only <operation>[^]*Examples:/],
  ["no address", [], 2, /required option '--url/],
  ["unknown flag", ["--url", "http://127.0.0.1:1", "--urll", "x"], 2, /--urll/],
  ["unreachable", ["--url", "http://127.0.0.1:1"], 3, /cannot be used/],
])("%s", async (_title, argv, code, says) => {
  const told = await conform(...argv);
  expect(told.code).toBe(code);
  expect(told.text).toMatch(says);
});

test("an operation without exchanges is a mistake", async () => {
  const { code, text } = await conform("--url", server.url, "--only", "customer.fly");
  expect([code, text]).toEqual([2, "store-api: there is no golden exchange of customer.fly\n"]);
});

describe("without the control", () => {
  const foreign = (...argv: string[]) => conform("--url", server.url, "--key", "admin123", ...argv);
  const exported = async (...except: string[]) => {
    const state = await fetch(`${server.url}/control/state`, { headers: { Accept: "application/json" } });
    const { collections } = (await state.json()) as { collections: Record<string, unknown> };
    // The remaining effects of calls: sessions, and assigned numbers.
    const ofCalls = ["sessions", "api_users", ...except];
    return Object.entries(collections).filter(([name]) => !ofCalls.includes(name));
  };

  test(
    "reads are checked, unchecked exchanges are counted, and nothing is written",
    { timeout: 600_000 },
    async () => {
      const before = await exported();
      const { code, text } = await foreign("--door", "xmlrpc");
      expect(code).toBe(0);
      expect(await exported()).toEqual(before);
      const counted =
        /^(\d+) golden files: (\d+) passed, (\d+) decided, (\d+) failed, 0 unanswered, (\d+) not judged$/m.exec(
          text,
        );
      const [all, passed = 0, decided = 0, failed = 0, skipped = 0] = (counted ?? []).slice(1).map(Number);
      expect(all).toBe(readGoldenFiles().length);
      expect(passed + decided + failed + skipped).toBe(all);
      expect(passed).toBeGreaterThan(50);
      expect(text).toMatch(/^Not judged, \d+: writes: use --write to check it$/m);
      expect(text).toMatch(/^Not judged, \d+: needs the control: uses the test control$/m);
    },
  );

  test("writes are checked with objects that are removed again", { timeout: 600_000 }, async () => {
    const before = await exported();
    const { code, text } = await foreign("--door", "xmlrpc", "--write", "--only", "catalog_product.info");
    expect([code, text]).toEqual([0, expect.stringMatching(/^ok +catalog_product\.info/m)]);
    expect(text).not.toContain("Not removed");
    expect(await exported()).toEqual(before);
  });

  test(
    "carts are ordered only if the orders may stay, and the orders are cancelled and listed",
    { timeout: 600_000 },
    async () => {
      const shop = await withCarts(server, 5);
      const run = (...argv: string[]) =>
        conform("--url", shop.url, "--key", "admin123", "--door", "jsonrpc", ...argv);
      try {
        const without = await run("--write", "--only", "sales_order_invoice.create");
        expect(without.text).toMatch(
          /^Not judged, 3: creates orders or carts, which cannot be removed: use --write-orders/m,
        );
        expect(shop.placed).toEqual([]);

        const { code, text } = await run("--write-orders", "--only", "sales_order_creditmemo.create");
        expect([code, text]).toEqual([0, expect.stringMatching(/^8 golden files: 7 passed, 0 decided/m)]);
        expect(shop.placed.length).toBe(6);
        const listed = /^Orders that stay with their carts, cancelled where they could be: (.*)$/m.exec(
          text,
        )?.[1];
        expect(listed?.replace(/ \([^)]*\)/g, "").split(", ")).toEqual(shop.placed);
        expect(text).not.toContain("Not removed");

        // An invoice for a part does not change the order: the state is compared, not only its type.
        shop.answers.state = "new";
        const wrong = await run("--write-orders", "--only", "sales_order_invoice.create");
        expect([wrong.code, wrong.text]).toEqual([
          1,
          expect.stringMatching(/result\[\]\.state was "processing", is "new"/),
        ]);
      } finally {
        await shop.close();
      }
    },
  );

  test.each(["jsonrpc", "xmlrpc", "soap", "soap_v2"])(
    "by %s, carts are filled and ordered, by golden files and for those that need an order",
    { timeout: 600_000 },
    async (door) => {
      for (const operation of ["cart.order", "sales_order_creditmemo.create"]) {
        const { code, text } = await foreign("--door", door, "--write-orders", "--only", operation);
        expect([code, text]).toEqual([0, expect.stringContaining(`ok   ${operation}`)]);
        expect(text).toMatch(/^Orders that stay with their carts, cancelled where they could be: \d{9}/m);
        expect(text).not.toContain("Not removed");
      }
    },
  );

  test(
    "all writes leave nothing behind, and are such that Magento takes them",
    { timeout: 600_000 },
    async () => {
      const shop = await spied(server);
      // The settings tell that attributes have changed and have changed back.
      const before = await exported("settings");
      try {
        const { code, text } = await conform(
          "--url",
          shop.url,
          "--key",
          "admin123",
          "--door",
          "jsonrpc",
          "--write",
        );
        expect([code, text]).toEqual([0, expect.stringMatching(/golden files: .* 0 failed/)]);
        // Somebody else made it meanwhile, so it is named only.
        const [stray] = shop.stray;
        expect(text).toContain(`\nNot removed: category ${stray} (Stray), which was not there before\n`);
        await called(server, "catalog_category.delete", [stray]);
        expect(await exported("settings")).toEqual(before);
        const all = shop.bodies.join("\n");
        expect(all).toContain('"catalog_product_attribute_set.list"');
        expect(all).not.toMatch(/"catalog_product_\w+\.items"|\.test"/);
        expect(all).toMatch(/@example\.com"/);
      } finally {
        await shop.close();
      }
    },
  );

  test("files with amounts are not checked if shipping has another price", async () => {
    const shop = await withCarts(server, 15);
    try {
      const only = ["--write-orders", "--only", "sales_order_creditmemo.create"];
      const { code, text } = await conform(
        ...["--url", shop.url, "--key", "admin123", "--door", "jsonrpc"],
        ...only,
      );
      expect(code).toBe(0);
      expect(text).toMatch(
        /^Not judged, 2: its amounts differ from the prices and shipping costs of the shop$/m,
      );
    } finally {
      await shop.close();
    }
  });

  test("a different answer fails, with the expected one", async () => {
    const url = `http://127.0.0.1:${(altering.address() as AddressInfo).port}`;
    const { code, text } = await conform(
      "--url",
      url,
      "--key",
      "admin123",
      "--door",
      "jsonrpc",
      "--only",
      "sales_order.info",
    );
    expect(code).toBe(1);
    expect(text).toMatch(/^FAIL sales_order\.info/m);
    expect(text).toMatch(/order_not_exists[^]*expected fault 100, received fault 999/);
  });

  test.each([
    ["a wrong key", ["--key", "wrong"], 3, /admin cannot log in by xmlrpc: fault 2/],
    ["an unknown door", ["--key", "k", "--door", "rest"], 2, /--door must be/],
    ["writes without a key", ["--write"], 2, /--write needs --key/],
  ])("%s", async (_title, argv, code, says) => {
    const told = await conform("--url", server.url, ...argv);
    expect(told.code).toBe(code);
    expect(told.text).toMatch(says);
  });
});
