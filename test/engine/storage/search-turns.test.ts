import { expect, test } from "vitest";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import type { Doc } from "../../../src/engine/storage/storage.js";
import { collections } from "../../../src/shop/data/collections.js";

/** Documents whose text makes a pattern work for a millisecond or so. */
const documents = Array.from({ length: 200 }, (_, index) => ({
  id: index + 1,
  sku: `s${index}`,
  text: "a".repeat(65_535),
}));

test("a search that is slow for few documents lets other work run", async () => {
  const storage = new MemoryStorage({ collections });
  await storage.write(async (tx) => {
    for (const doc of documents) await tx.put("products", doc as unknown as never);
  });
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);

  const query = { where: [{ path: "text", op: "like", value: `%${"a_".repeat(480)}b%` }] } as const;
  const found = await storage.read((tx) => tx.find("products", query) as Promise<Doc[]>);
  isOver = true;

  expect(found).toEqual([]);
  expect(turns).toBeGreaterThan(5);
});
