import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { currentRun, HandlerRun, placeIn } from "../../../src/engine/extension/handler-runs.js";
import { StorageClosedError } from "../../../src/engine/storage/errors.js";

const run = () => new HandlerRun("erp.list", "/erp/erp.mjs");

test("what a handler begins is in its context, what the storage does for it is not", async () => {
  const call = run();
  const seen: Record<string, unknown> = {};
  await call.run(async () => {
    seen.handler = currentRun();
    await sleep(1);
    seen.continued = currentRun();
    const inside = call.operate(async () => {
      seen.storage = currentRun();
      await sleep(1);
      seen.storageContinued = currentRun();
    });
    setTimeout(() => (seen.timer = currentRun()));
    await inside;
    seen.afterwards = currentRun();
    await sleep(5);
  });
  seen.outside = currentRun();
  const [inside, outside] = [call, undefined];
  expect(seen).toEqual({
    ...{ handler: inside, continued: inside, timer: inside, afterwards: inside },
    ...{ storage: outside, storageContinued: outside, outside },
  });
});

test("an answer waits for operations that the handler did not wait for", async () => {
  const call = run();
  let isStored = false;
  const store = async () => {
    await sleep(20);
    isStored = true;
  };
  expect(await call.run(() => void call.operate(store))).toBeUndefined();
  expect(isStored).toBe(true);
});

test("an error that nobody caught ends the call while it runs, and only then", async () => {
  const call = run();
  const outcome = call.run(() => new Promise(() => {}));
  expect(call.end(new Error("slip"))).toBe(true);
  await expect(outcome).rejects.toThrow("slip");
  expect(call.end(new Error("again"))).toBe(false);
  const ended = run();
  await ended.run(() => 1);
  expect(ended.end(new Error("late"))).toBe(false);
});

test("operations are refused after the end of the call, and when it is late", async () => {
  const call = run();
  await call.run(() => 1);
  expect(() => call.operate(async () => 1)).toThrow(StorageClosedError);
  let isLate = false;
  const slow = new HandlerRun("erp.list", "/erp/erp.mjs", () => isLate);
  await slow.run(async () => {
    expect(await slow.operate(async () => 1)).toBe(1);
    isLate = true;
    expect(() => slow.operate(async () => 1)).toThrow(StorageClosedError);
  });
});

test.each<[what: string, stack: string | undefined, place: string]>([
  [
    "an address",
    "Error: no\n    at x (file:///erp/erp.mjs:12:5)\n    at y (file:///erp/erp.mjs:2:1)",
    "/erp/erp.mjs:12",
  ],
  ["a path", "Error: no\n    at x (/erp/erp.mjs:7:5)", "/erp/erp.mjs:7"],
  ["another file", "Error: no\n    at x (file:///erp/erp.mjs.js:7:5)", "/erp/erp.mjs"],
  ["no stack", undefined, "/erp/erp.mjs"],
])("the place of an error by %s", (_, stack, place) => {
  const error = new Error("no");
  if (stack === undefined) delete error.stack;
  else error.stack = stack;
  expect(placeIn("/erp/erp.mjs", error)).toBe(place);
  expect(placeIn("/erp/erp.mjs", "a text")).toBe("/erp/erp.mjs");
});
