/** A disk that is full, and a stop that must not take long. */
import { readdir } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { StorageFullError } from "../../../src/engine/storage/storage.js";
import { ids, next, product, put } from "./support/documents.js";
import { faultyFiles } from "./support/faulty-files.js";
import { afterCrash, journalFiles, open } from "./support/folders.js";

/** A disk with or without room. */
function limitedFiles() {
  const room = { isThere: true };
  const files = faultyFiles((step) => {
    if (room.isThere || !/^(write|open w)/.test(step)) return;
    throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  });
  const asked = async () => ({ free: room.isThere ? 1e9 : 4_096, size: 1e9 });
  return { room, files: { ...files, room: asked } };
}

describe("without room", () => {
  test("writes are refused and known not to be stored, reads go on, and writing comes back by itself", async () => {
    const folder = await temporaryFolder();
    const { room, files } = limitedFiles();
    const storage = await open(folder, { files });
    await put(storage, product(1));
    room.isThere = false;
    const refused = await Promise.allSettled([
      put(storage, product(2)),
      put(storage, product(3)),
      next(storage, "n"),
    ]);
    for (const one of refused) {
      expect(one).toMatchObject({ status: "rejected", reason: expect.any(StorageFullError) as unknown });
      expect(one).toMatchObject({ reason: { refusal: { outcome: "not_stored" } } });
    }
    expect(storage.health()).toMatchObject({
      writable: false,
      reason: expect.stringContaining("ENOSPC") as unknown,
    });
    expect(await ids(storage)).toEqual([1]);
    await expect(put(storage, product(4))).rejects.toThrow(
      /free some space; writing then continues without a restart/,
    );

    room.isThere = true;
    await vi.waitFor(() => expect(storage.health()).toEqual({ writable: true }), {
      timeout: 100_000,
      interval: 20,
    });
    await put(storage, product(5));
    await afterCrash(folder);
    expect(await ids(await open(folder))).toEqual([1, 5]);
  });

  test("a transaction that began on a write which was taken back is refused too", async () => {
    const { room, files } = limitedFiles();
    const storage = await open(await temporaryFolder(), { files });
    await put(storage, product(1));
    room.isThere = false;
    const first = put(storage, product(2));
    const second = storage.write(async (tx) => {
      expect(await tx.get("products", 2)).toBeDefined();
      // There is room again before it ends: it must not bring the refused one along.
      await expect(first).rejects.toThrow(StorageFullError);
      room.isThere = true;
      await vi.waitFor(() => expect(storage.health().writable).toBe(true), {
        timeout: 100_000,
        interval: 20,
      });
      await tx.put("products", product(3));
    });
    await expect(second).rejects.toMatchObject({ refusal: { outcome: "not_stored" } });
    expect(await ids(storage)).toEqual([1]);
    await put(storage, product(4));
    expect(await ids(storage)).toEqual([1, 4]);
  });

  test("a checkpoint leaves nothing behind, and the writes go on in the journal", async () => {
    const folder = await temporaryFolder();
    const reports: string[] = [];
    const files = faultyFiles((step, path) => {
      if (step !== "write" || !path.endsWith(".tmp")) return;
      throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
    });
    // The first JSON file is made while there is room.
    await (await open(folder)).close();
    const storage = await open(folder, {
      files,
      journalBytes: 100,
      report: (message) => reports.push(message),
    });
    await put(storage, product(1));
    await put(storage, product(2));
    await vi.waitFor(() => expect(reports).toHaveLength(1), { timeout: 100_000, interval: 20 });
    expect(await readdir(folder)).not.toContain("db.json.tmp");
    expect(reports).toEqual([expect.stringContaining("free some space, then it is retried")]);
    expect(storage.health()).toEqual({ writable: true });
    await afterCrash(folder);
    expect(await ids(await open(folder))).toEqual([1, 2]);
  });
});

test("a restore without room for the JSON file is refused like a write, and nothing of it is stored", async () => {
  const folder = await temporaryFolder();
  const { room, files } = limitedFiles();
  const storage = await open(folder, { files, differenceUnits: 1 });
  await put(storage, product(1));
  room.isThere = false;
  const refused = storage.replace([{ collection: "products", doc: product(2) }]);
  await expect(refused).rejects.toThrow(StorageFullError);
  await expect(refused).rejects.toThrow(/writing the JSON file failed \(ENOSPC/);
  expect(await ids(storage)).toEqual([1]);
  room.isThere = true;
  await storage.replace([{ collection: "products", doc: product(3) }]);
  await afterCrash(folder);
  expect(await ids(await open(folder))).toEqual([3]);
});

test("a stop without room leaves everything in order: the start after it finds all that was stored", async () => {
  const folder = await temporaryFolder();
  const { room, files } = limitedFiles();
  const storage = await open(folder, { files });
  await put(storage, product(1));
  room.isThere = false;
  await expect(put(storage, product(2))).rejects.toThrow(StorageFullError);
  await storage.close();
  expect(await ids(await open(folder))).toEqual([1]);
});

describe("a stop", () => {
  test.each([
    { title: "a checkpoint", begin: (storage: Parameters<typeof put>[0]) => put(storage, product(2)) },
    {
      title: "a replacement",
      begin: (storage: Parameters<typeof put>[0]) =>
        storage.replace([{ collection: "products", doc: product(9) }]),
    },
  ])("does not wait for $title that takes long", async ({ begin }) => {
    const folder = await temporaryFolder();
    let isSlow = false;
    const files = faultyFiles(async (step, path) => {
      if (isSlow && step === "write" && path.endsWith(".tmp")) await setTimeout(300);
    });
    const storage = await open(folder, { files, journalBytes: 10, differenceUnits: 1 });
    await put(storage, product(1, { text: "x".repeat(3_000_000) }));
    await setTimeout(200);
    isSlow = true;
    const begun = begin(storage).catch(() => {});
    await setTimeout(50);
    const started = performance.now();
    await storage.close();
    expect(performance.now() - started).toBeLessThan(8_000);
    await begun;
    expect((await ids(await open(folder)))[0]).toBe(1);
  });

  test("of a large shop writes no JSON file: the journal ends with a word that it is whole", async () => {
    const folder = await temporaryFolder();
    const storage = await open(folder);
    await storage.replace([
      { collection: "products", doc: product(1, { text: "x".repeat(33 * 1024 * 1024) }) },
    ]);
    await put(storage, product(2));
    await storage.close();
    expect(await journalFiles(folder)).toHaveLength(1);
    const reports: string[] = [];
    expect(await ids(await open(folder, { report: (message) => reports.push(message) }))).toEqual([1, 2]);
    expect(reports).toEqual([]);
  });
});
