import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import {
  type DocOf,
  type Storage,
  StorageClosedError,
  type Tx,
  UniqueError,
} from "../../../src/engine/storage/storage.js";
import { conditions } from "./conditions.js";
import { all, category, customer, ids, next, order, product, put, stateOf } from "./support/documents.js";

/** Opens an empty storage. */
export type Open = () => Promise<Storage>;

/** The contract tests of every storage. A new storage needs a test file of ten lines. */
export function storageContract(name: string, openEmpty: Open): void {
  const open = async () => {
    const storage = await openEmpty();
    onTestFinished(() => storage.close());
    return storage;
  };

  describe(name, () => {
    transactions(open);
    snapshots(open);
    uniqueKeys(open);
    sequences(open, name);
    queries(open);
    conditions(open);
    pages(open);
    wholeState(open);
    versions(open);
    ending(open);
  });
}

/** Each draws the first number of a sequence. */
const undisturbed: Readonly<Record<string, (tx: Tx) => Promise<number>>> = {
  "the number it draws is the ID of a document of another collection": async (tx) => {
    const number = await tx.next("address");
    await tx.put("addresses", { id: number, customer_id: 1 } as DocOf<"addresses">);
    await tx.put("customers", customer(1, { email: "other@example.com" }));
    return number;
  },
  "it stores a new document twice": async (tx) => {
    const number = await tx.next("product");
    await tx.put("products", product(number));
    await tx.put("products", product(number, { sku: "Other" }));
    await tx.get("products", 7);
    for (const set of [4, 9]) await tx.put("products", product(7, { set }));
    return number;
  },
  "it deletes a new document and stores it again": async (tx) => {
    const number = await tx.next("product");
    for (const _ of [1, 2]) {
      await tx.put("products", product(number));
      await tx.del("products", number);
    }
    await tx.put("products", product(number));
    return number;
  },
  "it changes what other writes rely on": async (tx) => {
    const number = await tx.next("category");
    expect(await tx.get("categories", number)).toBeUndefined();
    for (const position of [1, 2]) {
      await tx.put("categories", category(position));
      expect(await tx.find("categories")).toMatchObject([{ position }]);
    }
    return number;
  },
};

