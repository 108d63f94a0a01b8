/** A table that is built of all its documents at once is the one that puts would have made. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  exactPart,
  foldedPart,
  numberIndex,
  textIndex,
  textListIndex,
} from "../../../src/engine/storage/collections.js";
import type { Doc } from "../../../src/engine/storage/storage.js";
import { Table } from "../../../src/engine/storage/table.js";

const def = {
  key: "int",
  unique: { sku: [foldedPart("sku")], place: [exactPart("row"), exactPart("column")] },
  index: [textIndex("sku"), textIndex("type"), numberIndex("set"), textListIndex("values.*.name")],
} as const;
const name = "products";

const word = fc.constantFrom("a", "A", "b", "ab", "Ü", "ü", "10", "", null);
const docs = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 60 }),
    sku: fc.option(fc.string({ maxLength: 3 }), { nil: null }),
    row: word,
    column: fc.integer({ min: 0, max: 30 }),
    type: word,
    set: fc.integer({ min: 0, max: 4 }),
    values: fc.record({ 0: fc.record({ name: word }), s1: fc.record({ name: word }) }),
  }),
  { maxLength: 60 },
);

/** Undefined where put() refuses one, or puts it in place of another. */
function byPuts(all: readonly Doc[]): Table | undefined {
  const table = Table.empty(name, def);
  try {
    for (const doc of all) table.put(doc);
  } catch {
    return undefined;
  }
  return table.docs.size === all.length ? table : undefined;
}

/** Everything that a table answers. */
function contentOf(table: Table, all: readonly Doc[]) {
  return {
    docs: [...table.docs.entries()],
    indexes: table.orders.map((index) => [...index.ids({})]),
    owners: all.map((doc) => table.by("sku", [(doc as unknown as { sku: string }).sku ?? "none"])?.id),
  };
}

test("any documents are found as if they had been put one by one, also after changes", async () => {
  let [built, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(docs, docs, async (all, later) => {
      const [one, other] = [await Table.of(name, def, all), byPuts(all)];
      expect(one === undefined).toBe(other === undefined);
      if (!one || !other) return void (refused += 1);
      built += 1;
      expect(contentOf(one, all)).toEqual(contentOf(other, all));
      for (const table of [one, other]) {
        for (const doc of all.slice(0, 20)) table.del(doc.id);
        for (const doc of later) {
          try {
            table.put(doc);
          } catch {
            // The unique keys of both refuse the same.
          }
        }
      }
      expect(contentOf(one, later)).toEqual(contentOf(other, later));
    }),
    { numRuns: 300 },
  );
  expect(built).toBeGreaterThan(10);
  expect(refused).toBeGreaterThan(10);
});

test("thousands of documents in any order make one tree", async () => {
  const all = Array.from({ length: 5000 }, (_, at) => ({
    id: ((at * 7919) % 5000) + 1,
    set: at % 3,
    // More values than IndexEntries groups by a map; the last two occur many times.
    type: `${String(Math.min(at % 700, 400))}`,
    sku: `s${at}`,
  }));
  const table = await Table.of(name, def, all);
  expect([...(table?.docs.keys() ?? [])]).toEqual(Array.from({ length: 5000 }, (_, at) => at + 1));
  expect(table?.index("set", "number")?.at(2)).toEqual(
    all
      .filter(({ set }) => set === 2)
      .map(({ id }) => id)
      .sort((a, b) => a - b),
  );
  const idsOf = (value: string) =>
    all
      .filter(({ id, type }) => type === value && table?.docs.has(id))
      .map(({ id }) => id)
      .sort((a, b) => a - b);
  const check = () => {
    for (const value of ["7", "399", "400"])
      expect(table?.index("type", "text")?.at(value)).toEqual(idsOf(value));
  };
  check();
  expect(table?.by("sku", ["S4999"])).toBe(all[4999]);
  for (const { id } of all) if (id % 8 > 0) table?.del(id);
  check();
  for (const doc of all) if (doc.id % 4 > 0) table?.put(doc);
  check();
});

test.each([{ id: 1.5 }, { id: "1" }, { id: 1, type: ["a", "b"] }, { id: 1, sku: ["a", "b"] }])(
  "what put() refuses is left to it: %j",
  async (doc) => {
    expect(await Table.of(name, def, [doc as Doc])).toBeUndefined();
  },
);
