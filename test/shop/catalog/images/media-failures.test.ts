/** Image files when the disk or the storage fails, and after a crash at any step. */
import { cp } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../support/closed.js";
import { minimalRecords } from "../../../../src/shop/states/dataset.js";
import { firstVersion } from "../../../../src/shop/states/migrations/migrations.js";
import { DiskFiles } from "../../../../src/shop/media/disk-files.js";
import { openFileStorage } from "../../../../src/engine/storage/file.js";
import { MemoryStorage } from "../../../../src/engine/storage/memory.js";
import { StorageReadOnlyError } from "../../../../src/engine/storage/storage.js";
import { ImageShop } from "../../media/support/image-shop.js";
import { png } from "../../media/support/pictures.js";
import { faultyFiles } from "../../../engine/storage/support/faulty-files.js";
import { afterCrash } from "../../../engine/storage/support/folders.js";
import { collections } from "../../../../src/shop/data/collections.js";

const base64 = (bytes: Buffer) => bytes.toString("base64");

describe("if storing a file fails", () => {
  test("the call returns the fault of the operation, and nothing is left", async () => {
    let broken = false;
    const files = new DiskFiles(
      await temporaryFolder(),
      faultyFiles((step) => {
        if (broken && step === "sync") throw new Error("ENOSPC");
      }),
    );
    const shop = await ImageShop.open(1, { files });
    const file = await shop.add(1, png());
    const before = await shop.items(1);
    broken = true;
    const data = { file: { content: base64(png(2, 2)), mime: "image/png" } };
    expect(await shop.fault("create", 1, data)).toBe("not_created");
    expect(await shop.fault("update", 1, file, data)).toBe("not_updated");
    expect(shop.failures).toHaveLength(2);
    expect(await shop.items(1)).toEqual(before);
    expect(await shop.fileNames()).toEqual([file]);
    broken = false;
    expect(await shop.image("update", 1, file, data)).toBe(true);
  });

  test("or the storage fails, the new file is removed and the old one stays", async () => {
    class FailingStorage extends MemoryStorage {
      error: Error | undefined;
      override async write<R>(work: Parameters<MemoryStorage["write"]>[0]): Promise<R> {
        return super.write(async (tx) => {
          const result = await work(tx);
          if (this.error) throw this.error;
          return result as R;
        });
      }
    }
    const storage = new FailingStorage({ collections, freeze: true });
    const shop = await ImageShop.open(1, { storage });
    const file = await shop.add(1, png());
    storage.error = new StorageReadOnlyError("the disk is full");
    const data = { file: { content: base64(png(2, 2)), mime: "image/png" } };
    expect(await shop.fault("create", 1, data)).toBe("internal");
    expect(await shop.fault("update", 1, file, data)).toBe("internal");
    expect(await shop.fault("remove", 1, file)).toBe("internal");
    expect(await shop.fileNames()).toEqual([file]);
  });
});

describe("a crash", () => {
  /** Creates, replaces and removes images on a disk that fails at one step; returns the number of steps. */
  async function liveAndDie(folder: string, dyingStep: number): Promise<number> {
    let steps = 0;
    let isOpen = false;
    const files = faultyFiles(() => {
      if (!isOpen) return;
      if (steps >= dyingStep) throw new Error("the process is dead");
      steps += 1;
    });
    const storage = await openFileStorage({ collections, folder, files });
    isOpen = true;
    const shop = new ImageShop({ storage, files: new DiskFiles(folder, files) });
    try {
      await shop.add(1, png(1, 1), { name: "aa" });
      await shop.add(1, png(2, 2), { name: "bb" });
      const data = { file: { content: base64(png(3, 3)), mime: "image/png" } };
      await shop.image("update", 1, "/a/a/aa.png", data);
      await shop.image("remove", 1, "/b/b/bb.png");
      await shop.add(1, png(4, 4), { name: "bb" });
    } catch {
      // The response does not matter, only the state afterwards.
    }
    await storage.close().catch(() => {});
    return steps;
  }

  async function prepared(): Promise<string> {
    const folder = await temporaryFolder();
    const storage = await openFileStorage({ collections, folder });
    const shop = new ImageShop({ storage, files: new DiskFiles(folder) });
    await storage.replace(minimalRecords(firstVersion));
    await shop.call("catalog_product.create", "simple", 4, "mug", { name: "Mug" });
    await storage.close();
    return folder;
  }

  test("at any step leaves no file without a record after the next start", async () => {
    const beginning = await prepared();
    const copy = async () => {
      const folder = await temporaryFolder();
      await cp(beginning, folder, { recursive: true });
      return folder;
    };
    const all = await liveAndDie(await copy(), Infinity);
    expect(all).toBeGreaterThan(30);

    for (let dyingStep = 0; dyingStep < all; dyingStep += 1) {
      const folder = await copy();
      await liveAndDie(folder, dyingStep);
      await afterCrash(folder);

      const storage = await openFileStorage({ collections, folder });
      const shop = new ImageShop({ storage, files: new DiskFiles(folder) });
      const { missing } = await shop.media.sync(storage.scan("images"), () => undefined);
      const records = await shop.records();
      expect([dyingStep, missing]).toEqual([dyingStep, []]);
      expect(await shop.fileNames()).toEqual(records.map(({ stored_as }) => stored_as).sort());
      expect((await shop.items(1)).map(({ file }) => file).sort()).toEqual(
        records.map(({ file }) => file).sort(),
      );
      for (const { stored_as, size } of records) {
        const file = await shop.files.open(stored_as);
        expect(file?.size).toBe(size);
        await file?.close();
      }
      await storage.close();
    }
  });
});