function transactions(open: Open): void {
  test("a transaction sees its own writes, and others see them after its end", async () => {
    const storage = await open();
    await storage.write(async (tx) => {
      await tx.put("products", product(1, { sku: "Blue" }));
      expect(await tx.get("products", 1)).toMatchObject({ sku: "Blue" });
      expect(await tx.by("products", "sku", ["bLUE"])).toMatchObject({ id: 1 });
      expect(await tx.find("products", { where: [{ path: "set", op: "eq", value: 4 }] })).toHaveLength(1);
      expect(await tx.count("products")).toBe(1);
      expect(await storage.read((other) => other.get("products", 1))).toBeUndefined();
    });
    expect(await storage.read((tx) => tx.get("products", 1))).toMatchObject({ sku: "Blue" });
  });

  test("a read of any state since a write sees it", async () => {
    const storage = await open();
    for (let position = 1; position <= 3; position += 1) {
      await storage.write((tx) => tx.put("categories", category(position)));
      const since = performance.now();
      const read = () => storage.read((tx) => tx.get("categories", 1), { since });
      expect(await read()).toMatchObject({ position });
      expect(await read()).toMatchObject({ position });
    }
  });

  test("a transaction that rejects stores nothing", async () => {
    const storage = await open();
    await put(storage, product(1), product(2));
    const before = await stateOf(storage);
    const failing = storage.write(async (tx) => {
      await tx.put("products", product(1, { sku: "changed" }));
      await tx.put("products", product(3));
      await tx.del("products", 2);
      await tx.next("order:1");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await stateOf(storage)).toEqual(before);
    expect(await storage.read((tx) => tx.by("products", "sku", ["changed"]))).toBeUndefined();
  });

  test("del returns whether there was a document, and frees its unique key", async () => {
    const storage = await open();
    await put(storage, product(1, { sku: "a" }));
    const deleted = await storage.write(async (tx) => {
      const first = await tx.del("products", 1);
      await tx.put("products", product(2, { sku: "A" }));
      return [first, await tx.del("products", 1)];
    });
    expect(deleted).toEqual([true, false]);
    expect(await ids(storage)).toEqual([2]);
  });

  test("concurrent increments are all counted", async () => {
    const storage = await open();
    await put(storage, product(1, { qty: 0 }));
    await Promise.all(
      Array.from({ length: 100 }, () =>
        storage.write(async (tx) => {
          const found = (await tx.get("products", 1)) as unknown as { qty: number };
          await setTimeout(0);
          await tx.put("products", product(1, { qty: found.qty + 1 }));
        }),
      ),
    );
    expect(await storage.read((tx) => tx.get("products", 1))).toMatchObject({ qty: 100 });
  });

  test.each(Object.entries(undisturbed))(
    "a write that nobody disturbs runs once: %s",
    async (_name, work) => {
      const storage = await open();
      await storage.write((tx) => tx.put("customers", customer(1)));
      let runs = 0;
      const number = await storage.write(async (tx) => {
        runs += 1;
        return work(tx);
      });
      expect({ runs, number }).toEqual({ runs: 1, number: 1 });
    },
  );

  test("a transaction cannot be used after its end", async () => {
    const storage = await open();
    const tx = await storage.write(async (inside) => ({ inside }));
    const late = async () => tx.inside.put("products", product(1));
    await expect(late()).rejects.toThrow(StorageClosedError);
  });

  test("a transaction that was given up refuses every operation, and others write", async () => {
    const storage = await open();
    await put(storage, product(1));
    let late: Tx | undefined;
    const givenUp = storage.write(async (tx) => {
      late = tx;
      await tx.get("products", 1);
      await tx.put("products", product(2));
      await tx.next("order:1");
      // The handler goes on for ever; nobody waits for it.
      throw new Error("given up");
    });
    await expect(givenUp).rejects.toThrow("given up");
    const before = await stateOf(storage);
    const operations: Record<string, (tx: Tx) => unknown> = {
      get: (tx) => tx.get("products", 1),
      "get of what it has put": (tx) => tx.get("products", 2),
      by: (tx) => tx.by("products", "sku", ["sku-1"]),
      find: (tx) => tx.find("products"),
      count: (tx) => tx.count("products"),
      put: (tx) => tx.put("products", product(3)),
      del: (tx) => tx.del("products", 1),
      next: (tx) => tx.next("order:1"),
      "next without gaps": (tx) => tx.next("order:1", "gapless"),
      claim: (tx) => tx.claim("name"),
    };
    for (const [name, operation] of Object.entries(operations)) {
      const outcome = (async () => operation(late as Tx))();
      await expect(outcome, name).rejects.toThrow(StorageClosedError);
    }
    expect(await stateOf(storage)).toEqual(before);
    await put(storage, product(4));
    expect(await ids(storage)).toEqual([1, 4]);
  });

  test.each([1.5, "1", Number.NaN])("a key of the wrong kind is refused: %s", async (id) => {
    const storage = await open();
    await expect(put(storage, product(id as number))).rejects.toThrow(TypeError);
  });
}

function snapshots(open: Open): void {
  test("a read sees one state while others commit", async () => {
    const storage = await open();
    await put(storage, product(1, { set: 4 }), product(2, { set: 4 }));
    const seen = await storage.read(async (tx) => {
      const first = await tx.find("products");
      await put(storage, product(1, { set: 9, sku: "other" }), product(3));
      await storage.write((other) => other.del("products", 2));
      return {
        first,
        second: await tx.find("products"),
        sku: await tx.by("products", "sku", ["sku-1"]),
        indexed: await tx.count("products", { where: [{ path: "set", op: "eq", value: 4 }] }),
      };
    });
    expect(seen.second).toEqual(seen.first);
    expect(seen.sku).toMatchObject({ id: 1 });
    expect(seen.indexed).toBe(2);
    expect(await ids(storage)).toEqual([1, 3]);
  });

  test("a scan returns one state in batches and yields to other work", async () => {
    const storage = await open();
    await put(storage, ...Array.from({ length: 2_000 }, (_, at) => product(at + 1)));
    let batches = 0;
    const found: unknown[] = [];
    for await (const batch of storage.scan("products", { after: 10, limit: 1_500 })) {
      if ((batches += 1) === 1) await put(storage, product(1_999, { sku: "late" }), product(5_000));
      found.push(...batch.map((doc) => doc.id));
    }
    expect(batches).toBeGreaterThan(1);
    expect(found).toEqual(Array.from({ length: 1_500 }, (_, at) => at + 11));
  });
}

function uniqueKeys(open: Open): void {
  test("a second document with a unique key is refused, ignoring case, and ends the transaction", async () => {
    const storage = await open();
    await put(storage, product(1, { sku: "Grün" }));
    const swallowing = storage.write(async (tx) => {
      await tx.put("products", product(2));
      const swallow = async (doc: DocOf<"products">) => tx.put("products", doc);
      await swallow(product(3, { sku: "GRÜN" })).catch(() => {});
      await swallow(product(4)).catch(() => {});
    });
    await expect(swallowing).rejects.toThrow(UniqueError);
    await expect(put(storage, product(3, { sku: "grün" }))).rejects.toMatchObject({
      collection: "products",
      key: "sku",
    });
    expect(await ids(storage)).toEqual([1]);
  });

  test("a key of several parts is unique as a whole; exact parts are case-sensitive", async () => {
    const storage = await open();
    await storage.write(async (tx) => {
      await tx.put("customers", customer(1, { email: "A@x.org" }));
      await tx.put("customers", customer(2, { email: "a@x.org", website_id: 2 }));
      await tx.put("orders", order(1, { increment_id: "a" }));
      await tx.put("orders", order(2, { increment_id: "A" }));
    });
    const again = storage.write((tx) => tx.put("customers", customer(3, { email: "a@X.ORG" })));
    await expect(again).rejects.toThrow(UniqueError);
    const found = await storage.read((tx) => tx.by("customers", "email", [2, "A@X.org"]));
    expect(found).toMatchObject({ id: 2 });
  });

  test("a document may keep, change and drop its key", async () => {
    const storage = await open();
    await put(storage, product(1, { sku: "a" }));
    await put(storage, product(1, { sku: "A" }));
    await put(storage, product(1, { sku: "b" }), product(2, { sku: "a" }));
    await put(storage, product(1, { sku: null }), product(3, { sku: null }));
    expect(await storage.read((tx) => tx.by("products", "sku", ["a"]))).toMatchObject({ id: 2 });
  });
}

function sequences(open: Open, name: string): void {
  test("a refusal within a transaction uses up no number", async () => {
    const storage = await open();
    const take = (fail: boolean) =>
      storage.write(async (tx) => {
        const taken = [await tx.next("order:1"), await tx.next("order:1")];
        if (fail) throw new Error("no");
        return taken;
      });
    expect(await take(false)).toEqual([1, 2]);
    await expect(take(true)).rejects.toThrow("no");
    expect(await take(false)).toEqual([3, 4]);
  });

  test("concurrent writes get different numbers, without gaps", async () => {
    const storage = await open();
    const numbers = await Promise.all(Array.from({ length: 120 }, () => next(storage, "p")));
    // A database with several connections decides the order itself; the other storages run writes as they came.
    const inOrder = name === "postgres" ? numbers.toSorted((a, b) => a - b) : numbers;
    expect(inOrder).toEqual(Array.from({ length: 120 }, (_, at) => at + 1));
    expect(await next(storage, "q")).toBe(1);
  });
}

function queries(open: Open): void {
  test("find combines where, any, after and limit in order of id", async () => {
    const storage = await open();
    const docs = Array.from({ length: 300 }, (_, at) =>
      product(300 - at, { set: at % 3, website_ids: [at % 2, 7] }),
    );
    await put(storage, ...docs);
    const found = await storage.read((tx) =>
      tx.find("products", {
        where: [
          { path: "website_ids", op: "eq", value: 0 },
          { path: "id", op: "lteq", value: 200 },
        ],
        any: [
          [
            { path: "set", op: "eq", value: 1 },
            { path: "set", op: "gteq", value: 2 },
          ],
        ],
        after: 50,
        limit: 10,
      }),
    );
    const want = docs
      .filter((doc) => Number(doc.id) > 50 && Number(doc.id) <= 200)
      .filter((doc) => {
        const at = 300 - Number(doc.id);
        return at % 2 === 0 && at % 3 > 0;
      });
    expect(found).toEqual(want.reverse().slice(0, 10));
  });

  test("documents with text keys are in order too", async () => {
    const storage = await open();
    await storage.write(async (tx) => {
      for (const id of ["b", "a", "c"]) await tx.put("settings", { id } as never);
    });
    const found = await storage.read((tx) => tx.find("settings", { after: "a" }));
    expect(found.map((doc) => doc.id)).toEqual(["b", "c"]);
    expect(await storage.read((tx) => tx.find("settings", { limit: 0 }))).toEqual([]);
  });
}

/** Offset and limit: a page of a query is the corresponding part of all matches. */
function pages(open: Open): void {
  test.each([
    { title: "all", where: undefined },
    { title: "under an index", where: [{ path: "set", op: "eq", value: 4 } as const] },
    { title: "by comparison", where: [{ path: "id", op: "gt", value: 40 } as const] },
  ])("offset leaves out that many matches: $title", async ({ where }) => {
    const storage = await open();
    const products = Array.from({ length: 300 }, (_, at) => product(at * 3 + 1, { set: 4 + (at % 2) }));
    await put(storage, ...products);
    await storage.write((tx) => tx.del("products", 7));
    const found = await storage.read((tx) => tx.find("products", { where }));
    for (const offset of [0, 1, 2, 31, 32, 33, 100, found.length - 1, found.length, 1000]) {
      const page = await storage.read((tx) => tx.find("products", { where, offset, limit: 5 }));
      expect(page.map(({ id }) => id)).toEqual(found.slice(offset, offset + 5).map(({ id }) => id));
    }
  });
}

function wholeState(open: Open): void {
  test("records and replace transfer a whole state", async () => {
    const [one, other] = [await open(), await open()];
    expect(await one.isEmpty()).toBe(true);
    await put(one, product(1), product(2, { name: "Ünï\n☃" }));
    await one.write(async (tx) => {
      await tx.put("settings", { id: "x", value: null } as never);
      await tx.next("order:1");
    });
    await next(one, "product");
    await put(other, product(9));
    await next(other, "gone");

    await other.replace((await one.version()).records());

    expect(await stateOf(other)).toEqual(await stateOf(one));
    expect(await other.isEmpty()).toBe(false);
    expect(await next(other, "product")).toBe(2);
    expect(await next(other, "gone")).toBe(1);
    await other.replace([]);
    expect(await other.isEmpty()).toBe(true);
    expect(await all(other.scan("products"))).toEqual([]);
  });

  test("replace changes nothing if the content is refused", async () => {
    const storage = await open();
    await put(storage, product(1));
    const content = [product(2, { sku: "a" }), product(3, { sku: "A" })];
    const records = content.map((doc) => ({ collection: "products" as const, doc }));
    await expect(storage.replace(records)).rejects.toThrow(UniqueError);
    expect(await ids(storage)).toEqual([1]);
  });
}

function versions(open: Open): void {
  test("a version is immutable, and restoring it restores everything, sequences too", async () => {
    const storage = await open();
    await put(storage, product(1, { sku: "a" }), product(2, { sku: "b" }));
    await next(storage, "order");
    const [version, before] = [await storage.version(), await stateOf(storage)];
    // Documents swap unique keys: no order of single puts could restore them.
    await storage.write(async (tx) => {
      await tx.put("products", product(1, { sku: "x" }));
      await tx.put("products", product(2, { sku: "a" }));
      await tx.put("products", product(1, { sku: "b" }));
      await tx.put("orders", order(1));
      await tx.next("order");
      await tx.next("other");
    });
    expect(await all(version.records())).toEqual(before);

    await storage.restore(version);
    expect(await stateOf(storage)).toEqual(before);
    expect(await storage.read((tx) => tx.by("products", "sku", ["A"]))).toMatchObject({ id: 1 });
    expect([await next(storage, "order"), await next(storage, "other")]).toEqual([2, 1]);
    await storage.restore(version);
    await storage.restore(version);
    expect(await stateOf(storage)).toEqual(before);
  });

  test("a version of another storage can be restored, and shares nothing afterwards", async () => {
    const [one, other] = [await open(), await open()];
    await put(one, product(1), product(2));
    await put(other, product(2, { sku: "other" }), product(3));
    await other.restore(await one.version());
    await put(one, product(1, { sku: "later" }));
    await put(other, product(4));
    expect([await ids(one), await ids(other)]).toEqual([
      [1, 2],
      [1, 2, 4],
    ]);
    expect(await other.read((tx) => tx.get("products", 1))).toMatchObject({ sku: "sku-1" });
  });

  test("writes that wait for a restore run after it", async () => {
    const storage = await open();
    await put(storage, product(1));
    const version = await storage.version();
    const before = put(storage, product(2));
    const restored = storage.restore(version);
    const after = put(storage, product(3));
    await Promise.all([before, restored, after]);
    expect(await ids(storage)).toEqual([1, 3]);
  });

  test("a fork starts with the version and is independent of it", async () => {
    const storage = await open();
    await put(storage, product(1));
    const fork = new MemoryStorage({ version: await storage.version() });
    await put(fork, product(2), product(1, { sku: "forked" }));
    await put(storage, product(3));
    expect([await ids(storage), await ids(fork)]).toEqual([
      [1, 3],
      [1, 2],
    ]);
    expect(await storage.read((tx) => tx.get("products", 1))).toMatchObject({ sku: "sku-1" });
  });
}

function ending(open: Open): void {
  test("close waits for running writes; afterwards every call is refused", async () => {
    const storage = await open();
    const running = put(storage, product(1));
    await Promise.all([running, storage.close(), storage.close()]);
    const late = async () => storage.read(async () => 1);
    await expect(late()).rejects.toThrow(StorageClosedError);
    await expect(put(storage, product(2))).rejects.toThrow(StorageClosedError);
    expect(storage.health()).toMatchObject({ writable: false });
  });
}
