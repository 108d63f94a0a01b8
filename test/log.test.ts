import { closeSync, openSync, readFileSync } from "node:fs";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "./support/closed.js";
import type { CallGroup } from "../src/engine/calls/observer.js";
import { requestFacts } from "../src/engine/http/request.js";
import { CallTallies, observe } from "../src/engine/serving/call-observer.js";
import { OutageLog } from "../src/engine/log/outage-log.js";
import { openLog } from "../src/engine/log/log.js";
import { BufferedOutput } from "../src/engine/log/output.js";
import { startShop } from "./support/shop.js";

async function outputFile(): Promise<{ fd: number; text: () => string }> {
  const path = join(await temporaryFolder(), "log");
  const fd = openSync(path, "a");
  onTestFinished(() => closeSync(fd));
  return { fd, text: () => readFileSync(path, "utf8") };
}

const call = { operation: "catalog_product.info", username: 'ad"min', fault: undefined, durationMs: 0.41234 };

test("the line of a call names operation, user, fault and milliseconds", async () => {
  const { fd, text } = await outputFile();
  const { log, flush } = await openLog({ logLevel: "info", logFormat: "json" }, fd);
  const observer = observe(log, new CallTallies(), new OutageLog(log)).observer();
  observer.callEnded(call);
  observer.callEnded({ ...call, fault: "internal", forced: true, error: internalError });
  await flush();
  const [answered, refused] = text()
    .replace(/"time":\d+/g, '"time":0')
    .split("\n");
  expect(answered).toBe(
    '{"level":30,"time":0,"operation":"catalog_product.info","user":"ad\\"min","ms":0.412,"msg":"call"}',
  );
  expect(JSON.parse(refused as string)).toMatchObject({ fault: "internal", forced: true, reference: "r-1" });
});

const internalError = { code: -32603, message: "Internal error.", data: { reference: "r-1" } };

test("an unknown operation is logged by its path", async () => {
  const { fd, text } = await outputFile();
  const { log, flush } = await openLog({ logLevel: "info", logFormat: "json" }, fd);
  const path = 'no"thing\n';
  observe(log, new CallTallies(), new OutageLog(log))
    .observer()
    .callEnded({
      ...call,
      operation: "unknown",
      path,
    });
  await flush();
  expect(JSON.parse(text())).toMatchObject({ operation: "unknown", path, user: 'ad"min', ms: 0.412 });
});

test("calls are below the level warn", async () => {
  const { fd, text } = await outputFile();
  const { log, flush } = await openLog({ logLevel: "warn", logFormat: "json" }, fd);
  observe(log, new CallTallies(), new OutageLog(log)).observer().callEnded(call);
  await flush();
  expect(text()).toBe("");
});

test("pretty lines are for people", async () => {
  const { fd, text } = await outputFile();
  const { log, flushSync } = await openLog({ logLevel: "info", logFormat: "pretty" }, fd);
  const request = new IncomingMessage(new Socket());
  request.headers["user-agent"] = "curl/8.5";
  const facts = requestFacts(request, "r-1", []);
  const group = { log: (line, write) => write({ ...line, ...facts, status: 200 }) } as CallGroup;
  observe(log, new CallTallies(), new OutageLog(log))
    .observer()
    .callEnded({ ...call, group });
  flushSync();
  expect(text()).toMatch(/INFO.*catalog_product\.info ok 0\.412 ms \(ad"min\)\n$/);
});

const forged = "\u001b[2K\u009b1A\r\n12:00:00 INFO login ok (admin)\u2028\u202e";

test.each(["json", "pretty"] as const)(
  "input of a caller cannot send control codes to a terminal: %s",
  async (logFormat) => {
    const { fd, text } = await outputFile();
    const { log, flushSync } = await openLog({ logLevel: "info", logFormat }, fd);
    const observer = observe(log, new CallTallies(), new OutageLog(log)).observer();
    observer.callEnded({ ...call, username: forged });
    observer.callEnded({ ...call, operation: "unknown", path: forged });
    log.warn({ files: [forged], given: { [forged]: forged } }, forged);
    log.error({ err: new Error(forged) }, "failed");
    flushSync();
    // oxlint-disable-next-line no-control-regex
    expect(text()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/);
    expect(text()).not.toMatch(/^12:00:00 INFO login ok/m);
    expect(text()).toContain("\\u001b[2K");
  },
);

test("lines keep their order, whatever their number and their flushes", async () => {
  const { fd, text } = await outputFile();
  const output = new BufferedOutput(fd);
  const want: string[] = [];
  for (let line = 0; line < 5000; line += 1) {
    want.push(`${line}`);
    output.write(`${line}\n`);
    if (line % 700 === 0) void output.flush();
    if (line % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await output.flush();
  expect(text().trim().split("\n")).toEqual(want);
});

test("the calls of a dataset are one line, whatever their number", async () => {
  const { fd, text } = await outputFile();
  const { log, flush } = await openLog({ logLevel: "info", logFormat: "json" }, fd);
  const shop = await startShop({ log });
  const rename = {
    call: "catalog_category.update",
    params: { categoryId: 2, categoryData: { name: "Root" } },
  };
  const dataset = { extends: "minimal", calls: Array.from({ length: 100 }, () => rename) };
  await shop.http("POST", "/control/reset", { body: { dataset } });
  await flush();
  const lines = text()
    .split("\n")
    .filter((line) => line.includes("dataset") || line.includes("catalog_category"));
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { msg: "carried out the calls of a dataset", calls: 100 },
  ]);
});
