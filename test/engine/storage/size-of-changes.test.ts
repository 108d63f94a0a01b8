/** What a fork has of its own, counted step by step and all at once. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { SizeOfChanges } from "../../../src/engine/storage/size-of-changes.js";
import { product, put } from "./support/documents.js";
import { collections } from "../../../src/shop/data/collections.js";

const step = fc.oneof(
  fc.record({ put: fc.integer({ min: 1, max: 20 }), sku: fc.string({ maxLength: 8 }) }),
  fc.record({ delete: fc.integer({ min: 1, max: 20 }) }),
  fc.constant("count" as const),
  fc.constant("go back" as const),
);

test("counted in between or not, the size is the same", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const storage = new MemoryStorage({ collections });
      await put(storage, ...Array.from({ length: 10 }, (_, at) => product(1 + at)));
      const origin = await storage.version();
      const size = new SizeOfChanges(origin);
      for (const what of steps) {
        if (what === "count") await size.at(await storage.version());
        else if (what === "go back") await storage.restore(origin);
        else if ("delete" in what) await storage.write((tx) => tx.del("products", what.delete));
        else await put(storage, product(what.put, { sku: `${what.put} ${what.sku}` }));
      }
      const now = await storage.version();
      expect(await size.at(now)).toBe(await new SizeOfChanges(origin).at(now));
      expect(await size.at(origin)).toBe(0);
    }),
  );
});

test("only what is not of the origin counts, as JSON", async () => {
  const storage = new MemoryStorage({ collections });
  await put(storage, product(1), product(2));
  const size = new SizeOfChanges(await storage.version());
  const changed = product(2, { sku: "changed" });
  await put(storage, changed);
  const one = await storage.version();
  await storage.write((tx) => tx.del("products", 1));
  const both = Promise.all([size.at(one), size.at(await storage.version())]);
  const length = JSON.stringify(changed).length;
  expect(await both).toEqual([length, length]);
});
