/** Interrupted exports and imports, and the exports of earlier versions. */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { linesOfExport } from "../../src/cli/earlier-export.js";
import { runCommand } from "../../src/cli/program.js";
import { startShop } from "../support/shop.js";

const shop = await startShop({ dataset: "sample" });
const folder = await mkdtemp(join(tmpdir(), "cli-export-"));
const file = join(folder, "shop.jsonl");
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

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

describe("a document that an earlier version exported", () => {
  async function* split(text: string): AsyncGenerator<string> {
    yield* text.split("\n").slice(0, -1);
  }
  const linesOf = async (exportedText: string) => {
    let text = "";
    for await (const line of linesOfExport(split(exportedText), "old.json"))
      text += Buffer.from(line).toString();
    return text;
  };
  const document = async () => (await fetch(`${shop.url}/control/state`)).text();

  test("is the same state as the lines", async () => {
    const [header, ...rows] = (await exported()).split("\n").slice(0, -2);
    const withSums = (await document()).replace('"sequences":', '"checksums":{"sha256":"x"},\n"sequences":');
    for (const text of [await document(), withSums])
      expect((await linesOf(text)).split("\n").slice(0, -2)).toEqual([header, ...rows]);
  });

  test.each<[string, (text: string) => string, RegExp]>([
    ["broke off", (text) => text.slice(0, text.lastIndexOf('"sequences"')), /breaks off after \d+ lines/],
    [
      "was reformatted",
      (text) => JSON.stringify(JSON.parse(text), null, 2),
      /too large for a document and is not an export/,
    ],
  ])("is refused when it %s", async (_title, change, message) => {
    await expect(linesOf(change(await document()))).rejects.toThrow(message);
  });
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
