import fc from "fast-check";
import { expect, test } from "vitest";
import { LruCache } from "../../../src/engine/values/lru-cache.js";

test("the latest values are cached, and none older than twice the size", () => {
  const size = 4;
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 200 }), (keys) => {
      const recent = new LruCache<number, string>(size);
      const used: number[] = [];
      for (const key of keys) {
        const known = recent.get(key);
        const distinct = [...new Set([...used].reverse())];
        if (distinct.slice(0, size).includes(key)) expect(known).toBe(`value ${key}`);
        if (!distinct.slice(0, 2 * size).includes(key)) expect(known).toBeUndefined();
        if (known === undefined) recent.set(key, `value ${key}`);
        used.push(key);
      }
    }),
  );
});
