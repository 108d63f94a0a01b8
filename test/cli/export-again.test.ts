/** An export that breaks off goes on where it stopped, as long as the shop is still the same. */
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { runCommand } from "../../src/cli/program.js";
import { startShop } from "../support/shop.js";

const shop = await startShop({ dataset: "sample" });
const folder = await mkdtemp(join(tmpdir(), "cli-export-"));
const file = join(folder, "shop.json");
const part = `${file}.part`;
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

/** In front of the shop: breaks off what is longer than `room`, after which it does something and has room for all. */
let room = Infinity;
let thenDo: () => Promise<unknown> = async () => {};
let asked: string[] = [];
let between: Server;
beforeEach(async () => {
  await shop.reset();
  [room, thenDo, asked] = [Infinity, async () => {}, []];
  between = createServer((incoming, outgoing) => {
    asked.push(incoming.url ?? "");
    request(`${shop.url}${incoming.url}`, { headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      let left = room;
      answer.on("data", (chunk: Buffer) => {
        outgoing.write(chunk.subarray(0, left));
        left -= chunk.length;
        if (left > 0) return;
        answer.destroy();
        room = Infinity;
        // What was written is to arrive.
        setTimeout(() => void thenDo().then(() => outgoing.destroy()), 300);
      });
      answer.on("end", () => outgoing.end());
    }).end();
  });
  await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  between.closeAllConnections();
  await new Promise((resolve) => between.close(resolve));
  await rm(part, { force: true });
});

async function runExport(): Promise<{ readonly code: number; readonly error: string }> {
  let error = "";
  const url = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
  const fail = (text: string) => void (error += text);
  return { code: await runCommand(["export", file, "--url", url], { write: () => {}, fail }), error };
}

const exported = async () => (await fetch(`${shop.url}/control/state?checksums=true`)).text();
const path = "/control/state?checksums=true";

test("by itself, when the server was away", async () => {
  room = 100_000;
  expect(await runExport()).toMatchObject({ code: 0 });
  expect(asked).toEqual([path, expect.stringMatching(/&offset=\d+&sha256=[0-9a-f]{64}$/)]);
  expect(await readFile(file, "utf8")).toBe(await exported());
  expect(await readdir(folder)).toEqual(["shop.json"]);
});

test("by the next command, from what an earlier one left", async () => {
  await writeFile(part, (await exported()).slice(0, 70_000));
  expect(await runExport()).toMatchObject({ code: 0 });
  expect(asked).toEqual([expect.stringContaining("&offset=")]);
  expect(await readFile(file, "utf8")).toBe(await exported());
});

test("it begins anew when the shop has changed: a file is the state of one moment", async () => {
  room = 100_000;
  thenDo = () => shop.call("catalog_product.update", [1, { name: "Changed meanwhile" }]);
  expect(await runExport()).toMatchObject({ code: 0 });
  expect(asked).toEqual([path, expect.stringContaining("&offset="), path]);
  const text = await readFile(file, "utf8");
  expect(text).toBe(await exported());
  expect(text).toContain("Changed meanwhile");
});

test.each([
  { title: "too few bytes", offset: "70000", sha256: "0".repeat(63), field: "sha256" },
  { title: "no number", offset: "-1", sha256: "0".repeat(64), field: "offset" },
  { title: "no checksum", offset: "1", field: "sha256" },
  { title: "a checksum of nothing", sha256: "0".repeat(64), field: "offset" },
])("400 names what is wrong: $title", async ({ field, title: _, ...query }) => {
  const response = await fetch(`${shop.url}/control/state?${new URLSearchParams(query as never).toString()}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [{ field }] });
});

test("other bytes, and more than there are, are refused; all of them leave nothing to send", async () => {
  const whole = await (await fetch(`${shop.url}/control/state`)).text();
  const ask = (bytes: string) => {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return fetch(`${shop.url}/control/state?offset=${Buffer.byteLength(bytes)}&sha256=${sha256}`);
  };
  expect((await ask("other")).status).toBe(409);
  expect((await ask(`${whole} `)).status).toBe(409);
  const end = await ask(whole);
  expect([end.status, await end.text()]).toEqual([200, ""]);
  const none = await ask("");
  expect(await none.text()).toBe(whole);
});
