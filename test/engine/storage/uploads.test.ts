/** Bytes on their way in, in a folder and in a database: the same promises. */
import { mkdtemp, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, type TestContext } from "vitest";
import { readAddress } from "../../../src/engine/storage/postgres/address.js";
import { openPostgresStorage } from "../../../src/engine/storage/postgres/open.js";
import { FolderUploads, type Uploads } from "../../../src/engine/storage/uploads.js";
import { administer, createDatabase } from "../../support/postgres.js";
import { collections } from "../../../src/shop/data/collections.js";

interface Place {
  readonly uploads: Uploads;
  /** As another process finds them. */
  readonly again: () => Promise<Uploads>;
  /** Puts the last part of one so far into the past. */
  readonly age: (name: string, seconds: number) => Promise<void>;
}

type OnTestFinished = TestContext["onTestFinished"];

async function inFolder(onTestFinished: OnTestFinished): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "uploads-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return {
    uploads: new FolderUploads(join(folder, "new")),
    again: async () => new FolderUploads(join(folder, "new")),
    age: async (name, seconds) => {
      const time = Date.now() / 1000 - seconds;
      await utimes(join(folder, "new", name), time, time);
    },
  };
}

async function inDatabase(onTestFinished: OnTestFinished): Promise<Place> {
  const { url, port, name: database, drop } = await createDatabase();
  onTestFinished(drop);
  const again = async () => {
    const storage = await openPostgresStorage(readAddress(url), { collections });
    onTestFinished(() => storage.close());
    return storage.shared.uploads;
  };
  const age = (name: string, seconds: number) =>
    administer(
      port,
      `update store_api.uploads set written_at = now() - interval '${seconds} seconds' where name = '${name}'`,
      database,
    );
  return { uploads: await again(), again, age };
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of chunks) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
const put = (uploads: Uploads, name: string, at: number, text: string) =>
  uploads.append(name, at, Buffer.from(text));

describe.each([
  ["in a folder", inFolder],
  ["in a database", inDatabase],
])("uploads %s", (_where, place) => {
  test("grow by what follows on what is there, and by nothing else", async ({ onTestFinished }) => {
    const { uploads } = await place(onTestFinished);
    expect(await uploads.size("a")).toBe(0);
    expect(await put(uploads, "a", 3, "no")).toBe(false);
    expect(await put(uploads, "a", 0, "hello ")).toBe(true);
    expect(await put(uploads, "a", 0, "hello ")).toBe(false);
    expect(await put(uploads, "a", 6, "world")).toBe(true);
    expect([await uploads.size("a"), await uploads.size("b")]).toEqual([11, 0]);
    expect(await bytesOf(uploads.read("a"))).toBe("hello world");
  });

  test.each([
    [0, 11, "hello world"],
    [4, 8, "o wo"],
    [6, 7, "w"],
    [6, 99, "world"],
    [11, 99, ""],
  ])("are read from %i to %i", async (from, to, text) => {
    const cleanups: (() => unknown)[] = [];
    const { uploads } = await place(((cleanup: () => unknown) => cleanups.push(cleanup)) as never);
    await put(uploads, "a", 0, "hello ");
    await put(uploads, "a", 6, "world");
    expect(await bytesOf(uploads.read("a", from, to))).toBe(text);
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  test("are there for another process", async ({ onTestFinished }) => {
    const { uploads, again } = await place(onTestFinished);
    await put(uploads, "a", 0, "hello ");
    const other = await again();
    expect(await other.size("a")).toBe(6);
    expect(await put(other, "a", 6, "world")).toBe(true);
    expect(await bytesOf(uploads.read("a"))).toBe("hello world");
    await other.remove("a");
    expect(await uploads.size("a")).toBe(0);
  });

  test("go when they are old, or when there are many", async ({ onTestFinished }) => {
    const { uploads, age } = await place(onTestFinished);
    for (const [at, name] of ["a", "b", "c", "d"].entries()) {
      await put(uploads, name, 0, name);
      await age(name, 100 - at);
    }
    await uploads.removeOld({ count: 3, seconds: 98.5 });
    expect(await Promise.all(["a", "b", "c", "d"].map((name) => uploads.size(name)))).toEqual([0, 0, 1, 1]);
    await uploads.removeOld({ count: 1, seconds: 1000 });
    expect(await Promise.all(["c", "d"].map((name) => uploads.size(name)))).toEqual([0, 1]);
  });
});

test("uploads in a folder are for the owner of the process alone", async ({ onTestFinished }) => {
  const folder = await mkdtemp(join(tmpdir(), "uploads-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const place = join(folder, "new");
  await put(new FolderUploads(place), "a", 0, "secret");
  const modes = await Promise.all([place, join(place, "a")].map(async (path) => (await stat(path)).mode));
  expect(modes.map((mode) => (mode & 0o077).toString(8))).toEqual(["0", "0"]);
});
