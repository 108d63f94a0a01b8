/** An interrupted export continues where it stopped, as long as the shop is unchanged. */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { linesOfExport } from "../../src/cli/earlier-export.js";
import { runCommand } from "../../src/cli/program.js";
import { startShop } from "../support/shop.js";

const shop = await startShop({ dataset: "sample" });
const folder = await mkdtemp(join(tmpdir(), "cli-export-"));
const file = join(folder, "shop.jsonl");
const part = `${file}.part`;
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

/**
 * A proxy in front of the shop: it interrupts answers that are longer than `room`, then runs an action and
 * forwards everything.
 */
let room = Infinity;
let thenDo: () => Promise<unknown> = async () => {};
let asked: (string | undefined)[] = [];
let between: Server;
beforeEach(async () => {
  await shop.reset();
  [room, thenDo, asked] = [Infinity, async () => {}, []];
  between = createServer((incoming, outgoing) => {
    asked.push(incoming.headers.range);
    request(`${shop.url}${incoming.url}`, { headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      let left = room;
      answer.on("data", (chunk: Buffer) => {
        outgoing.write(chunk.subarray(0, left));
        left -= chunk.length;
        if (left > 0) return;
        answer.destroy();
        room = Infinity;
        // Waits until the written data has arrived.
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

const exported = async () =>
  (await fetch(`${shop.url}/control/state`, { headers: { Accept: "application/jsonl" } })).text();
const someLines = expect.stringMatching(/^lines=[1-9]\d*-$/) as unknown as string;

test("automatically, after the server was unreachable", async () => {
  room = 100_000;
  expect(await runExport()).toMatchObject({ code: 0 });
  expect(asked).toEqual([undefined, someLines]);
  expect(await readFile(file, "utf8")).toBe(await exported());
  expect(await readdir(folder)).toEqual(["shop.jsonl"]);
});

test("by the next command, from the partial file of an earlier one, which ends with half a line", async () => {
  await writeFile(part, (await exported()).slice(0, 70_000));
  expect(await runExport()).toMatchObject({ code: 0 });
  expect(asked).toEqual([someLines]);
  expect(await readFile(file, "utf8")).toBe(await exported());
});

test("it restarts if the shop has changed, because a file is the state of one moment", async () => {
  room = 100_000;
  thenDo = () => shop.call("catalog_product.update", [1, { name: "Changed meanwhile" }]);
  expect(await runExport()).toMatchObject({ code: 0 });
  const text = await readFile(file, "utf8");
  expect(text).toBe(await exported());
  expect(text).toContain("Changed meanwhile");
});

test("it restarts if the partial file has more lines than the shop", async () => {
  const whole = await exported();
  await writeFile(part, whole + whole);
  expect(await runExport()).toMatchObject({ code: 0 });
  expect(asked).toEqual([someLines, undefined]);
  expect(await readFile(file, "utf8")).toBe(whole);
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
