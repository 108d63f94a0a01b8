import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { imageFileDoc } from "../../../src/shop/catalog/images/images.js";
import type { ImageFileDoc } from "../../../src/shop/data/entities/catalog.js";
import { DiskFiles } from "../../../src/shop/media/disk-files.js";
import { MediaError, type MediaFiles } from "../../../src/engine/files/media-files.js";
import { MediaStore } from "../../../src/shop/media/media-store.js";
import { MemoryFiles } from "../../../src/engine/files/memory-files.js";
import { TransactionEffects } from "../../../src/engine/calls/transactions.js";
import { faultyFiles } from "../../engine/storage/support/faulty-files.js";

const mug = "/m/u/mug.png";
const bytes = Buffer.from("some bytes");

const record = (file: string, content: Buffer, stored_as = file): ImageFileDoc =>
  imageFileDoc({ file, product_id: 1, stored_as }, { bytes: content, type: "image/png" });

async function* listed(...records: ImageFileDoc[]) {
  yield records;
}

const nothing = () => undefined;

async function contentOf(files: MediaFiles, name: string): Promise<string | undefined> {
  const file = await files.open(name);
  if (!file) return undefined;
  const content = Buffer.from(await file.read(0, file.size)).toString();
  await file.close();
  return content;
}

async function namesOf(files: MediaFiles): Promise<string[]> {
  const names: string[] = [];
  for await (const name of files.names()) names.push(name);
  return names.sort();
}

describe.each([
  ["memory", async () => new MemoryFiles()],
  ["disk", async () => new DiskFiles(await temporaryFolder())],
])("image files in %s", (_kind, open: () => Promise<MediaFiles>) => {
  test("exist when put resolves, and stay after the commit", async () => {
    const files = await open();
    const effects = new TransactionEffects();
    const name = await new MediaStore(files).put(mug, bytes, effects);
    expect(name).toBe(mug);
    expect(await contentOf(files, mug)).toBe("some bytes");
    await effects.settle("afterCommit");
    expect(await namesOf(files)).toEqual([mug]);
  });

  test("are removed when the transaction is rolled back", async () => {
    const files = await open();
    const effects = new TransactionEffects();
    await new MediaStore(files).put(mug, bytes, effects);
    await effects.settle("onRollback");
    expect(await namesOf(files)).toEqual([]);
  });

  test("get another name while the earlier file exists", async () => {
    const files = await open();
    const media = new MediaStore(files);
    const effects = new TransactionEffects();
    await media.put(mug, bytes, effects);
    expect(await media.put(mug, Buffer.from("new"), effects)).toBe("/m/u/mug_1.png");
    media.drop(mug, effects);
    expect(await contentOf(files, mug)).toBe("some bytes");
    await effects.settle("afterCommit");
    expect(await namesOf(files)).toEqual(["/m/u/mug_1.png"]);
    expect(await media.put(mug, bytes, effects)).toBe(mug);
  });

  test("get different names when they are stored at the same time", async () => {
    const media = new MediaStore(await open());
    const puts = Array.from({ length: 20 }, () => media.put(mug, bytes, new TransactionEffects()));
    expect(new Set(await Promise.all(puts)).size).toBe(20);
  });

  test("can be read to the end when they are removed at the same time", async () => {
    const files = await open();
    await files.write(mug, bytes);
    const file = await files.open(mug);
    await files.remove(mug);
    expect(Buffer.from((await file?.read(5, 100)) ?? []).toString()).toBe("bytes");
    await file?.close();
    expect(await files.open(mug)).toBeUndefined();
    await files.remove(mug);
  });

  test("follow the records", async () => {
    const files = await open();
    const media = new MediaStore(files);
    for (const name of [mug, "/m/u/mug_1.png", "/o/l/old.png"]) await files.write(name, bytes);
    const sample = record("/s/a/sample.png", Buffer.from("sample"));
    const report = await media.sync(
      listed(record(mug, bytes, "/m/u/mug_1.png"), sample, record("/g/o/gone.png", bytes)),
      ({ file }) => (file === sample.file ? Buffer.from("sample") : undefined),
    );
    expect(report).toEqual({ removed: 2, written: 1, missing: ["/g/o/gone.png"] });
    expect(await namesOf(files)).toEqual(["/m/u/mug_1.png", "/s/a/sample.png"]);
    expect(await contentOf(files, "/s/a/sample.png")).toBe("sample");
  });

  test("of a sample are restored", async () => {
    const files = await open();
    const sample = record(mug, Buffer.from("sample"));
    await files.write(mug, Buffer.from("edited"));
    const report = await new MediaStore(files).sync(listed(sample), () => Buffer.from("sample"));
    expect(report).toMatchObject({ written: 1, removed: 0 });
    expect(await contentOf(files, mug)).toBe("sample");
  });

  test("of transactions in progress are not removed by a sync", async () => {
    const files = await open();
    const media = new MediaStore(files);
    const before = new TransactionEffects();
    await media.put(mug, bytes, before);
    const during = new TransactionEffects();
    async function* slowRecords() {
      await before.settle("afterCommit");
      await media.put("/n/e/new.png", bytes, during);
      await during.settle("afterCommit");
      yield [];
    }
    expect(await media.sync(slowRecords(), nothing)).toMatchObject({ removed: 0 });
    expect(await namesOf(files)).toEqual([mug, "/n/e/new.png"]);
    expect(await media.sync(listed(), nothing)).toMatchObject({ removed: 2 });
  });
});

