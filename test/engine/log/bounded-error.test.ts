import { expect, test } from "vitest";
import { boundedError } from "../../../src/engine/log/log.js";

const long = "x".repeat(5_000_000);

test("an error keeps its name, message, stack, members and cause", () => {
  const error = Object.assign(new TypeError("no"), { handler: "/erp.js:3", code: 5 });
  expect(boundedError(error)).toMatchObject({
    type: "TypeError",
    message: "no",
    handler: "/erp.js:3",
    code: 5,
  });
  expect((boundedError(error) as { stack: string }).stack).toContain("bounded-error.test.ts");
  expect(boundedError(new Error("outer", { cause: new Error("inner") }))).toMatchObject({
    message: "outer: inner",
  });
});

test.each<[what: string, error: () => unknown]>([
  ["a long message", () => new Error(long)],
  ["a cause with a long message", () => new Error("a", { cause: new Error(long) })],
  ["long members", () => Object.assign(new Error("a"), { data: long, [long]: 1 })],
  ["many members", () => Object.assign(new Error("a"), { list: Array(100_000).fill(long.slice(0, 100)) })],
  ["deep members", () => Object.assign(new Error("a"), { a: { b: { c: { d: { e: { f: long } } } } } })],
  ["many errors", () => new AggregateError(Array(1_000).fill(new Error(long)))],
  ["bytes", () => Object.assign(new Error("a"), { body: Buffer.alloc(5_000_000) })],
  ["no error, but a long text", () => long],
])("%s is cut", (_, error) => {
  expect(JSON.stringify(boundedError(error())).length).toBeLessThan(2_000_000);
});
