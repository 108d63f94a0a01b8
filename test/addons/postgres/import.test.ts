/** A whole state is imported while another process reads and writes: nobody sees a part of it, and few calls wait. */
import { expect, onTestFinished, test, vi } from "vitest";
import { parsePostgresAddress } from "../../../src/addons/postgres/address.js";
import { openPostgresStorage } from "../../../src/addons/postgres/open.js";
import type { PostgresStorage } from "../../../src/addons/postgres/storage.js";
import type { StateRecord, Tx } from "../../../src/engine/storage/storage.js";
import { collections } from "../../../src/shop/data/collections.js";
import { createDatabase } from "../../support/postgres.js";
import { ask } from "../../support/postgres-cluster.js";
import { all, ids, next, product, put } from "../../engine/storage/support/documents.js";

vi.setConfig({ testTimeout: 90_000 });

/** More than are sent to the database at once. */
const count = 6000;

async function openTwo() {
  const database = await createDatabase();
  onTestFinished(database.drop);
  const open = () => openPostgresStorage(parsePostgresAddress(database.url), { collections });
  const storages = await Promise.all([open(), open()]);
  onTestFinished(() => Promise.all(storages.map((one) => one.close())).then(() => {}));
  return { ...database, storages };
}

/** @param half what happens when half of it has been read */
async function* state(half: () => Promise<void>, size = count): AsyncGenerator<StateRecord> {
  for (let id = 1; id <= size; id += 1) {
    if (id === size - 100) await half();
    yield { collection: "products", doc: product(id) };
  }
  yield { sequence: "product", value: size };
}

function promise() {
  let resolve = () => {};
  const done = new Promise<void>((settle) => (resolve = settle));
  return { done, resolve };
}

const imported = Array.from({ length: count }, (_, at) => at + 1);
const nameOf = async (storage: PostgresStorage, id: number) =>
  (await storage.read((tx) => tx.get("products", id)))?.sku;

test("others write during an import, and nobody sees a part of it", async () => {
  const { storages } = await openTwo();
  const [one, other] = storages;
  await put(one, product(1, { sku: "former" }), product(7000));
  const [reached, goOn] = [promise(), promise()];
  const replacing = one.replace(
    state(async () => {
      reached.resolve();
      await goOn.done;
    }),
  );
  await reached.done;
  for (const storage of storages) {
    await put(storage, product(1, { sku: "changed meanwhile" }));
    await storage.write((tx) => tx.put("categories", { id: 900, parent_id: 1 } as never));
    expect(await ids(storage)).toEqual([1, 7000]);
    expect(await nameOf(storage, 1)).toBe("changed meanwhile");
  }
  goOn.resolve();
  await replacing;
  for (const storage of storages) {
    expect(await ids(storage)).toEqual(imported);
    expect(await nameOf(storage, 1)).toBe("sku-1");
    expect(await storage.read((tx) => tx.get("categories", 900))).toBeUndefined();
  }
  expect(await next(other, "product")).toBe(count + 1);
});

test.each(["breaks off", "holds what cannot be stored"])(
  "the former state stays when what comes %s",
  async (how) => {
    const { url, name, port, storages } = await openTwo();
    const [one, other] = storages;
    await put(one, product(1, { sku: "former" }));
    const content = async function* () {
      yield* state(async () => {
        await put(other, product(2, { sku: "meanwhile" }));
        if (how === "breaks off") throw new Error("broke off");
      });
      yield { collection: "products", doc: product(count + 1, { sku: "sku-1" }) } as StateRecord;
    };
    await expect(one.replace(content())).rejects.toThrow(
      how === "breaks off" ? "broke off" : "another document already has sku",
    );
    expect(await ids(one)).toEqual([1, 2]);
    expect(await nameOf(other, 2)).toBe("meanwhile");
    // Nothing is left of it, and it may come again.
    const tables = "select count(*)::int as count from pg_class where relname = 'products' and relkind = 'r'";
    await expect
      .poll(async () => (await ask({ port }, tables, name))[0], { timeout: 100_000 })
      .toEqual({ count: 1 });
    const again = await openPostgresStorage(parsePostgresAddress(url), { collections });
    await again.replace(state(async () => {}));
    await again.close();
    expect(await ids(one)).toEqual(imported);
  },
);

test("documents created during an import get IDs above the imported ones", async () => {
  const { storages } = await openTwo();
  const [one, other] = storages;
  let isOver = false;
  const replacing = one.replace(state(async () => {})).then(() => (isOver = true));
  const taken: number[] = [];
  while (!isOver) {
    const id = await other.write(async (tx) => {
      const number = await tx.next("product");
      await tx.put("products", product(number));
      return number;
    });
    taken.push(id);
  }
  await replacing;
  expect(taken.length).toBeGreaterThan(0);
  const left = (await ids(one)).filter((id) => id > count);
  expect(await ids(one)).toEqual([...imported, ...left]);
  expect(left.every((id) => taken.includes(id))).toBe(true);
});

test("an import does not deadlock with a write of the same documents", async () => {
  const { port, name, storages } = await openTwo();
  const [one, other] = storages;
  const [writes, goOn] = [promise(), promise()];
  const same = (tx: Tx) => tx.put("products", product(7000, { sku: "sku-5" }));
  const writing = other.write(async (tx) => {
    // Nobody is alone while it is under way.
    await tx.find("orders");
    writes.resolve();
    await goOn.done;
    await same(tx);
    return tx.count("products");
  });
  await writes.done;
  // Quick: the database gives up a transaction that does nothing for seconds.
  const size = 200;
  const replacing = one.replace(state(async () => {}, size));
  const waiting = "select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted";
  const isWaiting = async () => (await ask<{ count: number }>({ port }, waiting, name))[0]?.count === 1;
  await expect.poll(isWaiting, { timeout: 100_000, interval: 10 }).toBe(true);
  goOn.resolve();
  expect(await writing).toBe(1);
  await replacing;
  expect(await ids(one)).toEqual(imported.slice(0, size));
  expect((await all(other.scan("products"))).flat()).toHaveLength(size);
});
