/** Code that was optimized for speed behaves like the plain version next to this test. */
import { describe, expect, test } from "vitest";
import * as plainBatcher from "./request-batcher.js";
import * as plainWire from "./wire.js";
import * as fastBatcher from "../../../src/engine/time-slices.js";
import { wire } from "../../../src/engine/values/text.js";

describe.each([
  ["fast", fastBatcher.RequestBatcher],
  ["plain", plainBatcher.RequestBatcher],
])("request batching, %s", (_, RequestBatcher) => {
  test("every request continues, every answer is sent in order, and a failing one delays no other", async () => {
    const failures: unknown[] = [];
    const batcher = new RequestBatcher((error) => failures.push(error));
    const sent: number[] = [];
    const serve = async (nth: number) => {
      await new Promise<void>((resolve) => batcher.add(resolve));
      batcher.answer(() => {
        if (nth === 20) throw new Error("broken");
        sent.push(nth);
      });
    };
    await Promise.all(Array.from({ length: 50 }, (_none, nth) => serve(nth)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toEqual(Array.from({ length: 50 }, (_none, nth) => nth).filter((nth) => nth !== 20));
    expect(failures).toHaveLength(1);
  });
});

test.each(["", "plain", "é", "€uro 😀", "\u0000\u007f\u0080"])("the wire form of %j is its UTF-8", (text) => {
  expect(Buffer.from(wire(text), "latin1")).toEqual(Buffer.from(text, "utf8"));
  expect(wire(text)).toBe(plainWire.wire(text));
});
