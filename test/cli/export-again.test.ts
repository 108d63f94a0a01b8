/** Interrupted exports and imports. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/closed.js";
import { runCommand } from "../../src/cli/program.js";
import { startShop } from "../support/shop.js";

const shop = await startShop({ dataset: "sample" });
const folder = await temporaryFolder();
const file = join(folder, "shop.jsonl");

const exported = async () =>
  (await fetch(`${shop.url}/control/state`, { headers: { Accept: "application/jsonl" } })).text();
test("a lost connection ends an export with 3; the earlier file stays, and no part of a new one", async () => {
  await writeFile(file, "earlier");
  const cutter = createServer((incoming, outgoing) => {
    request(`${shop.url}${incoming.url}`, { headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.once("data", (chunk) => outgoing.write(chunk, () => outgoing.destroy()));
    }).end();
  });
  await new Promise<void>((resolve) => cutter.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(cutter.address() as AddressInfo).port}`;
  let error = "";
  const fail = (text: string) => void (error += text);
  expect(await runCommand(["export", file, "--url", url], { write: () => {}, fail })).toBe(3);
  expect(error).toContain(`${url} stopped responding during the export`);
  expect([await readdir(folder), await readFile(file, "utf8")]).toEqual([["shop.jsonl"], "earlier"]);
  cutter.close();
});

test("an interrupted import is sent again from the beginning", async () => {
  await writeFile(file, await exported());
  let isFirst = true;
  const cutter = createServer((incoming, outgoing) => {
    if (isFirst) {
      isFirst = false;
      incoming.once("data", () => incoming.socket.destroy());
      return;
    }
    const options = { method: incoming.method, headers: incoming.headers };
    incoming.pipe(
      request(`${shop.url}${incoming.url}`, options, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      }),
    );
  });
  await new Promise<void>((resolve) => cutter.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(cutter.address() as AddressInfo).port}`;
  await shop.call("catalog_product.update", [1, { name: "Lost" }]);
  expect(await runCommand(["import", file, "--url", url], { write: () => {}, fail: () => {} })).toBe(0);
  expect(await exported()).toBe(await readFile(file, "utf8"));
  cutter.close();
});
