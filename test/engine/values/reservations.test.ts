import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { Reservations } from "../../../src/engine/values/reservations.js";

test("a key is reserved before the first wait, and free after the last one", async () => {
  const making = new Reservations<string>();
  const made = making.createOnce("a", async () => {
    await setImmediate();
    return 1;
  });
  expect([making.has("a"), making.size, [...making.keys]]).toEqual([true, 1, ["a"]]);
  expect(await made).toBe(1);
  expect([making.has("a"), making.size]).toEqual([false, 0]);
});

test("values of one key are made one after the other, those of other keys at the same time", async () => {
  const making = new Reservations<string>();
  const events: string[] = [];
  const make = (key: string, nth: number) =>
    making.createOnce(key, async () => {
      events.push(`${key}${nth} begins`);
      await setImmediate();
      events.push(`${key}${nth} ends`);
      // A failure frees the key, too.
      if (nth === 1) throw new Error(`${key}${nth}`);
    });
  const results = await Promise.allSettled([make("a", 1), make("a", 2), make("b", 3), make("a", 4)]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled", "fulfilled"]);
  expect(events.filter((event) => event.startsWith("a"))).toEqual(
    [1, 2, 4].flatMap((nth) => [`a${nth} begins`, `a${nth} ends`]),
  );
  expect(events.indexOf("b3 begins")).toBeLessThan(events.indexOf("a1 ends"));
  expect(making.size).toBe(0);
});
