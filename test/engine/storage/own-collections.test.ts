/** A storage works with any collections: here those of a lending library, without loading any file of the shop. */
import { expect, onTestFinished, test } from "vitest";
import { exactPart, numberIndex, engineCollections } from "../../../src/engine/storage/collections.js";
import { openFileStorage } from "../../../src/engine/storage/file.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { parsePostgresAddress } from "../../../src/addons/postgres/address.js";
import { openPostgresStorage } from "../../../src/addons/postgres/open.js";
import type { Storage } from "../../../src/engine/storage/storage.js";
import { closedAtEnd, temporaryFolder } from "../../support/closed.js";
import { createDatabase } from "../../support/postgres.js";

interface BookDoc {
  readonly id: number;
  readonly isbn: string;
  readonly pages: number;
}

declare module "../../../src/engine/storage/documents.js" {
  interface Documents {
    books: BookDoc;
  }
}

declare module "../../../src/engine/storage/collections.js" {
  interface UniqueKeys {
    books: "isbn";
  }
}

const collections = {
  ...engineCollections,
  books: { key: "int", unique: { isbn: [exactPart("isbn")] }, index: [numberIndex("pages")] },
} as const;

const openings: Record<string, () => Promise<Storage>> = {
  memory: async () => new MemoryStorage({ collections, freeze: true }),
  file: async () => openFileStorage({ collections, folder: await temporaryFolder() }),
  postgres: async () => {
    const { url, drop } = await createDatabase();
    onTestFinished(drop);
    return openPostgresStorage(parsePostgresAddress(`${url}&schema=library`), { collections });
  },
};

test.each(Object.keys(openings))("%s", async (kind) => {
  const storage = closedAtEnd(await (openings[kind] as () => Promise<Storage>)());
  const add = (isbn: string, pages: number) =>
    storage.write(async (tx) => tx.put("books", { id: await tx.next("book"), isbn, pages }));
  await add("a", 300);
  await add("b", 100);
  await expect(add("a", 200)).rejects.toThrow("another document already has isbn");
  const long = await storage.read((tx) =>
    tx.find("books", { where: [{ path: "pages", op: "gt", value: 200 }] }),
  );
  expect(long).toEqual([{ id: 1, isbn: "a", pages: 300 }]);
  expect(await storage.read((tx) => tx.by("books", "isbn", ["b"]))).toMatchObject({ id: 2 });
  await expect(storage.read(async (tx) => tx.get("products", 1))).rejects.toThrow(
    /no collection products.*books|products/,
  );

  const version = await storage.version();
  await storage.write((tx) => tx.del("books", 1));
  await storage.restore(version);
  await add("c", 50);
  expect(await storage.read((tx) => tx.find("books"))).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }]);
});
