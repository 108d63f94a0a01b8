/** Ctrl+C during calls to another server: conform, import --from and record as separate processes. */
import { readdir, readFile } from "node:fs/promises";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { startServer } from "../../src/testing/embedded/start-server.js";
import type { StoreServer } from "../../src/testing/embedded/store-server.js";
import { inPlace as test } from "../support/place.js";
import type { Program } from "../support/process.js";

let server: StoreServer;
/** A proxy in front of the shop, which stops answering on command. */
let shop: { readonly url: string; readonly close: () => void };
let isHanging = false;
let requests = 0;
let lastBody = "";

beforeAll(async () => {
  server = await startServer();
  const pass = (body: Buffer, { method, url, headers }: IncomingMessage, outgoing: ServerResponse) => {
    const behind = request({ host: "127.0.0.1", port: server.port, method, path: url, headers });
    behind.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    behind.end(body);
  };
  const front = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      requests += 1;
      const body = Buffer.concat(chunks);
      lastBody = body.toString();
      if (!isHanging) setTimeout(pass, 5, body, incoming, outgoing);
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => front.once("listening", resolve));
  const close = () => {
    front.close();
    front.closeAllConnections();
  };
  shop = { url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`, close };
});
afterAll(async () => {
  shop.close();
  await server.stop();
});
beforeEach(() => {
  [isHanging, requests, lastBody] = [false, 0, ""];
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Side effects of calls that do not count. */
async function shopState(): Promise<unknown> {
  const response = await fetch(`${server.url}/control/state`, { headers: { Accept: "application/json" } });
  const { collections } = (await response.json()) as { collections: Record<string, unknown> };
  const { sessions: _sessions, api_users: _users, ...others } = collections;
  return others;
}

const conformance = () => ["conform", "--url", shop.url, "--key", "admin123", "--door", "jsonrpc", "--write"];
const making = /"catalog_category\.create"/;

test("conform removes the objects that it created", async ({ place }) => {
  const before = await shopState();
  const program = place.start(conformance());
  // It has created a category, and there is more to do with it.
  await until(() => making.test(lastBody));
  await until(() => !making.test(lastBody));
  program.kill("SIGINT");
  expect(await program.ended).toBe(1);
  expect(program.stderr).toContain("removing the created objects …");
  expect(program.stdout).toMatch(/^Not judged, \d+: was stopped before$/m);
  expect(program.stdout).not.toContain("Not removed");
  expect(await shopState()).toEqual(before);
});

test("conform lists the objects that it cannot remove when it is stopped twice", async ({ place }) => {
  const program = place.start(conformance());
  await until(() => making.test(lastBody));
  await until(() => !making.test(lastBody));
  isHanging = true;
  const sent = requests;
  await until(() => requests > sent);
  program.kill("SIGINT");
  await until(() => program.stderr.includes("removing"));
  program.kill("SIGINT");
  expect(await program.ended).toBe("SIGINT");
  expect(program.stderr).toMatch(/not removed: .*category \d+/);
  await server.control.resetShop();
});

test("import --from ends at once, although the shop hangs, and continues later", async ({ place }) => {
  const start = (): Program =>
    place.start(
      ["import", "--from", shop.url, "--user", "admin", "--key", "admin123"].concat(["--out", "shop.jsonl"]),
    );
  const program = start();
  const part = join(place.folder, "shop.jsonl.part");
  const isMarked = () =>
    readFile(part, "utf8").then(
      (text) => text.includes('"mark"'),
      () => false,
    );
  await until(isMarked);
  isHanging = true;
  const sent = requests;
  await until(() => requests > sent);
  const since = performance.now();
  program.kill("SIGINT");
  expect(await program.ended).toBe(130);
  expect(performance.now() - since).toBeLessThan(30_000);
  expect(program.stderr).toContain("run the same command again to continue");
  expect(await readdir(place.folder)).not.toContain("shop.jsonl");

  isHanging = false;
  const again = start();
  expect(await again.ended).toBe(0);
  expect((await readdir(place.folder)).sort()).toEqual(["shop.jsonl", "shop.jsonl.key"]);
});

test("record writes exchanges in progress as broken and ends with complete lines", async ({ place }) => {
  const program = place.start(["record", "--target", shop.url, "--port", "0", "--out", "day.jsonl"]);
  await until(() => program.stderr.includes("Recording"));
  const url = /Recording (\S+)/.exec(program.stderr)?.[1] ?? "";
  const login = () =>
    fetch(`${url}/api/jsonrpc`, {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "login", params: ["admin", "admin123"] }),
      headers: { "Content-Type": "application/json" },
    });
  expect((await login()).status).toBe(200);
  isHanging = true;
  const waiting = login().catch(() => undefined);
  await until(() => requests === 2);
  program.kill("SIGINT");
  expect(await program.ended).toBe(0);
  await waiting;
  const lines = (await readFile(join(place.folder, "day.jsonl"), "utf8")).trimEnd().split("\n");
  const outcomes = lines.map((line) => (JSON.parse(line) as { outcome: string }).outcome);
  expect(outcomes).toEqual(["result", "broken"]);
  expect(lines.join("")).not.toContain("admin123");
});
