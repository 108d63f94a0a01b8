import fc from "fast-check";
import { expect, test } from "vitest";
import { rebase } from "../../../src/engine/storage/rebase.js";
import { State } from "../../../src/engine/storage/state.js";
import type { StateRecord } from "../../../src/engine/storage/storage.js";
import { all, product } from "./support/documents.js";
import { collections } from "../../../src/shop/data/collections.js";

const records = fc
  .uniqueArray(fc.tuple(fc.nat(12), fc.nat(6)), {
    comparator: ([a, x], [b, y]) => a === b || x === y,
    maxLength: 6,
  })
  .chain((docs) =>
    fc
      .record({ count: fc.nat(2) })
      .map(({ count }): StateRecord[] => [
        ...docs
          .sort(([a], [b]) => a - b)
          .map(([id, sku]) => ({ collection: "products" as const, doc: product(id, { sku: `sku-${sku}` }) })),
        ...(count > 0 ? [{ sequence: "product", value: count }] : []),
      ]),
  );

test("a rebased state says the same, and shares every document that is equal", async () => {
  const run = fc.asyncProperty(records, records, async (wanted, present) => {
    const [state, base] = [
      await State.of(collections, structuredClone(wanted)),
      await State.of(collections, structuredClone(present)),
    ];
    const rebased = await rebase(state, base);
    expect(await all(rebased.records())).toEqual(wanted);
    expect(await all(base.records())).toEqual(present);
    for (const doc of rebased.table("products").docs.values()) {
      const before = base.table("products").docs.get(doc.id);
      if (before && JSON.stringify(before) === JSON.stringify(doc)) expect(doc).toBe(before);
      expect(rebased.table("products").by("sku", [(doc as unknown as { sku: string }).sku])).toBe(doc);
    }
  });
  await fc.assert(run, { numRuns: 300 });
});

test("equal states share their trees", async () => {
  const many = Array.from({ length: 1000 }, (_, id) => ({
    collection: "products" as const,
    doc: product(id),
  }));
  const [state, base] = [
    await State.of(collections, structuredClone(many)),
    await State.of(collections, many),
  ];
  const rebased = await rebase(state, base);
  expect(rebased.table("products")).toBe(base.table("products"));
});
