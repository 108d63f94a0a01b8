/** `store-api conform`: the golden exchanges against a server that is reached by its address alone. */
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../src/cli/program.js";
import { startServer } from "../src/testing/embedded/start-server.js";
import { readGoldenFiles } from "../src/testing/conformance/golden.js";
import type { StoreServer } from "../src/testing/embedded/store-server.js";

let server: StoreServer;
let altering: Server;

beforeAll(async () => {
  server = await startServer();
  // Passes everything on and puts another number into what comes back.
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

async function conform(...argv: string[]): Promise<{ code: number; text: string }> {
  let text = "";
  const say = (more: string) => void (text += more);
  const code = await runCommand(["conform", ...argv], { write: say, fail: say });
  return { code, text };
}

test("a server of this version answers every exchange as written", { timeout: 120_000 }, async () => {
  const { code, text } = await conform("--url", server.url);
  expect(text).toMatch(/^(\d+) of \1 exchanges are as written$/m);
  expect(text).not.toContain("FAIL");
  expect(code).toBe(0);
  // The shop is left as it was after its start.
  expect((await server.control.getClock()).frozen).toBe(false);
});

test("one that differs is told by place, with what was expected and what came", async () => {
  const url = `http://127.0.0.1:${(altering.address() as AddressInfo).port}`;
  const { code, text } = await conform("--url", url, "--only", "sales_order.hold");
  expect(code).toBe(1);
  expect(text).toMatch(/^FAIL sales_order\.hold/m);
  expect(text).toMatch(/order_not_exists\.io:\d+: [^]*expected .*"code":100[^]*received .*"code":999/);
});

test.each([
  {
    title: "help",
    argv: ["--help"],
    code: 0,
    says: /Usage: store-api conform [^]*--only <operation>[^]*Examples:/,
  },
  { title: "no address", argv: [], code: 2, says: /required option '--url/ },
  { title: "unknown flag", argv: ["--url", "http://127.0.0.1:1", "--urll", "x"], code: 2, says: /--urll/ },
  { title: "nobody there", argv: ["--url", "http://127.0.0.1:1"], code: 3, says: /cannot be used/ },
])("$title", async ({ argv, code, says }) => {
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
  const exported = async () => {
    const state = await fetch(`${server.url}/control/state`, { headers: { Accept: "application/json" } });
    const { collections } = (await state.json()) as { collections: Record<string, unknown> };
    // What is left of calls: sessions, and the numbers that are given.
    const ofCalls = ["sessions", "api_users"];
    return Object.entries(collections).filter(([name]) => !ofCalls.includes(name));
  };

  test(
    "reads are judged, what is not judged is counted, and nothing is written",
    { timeout: 120_000 },
    async () => {
      const before = await exported();
      const { code, text } = await foreign("--door", "xmlrpc");
      expect(code).toBe(0);
      expect(await exported()).toEqual(before);
      const counted =
        /^(\d+) golden files: (\d+) passed, (\d+) decided, (\d+) failed, (\d+) not judged$/m.exec(text);
      const [all, passed = 0, decided = 0, failed = 0, skipped = 0] = (counted ?? []).slice(1).map(Number);
      expect(all).toBe(readGoldenFiles().length);
      expect(passed + decided + failed + skipped).toBe(all);
      expect(passed).toBeGreaterThan(50);
      expect(text).toMatch(/^Not judged, \d+: writes: --write judges it$/m);
      expect(text).toMatch(/^Not judged, \d+: needs the control: uses the test control$/m);
    },
  );

  test("writes are judged on objects that are removed again", { timeout: 120_000 }, async () => {
    const before = await exported();
    const { code, text } = await foreign("--door", "xmlrpc", "--write", "--only", "catalog_product.info");
    expect([code, text]).toEqual([0, expect.stringMatching(/^ok +catalog_product\.info/m)]);
    expect(text).not.toContain("Not removed");
    expect(await exported()).toEqual(before);
  });

  test("an answer that differs fails, and tells what was expected", async () => {
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
    {
      title: "a wrong key",
      argv: ["--key", "wrong"],
      code: 3,
      says: /admin cannot log in by xmlrpc: fault 2/,
    },
    { title: "an unknown door", argv: ["--key", "k", "--door", "rest"], code: 2, says: /--door must be/ },
    { title: "writes without a key", argv: ["--write"], code: 2, says: /--write needs --key/ },
  ])("$title", async ({ argv, code, says }) => {
    const told = await conform("--url", server.url, ...argv);
    expect(told.code).toBe(code);
    expect(told.text).toMatch(says);
  });
});