describe("image files on disk", () => {
  test("are in the folders of their key", async () => {
    const folder = await temporaryFolder();
    await new DiskFiles(folder).write(mug, bytes);
    expect(await readFile(join(folder, "media/catalog/product/m/u/mug.png"), "utf8")).toBe("some bytes");
    expect(await readdir(join(folder, "media/incoming"))).toEqual([]);
  });

  test.each(["/../../x.png", "/m/u/../../../../x", "m/u/mug.png", "/m/u/.hidden", "/m/u/", "", "/m/u/a\0b"])(
    "are never looked up as %j",
    async (name) => {
      const files = new DiskFiles(await temporaryFolder());
      await expect(files.write(name, bytes)).rejects.toThrow(TypeError);
      await expect(files.open(name)).rejects.toThrow(TypeError);
      await expect(files.remove(name)).rejects.toThrow(TypeError);
    },
  );

  test("that an earlier process left unfinished are removed, our own are not", async () => {
    const folder = await temporaryFolder();
    const incoming = join(folder, "media/incoming");
    await mkdir(incoming, { recursive: true });
    await writeFile(join(incoming, "earlier-1"), "half");
    const files = new DiskFiles(folder, {
      ...faultyFiles(async (step) => {
        if (step === "rename") await files.removeLeftovers();
      }),
    });
    await files.write(mug, bytes);
    expect(await readdir(incoming)).toEqual([]);
    expect(await contentOf(files, mug)).toBe("some bytes");
  });

  test("are refused if the disk fails at any step, with nothing left", async () => {
    const steps: string[] = [];
    const count = new DiskFiles(
      await temporaryFolder(),
      faultyFiles((step) => void steps.push(step)),
    );
    await count.write(mug, bytes);
    expect(steps).toEqual(expect.arrayContaining(["open w", "write", "sync", "rename", "syncFolder"]));

    for (let failing = 0; failing < steps.length; failing += 1) {
      const folder = await temporaryFolder();
      let step = 0;
      const files = new DiskFiles(
        folder,
        faultyFiles((name) => {
          if (name !== "remove" && step++ === failing) throw new Error("ENOSPC");
        }),
      );
      const media = new MediaStore(files);
      const effects = new TransactionEffects();
      await expect(media.put(mug, bytes, effects)).rejects.toBeInstanceOf(MediaError);
      await effects.settle("onRollback");
      expect(await namesOf(files)).toEqual([]);
      expect(await readdir(join(folder, "media/incoming")).catch(() => [])).toEqual([]);

      // The next one is fine.
      expect(await media.put(mug, bytes, effects)).toBe(mug);
    }
  });

  test("recover after the removal of their folder", async () => {
    const folder = await temporaryFolder();
    const files = new DiskFiles(folder);
    await files.write(mug, bytes);
    await rm(dirname(join(folder, "media/catalog/product", mug)), { recursive: true });
    await expect(files.write(mug, bytes)).rejects.toThrow();
    await files.write(mug, bytes);
    expect(await contentOf(files, mug)).toBe("some bytes");
  });
});
