/** A restored version survives a crash, whether stored as a difference or as a new JSON file. */
import fc from "fast-check";
import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { State } from "../../../src/engine/storage/state.js";
import type { Storage, Version } from "../../../src/engine/storage/storage.js";
import { customer, next, product, put, stateOf } from "./support/documents.js";
import { afterCrash, open } from "./support/folders.js";
import { collections } from "../../../src/shop/data/collections.js";

/** Documents swap unique keys: no order of single puts could restore them. */
async function goAway(storage: Storage): Promise<void> {
  const moves = [product(1, { sku: "x" }), product(2, { sku: "a" }), product(1, { sku: "b" }), product(3)];
  await put(storage, ...moves);
  await next(storage, "order");
  await next(storage, "other");
}

test.each([
  { title: "a record of what differs", options: {}, files: ["db.json", "journal-000001.log"] },
  { title: "a new JSON file", options: { differenceUnits: 1 }, files: ["db.json", "journal-000002.log"] },
])("a restored version is found after a crash: $title", async ({ options, files }) => {
  const folder = await temporaryFolder();
  const storage = await open(folder, options);
  await put(storage, product(1, { sku: "a" }), product(2, { sku: "b" }));
  await next(storage, "order");
  const [version, before] = [await storage.version(), await stateOf(storage)];

  await goAway(storage);
  await storage.restore(version);
  expect((await readdir(folder)).filter((name) => /^(db|journal)/.test(name)).sort()).toEqual(files);
  await afterCrash(folder);

  const again = await open(folder);
  expect(await stateOf(again)).toEqual(before);
  expect(await next(again, "order")).toBe(2);
});

test("what is kept stays as it is", async () => {
  const folder = await temporaryFolder();
  const storage = await open(folder);
  await put(storage, product(1));
  await storage.write((tx) => tx.put("customers", customer(1)));
  const version = await storage.version();
  await put(storage, product(1, { sku: "changed" }), product(2));
  await storage.write((tx) => tx.put("customers", customer(2)));

  await storage.restore(version, ["customers"]);
  const after = await stateOf(storage);
  expect(after.map((record) => ("doc" in record ? `${record.collection} ${record.doc.id}` : ""))).toEqual([
    "products 1",
    "customers 1",
    "customers 2",
  ]);
  await afterCrash(folder);
  expect(await stateOf(await open(folder))).toEqual(after);
});

test("a version that was restored but for some collections is not mistaken for what there was then", async () => {
  const folder = await temporaryFolder();
  const storage = await open(folder);
  await storage.write((tx) => tx.put("customers", customer(1)));
  const [version, before] = [await storage.version(), await stateOf(storage)];
  await storage.write((tx) => tx.put("customers", customer(2)));
  await put(storage, product(1));

  await storage.restore(version, ["customers"]);
  await storage.restore(version);
  await afterCrash(folder);
  expect(await stateOf(await open(folder))).toEqual(before);
});

type Step =
  | { readonly does: "write"; readonly id: number; readonly sku: number }
  | { readonly does: "keep" | "crash" | "close" }
  | {
      readonly does: "restore";
      readonly which: number;
      readonly keeps: boolean;
    };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant("write" as const), id: fc.nat(4), sku: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom("keep" as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom("crash" as const, "close" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant("restore" as const),
      which: fc.nat(20),
      keeps: fc.boolean(),
    }),
  },
);

test("after any sequence of writes, restores and losses of power, the state is the acknowledged one", async () => {
  const run = fc.asyncProperty(
    fc.array(step, { minLength: 5, maxLength: 40 }),
    fc.constantFrom(undefined, 1, 2_000),
    fc.constantFrom(undefined, 400),
    async (steps, journalBytes, differenceUnits) => {
      const folder = await temporaryFolder();
      const options = { journalBytes, differenceUnits };
      let storage = await open(folder, options);
      const versions: Version[] = [State.empty(collections)];
      let count = 0;
      for (const one of steps) {
        if (one.does === "write") {
          const fields = { sku: `sku-${one.sku}`, count: (count += 1) };
          // A key that another one has is refused, and changes nothing.
          await put(storage, product(one.id, fields)).catch(() => {});
          await storage.write((tx) => tx.put("customers", customer(one.id, { count })));
          if (one.sku === 0) await next(storage, "order");
        } else if (one.does === "keep") versions.push(await storage.version());
        else if (one.does === "restore") {
          const version = versions[one.which % versions.length] as Version;
          const kept = await stateOf(storage);
          await storage.restore(version, one.keeps ? ["customers"] : []);
          expect(await stateOf(storage)).toEqual(await expected(version, one.keeps ? kept : undefined));
        } else {
          const before = await stateOf(storage);
          await (one.does === "crash" ? afterCrash(folder) : storage.close());
          storage = await open(folder, options);
          expect(await stateOf(storage)).toEqual(before);
        }
      }
      await storage.close();
    },
  );
  await fc.assert(run, { numRuns: 60 });
});

/** The version, with the customers of what there was where these are kept. */
async function expected(version: Version, kept: Awaited<ReturnType<typeof stateOf>> | undefined) {
  const state = await State.of(collections, version.records());
  const all = kept ? state.withTablesOf(await State.of(collections, kept), ["customers"]) : state;
  const records = [];
  for await (const record of all.records()) records.push(record);
  return records;
}
