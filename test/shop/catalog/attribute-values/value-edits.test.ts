/** Value edits are effective at once for every reader, and applied in the background, also after a crash. */
import { beforeEach, describe, expect, test } from "vitest";
import { editValues, valueRewrites } from "../../../../src/shop/catalog/attribute-values/value-edits.js";
import type { ProductDoc, ScopedValues, ValueEditsDoc } from "../../../../src/shop/data/entities/catalog.js";
import { MemoryStorage } from "../../../../src/engine/storage/memory.js";
import { RewritingStorage } from "../../../../src/engine/storage/rewriting-storage.js";
import type { Query } from "../../../../src/engine/filters/query.js";
import type { Tx } from "../../../../src/engine/storage/storage.js";
import { collections } from "../../../../src/shop/data/collections.js";

/** The storage below the rewriting one, which shows the edits that are applied. */
let inner: MemoryStorage;
let storage: ReturnType<typeof editing>;
let reports: unknown[];

const product = (id: number, values: ScopedValues): ProductDoc => {
  return { id, set: 4, type: "simple", sku: `sku-${id}`, website_ids: [], values } as unknown as ProductDoc;
};

const editing = () => new RewritingStorage(inner, valueRewrites, (error) => reports.push(error));

/** Three products, of which the first two have the value that will be removed. */
beforeEach(async () => {
  reports = [];
  inner = new MemoryStorage({ collections, freeze: true });
  storage = editing();
  await storage.write(async (tx) => {
    await tx.put("products", product(1, { 0: { a: "x", b: 1 }, s1: { a: "y" } }));
    await tx.put("products", product(2, { 0: { a: "x" } }));
    await tx.put("products", product(3, { 0: { b: 1 } }));
  });
});

const removeValues = (tx: Tx) => editValues(tx, [{ kind: "remove", attribute_code: "a" }]);

/** Leaves edits recorded but not applied, as a crash does. */
async function interrupted(): Promise<void> {
  await storage.stop();
  await storage.write(removeValues);
  expect((await stored(1))?.values["0"]).toHaveProperty("a");
}

const stored = (id: number) => inner.read((tx) => tx.get("products", id));
const waiting = async () =>
  ((await inner.read((tx) => tx.get("settings", "value_edits"))) as ValueEditsDoc).edits;

const is = (value: unknown): Query => ({ where: [{ path: ["values.s1.a", "values.0.a"], op: "eq", value }] });

describe("while an edit is pending", () => {
  beforeEach(interrupted);

  test("get and by return edited products", async () => {
    await storage.read(async (tx) => {
      expect((await tx.get("products", 1))?.values).toEqual({ 0: { b: 1 } });
      expect((await tx.by("products", "sku", ["sku-2"]))?.values).toEqual({ 0: {} });
      expect(await tx.get("products", 99)).toBeUndefined();
    });
  });

  test("find and count use edited values, with conditions, groups and limits", async () => {
    await storage.read(async (tx) => {
      const ids = async (query: Query) => (await tx.find("products", query)).map(({ id }) => id);
      expect(await ids(is("x"))).toEqual([]);
      expect(await ids({ any: [is("x").where ?? []] })).toEqual([]);
      expect(await ids({ where: [{ path: "values.0.a", op: "null" }], limit: 2 })).toEqual([1, 2]);
      expect(await ids({ where: [{ path: "values.0.b", op: "eq", value: 1 }], after: 1 })).toEqual([3]);
      expect(await tx.count("products", is("x"))).toBe(0);
      expect(await tx.count("products")).toBe(3);
    });
  });

  test("scan returns edited products", async () => {
    const seen: ProductDoc[] = [];
    for await (const batch of storage.scan("products", { limit: 2 })) seen.push(...batch);
    expect(seen.map(({ values }) => values)).toEqual([{ 0: { b: 1 } }, { 0: {} }]);
    for await (const batch of storage.scan("products", is("x"))) expect(batch).toEqual([]);
  });

  test("a product is stored with its edits, and the edit does not find it again", async () => {
    await storage.write(async (tx) => {
      const found = (await tx.get("products", 2)) as ProductDoc;
      await tx.put("products", { ...found, values: { 0: { a: "new" } } });
      await tx.put("products", product(4, { 0: { a: "new" } }));
    });
    const next = editing();
    next.start();
    await next.settled();

    expect((await stored(1))?.values).toEqual({ 0: { b: 1 } });
    expect((await stored(2))?.values).toEqual({ 0: { a: "new" } });
    expect((await stored(4))?.values).toEqual({ 0: { a: "new" } });
    expect(await waiting()).toEqual([]);
  });
});

describe("in the background", () => {
  test("only products with the value are rewritten", async () => {
    const untouched = await stored(3);
    await storage.write(removeValues);
    await storage.settled();

    expect((await stored(1))?.values).toEqual({ 0: { b: 1 } });
    expect(await stored(3)).toBe(untouched);
    expect(await waiting()).toEqual([]);
    expect(reports).toEqual([]);
  });

  test("an edit of a concurrent transaction is also applied", async () => {
    await storage.write(removeValues);
    await storage.write((tx) => editValues(tx, [{ kind: "remove", attribute_code: "b" }]));
    await storage.settled();
    expect((await stored(3))?.values).toEqual({ 0: {} });
    expect(await waiting()).toEqual([]);
  });

  test("the work continues after the next start", async () => {
    await interrupted();
    const next = editing();
    next.start();
    await next.settled();
    expect((await stored(1))?.values).toEqual({ 0: { b: 1 } });
  });

  test("a state that replaces the old one is not edited", async () => {
    await storage.write(removeValues);
    await storage.replace([{ collection: "products", doc: product(1, { 0: { a: "other" } }) }]);
    await storage.settled();
    expect((await stored(1))?.values).toEqual({ 0: { a: "other" } });
  });

  test("a refused transaction records nothing, and a storage failure is reported", async () => {
    const refused = storage.write(async (tx) => {
      await removeValues(tx);
      throw new Error("refused");
    });
    await expect(refused).rejects.toThrow("refused");
    expect(await inner.read((tx) => tx.get("settings", "value_edits"))).toBeUndefined();

    await inner.close();
    storage.start();
    await storage.settled();
    expect(reports).toHaveLength(1);
  });
});
