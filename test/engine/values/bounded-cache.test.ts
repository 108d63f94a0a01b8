import fc from "fast-check";
import { expect, test } from "vitest";
import { BoundedCache } from "../../../src/engine/values/bounded-cache.js";

interface Entry {
  readonly key: number;
  readonly size: number;
}

type Step = readonly ["get" | "set" | "delete" | "clear", Entry];

const steps = fc.array(
  fc.tuple(
    // Far more sets than clears, so that the cache is full most of the time.
    fc.constantFrom<Step[0]>("get", "get", "set", "set", "set", "set", "delete", "clear"),
    fc.record({ key: fc.nat(9), size: fc.nat(30) }),
  ),
  { maxLength: 100 },
);

test("the counted size is that of the entries, which are the latest used ones", () => {
  const maxSize = 50;
  fc.assert(
    fc.property(steps, (walk) => {
      const cache = new BoundedCache<number, Entry>(maxSize);
      /** The latest used entry is the last. */
      let model: Entry[] = [];
      for (const [step, entry] of walk) {
        const { key } = entry;
        const known = model.find((one) => one.key === key);
        const others = model.filter((one) => one !== known);
        const sum = () => model.reduce((total, { size }) => total + size, 0);
        switch (step) {
          case "get":
            expect(cache.get(key)).toBe(known);
            if (known) model = [...others, known];
            break;
          case "set": {
            model = [...others, entry];
            const evicted: number[] = [];
            while (sum() > maxSize) evicted.push((model.shift() as Entry).key);
            expect(cache.set(key, entry, entry.size)).toEqual(evicted);
            break;
          }
          case "delete":
            cache.delete(key);
            model = others;
            break;
          case "clear":
            cache.clear();
            model = [];
        }
        expect(cache.size).toBe(sum());
        for (let one = 0; one < 10; one += 1)
          expect(cache.has(one)).toBe(model.some((held) => held.key === one));
      }
    }),
  );
});

test("concurrent misses of one key count once, in any order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ key: fc.nat(3), size: fc.nat(9) }), { maxLength: 20 }),
      fc.scheduler(),
      async (wanted, order) => {
        const cache = new BoundedCache<number, Entry>(1000);
        const held = new Map<number, number>();
        const read = async (entry: Entry) => {
          if (cache.get(entry.key)) return;
          await order.schedule(Promise.resolve());
          cache.set(entry.key, entry, entry.size);
          held.set(entry.key, entry.size);
        };
        const reads = wanted.map(read);
        await order.waitAll();
        await Promise.all(reads);
        expect(cache.size).toBe([...held.values()].reduce((sum, size) => sum + size, 0));
      },
    ),
  );
});

test("an entry that is larger than the cache is not kept, and a new value may replace a large one", () => {
  const cache = new BoundedCache<string, string>(3);
  expect(cache.set("a", "1234", 4)).toEqual(["a"]);
  cache.set("b", "12", 2);
  cache.set("b", "123", 3);
  expect([cache.get("b"), cache.size]).toEqual(["123", 3]);
});
