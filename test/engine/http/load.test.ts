/** Many connections, slow ones, clients that do not read, and more work than the server can do. */
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { AnswerBudget } from "../../../src/engine/guard/answer-budget.js";
import { basic, startShop, type Shop } from "../../support/shop.js";
import { differsHere } from "../../support/storages.js";

const shop = await startShop();

function open(target: Shop, bytes?: string): Socket {
  const socket = connect(Number(new URL(target.url).port), "127.0.0.1");
  socket.on("error", () => {});
  if (bytes !== undefined) socket.write(bytes);
  onTestFinished(() => void socket.destroy());
  return socket;
}

const post = (body: string) =>
  `POST /api/jsonrpc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
/** How many calls the first rule delays or has delayed. */
async function hits(target: Shop): Promise<unknown> {
  const [rule] = (await target.http("GET", "/control/faults")).json as { hits: number }[];
  return rule?.hits;
}

const discover = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "rpc.discover" });

test("idle, half-sent and unread connections delay nobody else", async () => {
  for (let nth = 0; nth < 150; nth += 1) {
    open(shop);
    open(shop, "POST /api/jsonrpc HTTP/1.1\r\nHost: localhost\r\nX-Half: ");
    open(shop, "POST /api/jsonrpc HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
    open(shop, post(discover).repeat(3)).pause();
  }
  await setTimeout(300);
  for (let calls = 0; calls < 20; calls += 1) {
    expect((await shop.http("GET", "/health/live")).status).toBe(200);
    expect(await shop.call("catalog_product_type.items")).toBeInstanceOf(Array);
  }
});

describe("more connections than allowed", () => {
  test("close those that are idle, longest first, and never one with a call in progress", async () => {
    const small = await startShop({ bounds: { connections: 10 } });
    await small.session();
    await small.http("POST", "/control/faults", {
      body: { operation: "catalog_product_type.items", delay_ms: 3000 },
    });
    const slowCall = small.call("catalog_product_type.items");
    await expect.poll(() => hits(small)).toBe(1);
    const idle = Array.from({ length: 30 }, () => open(small));
    const closed = () => idle.filter((socket) => socket.destroyed).length;
    await vi.waitFor(() => expect(closed()).toBeGreaterThanOrEqual(20), { timeout: 100_000 });
    expect(idle.at(-1)?.destroyed).toBe(false);
    expect(await slowCall).toBeInstanceOf(Array);
  });
});

describe("more calls than can be executed", () => {
  test.skipIf(differsHere("each process has its own journal, metrics and load limits"))(
    "503 with Retry-After in the form of the address; health answers; then the server continues",
    async () => {
      const small = await startShop({ bounds: { callsUnderWay: 10 } });
      const rule = { operation: "catalog_product_type.items", delay_ms: 60_000, times: 0 };
      await small.http("POST", "/control/faults", { body: rule });
      const params = [await small.session(), "catalog_product_type.items"];
      const call = post(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "call", params }));
      // Some more than it takes, which are refused.
      const slow = Array.from({ length: 20 }, () => open(small, call));
      const start = () =>
        small.http("POST", "/api/jsonrpc", { body: { jsonrpc: "2.0", id: 1, method: "startSession" } });
      await expect.poll(async () => (await start()).status).toBe(503);

      const rpc = await start();
      expect(rpc.headers.get("retry-after")).toBe("1");
      expect(rpc.json).toMatchObject({ id: null, error: { code: -32603 } });
      const plain = await small.http("POST", "/api/rpc/globalFaults", { body: {} });
      expect(plain.status).toBe(503);
      const rest = await small.http("GET", "/api/rest/customers", {
        headers: { Accept: "application/json" },
      });
      expect(rest.status).toBe(503);
      expect(rest.headers.get("retry-after")).toBe("1");
      expect(rest.json).toHaveProperty("messages.error.0.code", 503);
      expect((await small.http("GET", "/health/live")).status).toBe(200);

      for (const socket of slow) socket.destroy();
      await expect
        .poll(async () => (await small.http("POST", "/api/rpc/globalFaults", { body: {} })).status)
        .toBe(200);
    },
  );
});

test("unfinished bodies keep nobody out, at no address", async () => {
  const small = await startShop({ bounds: { callsUnderWay: 10 } });
  await small.session();
  const begun = (path: string, authorization: string | undefined, type: string) =>
    [`PUT ${path} HTTP/1.1`, "Host: localhost", `Authorization: ${authorization}`, `Content-Type: ${type}`]
      .concat("Content-Length: 20", "", "a")
      .join("\r\n");
  const form = "application/x-www-form-urlencoded";
  const oauth = 'OAuth oauth_consumer_key="x", oauth_token="y", oauth_signature_method="HMAC-SHA1"';
  for (let nth = 0; nth < 20; nth += 1) {
    open(small, begun("/api/rest/customers/1", oauth, form));
    open(small, begun("/api/rest/products/1", basic().Authorization, "application/json"));
    open(small, begun("/api/jsonrpc", basic().Authorization, "application/json").replace("PUT", "POST"));
  }
  await setTimeout(300);
  expect(await small.call("catalog_product_type.items")).toBeInstanceOf(Array);
});

describe("answers that nobody reads", () => {
  /** The part of a response that the budget uses. */
  function reader() {
    const listeners: (() => void)[] = [];
    const close = () => listeners.splice(0).forEach((listener) => listener());
    const response = {
      isCut: false,
      once: (_: "close", listener: () => void) => listeners.push(listener),
      close,
    };
    return Object.assign(response, {
      destroy: () => {
        response.isCut = true;
        close();
      },
    });
  }
  type Reader = ReturnType<typeof reader>;
  const admit = (budget: AnswerBudget, to: Reader, bytes: number) =>
    budget.send(to as never, bytes, () => {});

  test("are dropped when they are old, and block others while they are young", async () => {
    const budget = new AnswerBudget(100);
    const [old, young, next] = [reader(), reader(), reader()];
    expect(admit(budget, old, 60)).toBe(true);
    await setTimeout(1050);
    expect(admit(budget, young, 30)).toBe(true);
    expect(admit(budget, next, 50)).toBe(true);
    expect([old.isCut, young.isCut]).toEqual([true, false]);
    expect(admit(budget, reader(), 50)).toBe(false);
    young.close();
    expect(admit(budget, reader(), 50)).toBe(true);
  });

  test("an answer that is read at once uses no budget", () => {
    const budget = new AnswerBudget(100);
    const taken = Object.assign(reader(), { socket: { writableLength: 0 } });
    const waiting = Object.assign(reader(), { socket: { writableLength: 70 } });
    expect(admit(budget, taken, 70)).toBe(true);
    expect(admit(budget, waiting, 70)).toBe(true);
    expect(admit(budget, reader(), 70)).toBe(false);
  });

  test("a single answer may be larger than the budget", () => {
    const budget = new AnswerBudget(100);
    expect(admit(budget, reader(), 500)).toBe(true);
    expect(admit(budget, reader(), 1)).toBe(false);
  });
});

test.each([
  { target: "http://localhost/health/live", host: "localhost", want: 200 },
  { target: "http://localhost", host: "localhost", want: 200 },
  { target: "HTTP://LOCALHOST/nothing/here", host: "localhost", want: 404 },
  { target: "http://localhost/control/clock", host: "shop.example", want: 400 },
  { target: "ftp://localhost/", host: "localhost", want: 400 },
  { target: "nothing", host: "localhost", want: 400 },
])(
  "an address in the absolute form: $target is $want, never HTML of a framework",
  async ({ target, host, want }) => {
    const socket = open(
      shop,
      `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\nConnection: close\r\n\r\n`,
    );
    let text = "";
    for await (const chunk of socket) text += String(chunk);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${want} `));
    expect(text).not.toMatch(/<html|<pre>/i);
  },
);
