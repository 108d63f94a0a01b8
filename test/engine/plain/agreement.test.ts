/** Code that was optimized for speed behaves like the plain version next to this test. */
import pino from "pino";
import { describe, expect, test } from "vitest";
import * as fastLines from "../../../src/engine/serving/call-observer.js";
import * as plainLines from "./call-lines.js";
import * as plainBatcher from "./request-batcher.js";
import * as plainWire from "./wire.js";
import * as fastBatcher from "../../../src/engine/time-slices.js";
import { wire } from "../../../src/engine/values/text.js";

describe("lines of calls", () => {
  const calls = [
    { operation: "catalog_product.info", username: 'ad"min', fault: undefined, durationMs: 0.41234 },
    { operation: "login", username: "", fault: "access_denied", durationMs: 61 },
    { operation: "login", username: "", fault: "internal", forced: true, durationMs: 0.001 },
    {
      operation: "unknown",
      path: 'no"thing\n',
      username: "é😀",
      fault: "session_expired",
      durationMs: 1000.0004,
    },
  ];
  const linesOf = ({ callLog }: Pick<typeof fastLines, "callLog">, level: string) => {
    const lines: string[] = [];
    const log = pino({ base: null, level }, { write: (line: string) => void lines.push(line) });
    const write = callLog(log);
    for (const call of calls) write?.(call);
    return lines.map((line) => line.replace(/"time":\d+/, '"time":0'));
  };

  test.each(["info", "warn"])("at the level %s", (level) => {
    expect(linesOf(fastLines, level)).toEqual(linesOf(plainLines, level));
    expect(linesOf(plainLines, level)).toHaveLength(level === "info" ? calls.length : 0);
  });
});

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
