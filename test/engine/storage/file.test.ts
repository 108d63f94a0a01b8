import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { DiskFiles } from "../../../src/shop/media/disk-files.js";
import {
  OutcomeUnknownError,
  StorageDamagedError,
  StorageInUseError,
  StorageNewerError,
  StorageReadOnlyError,
} from "../../../src/engine/storage/storage.js";
import { storageContract } from "./contract.js";
import { ids, next, product, put, stateOf } from "./support/documents.js";
import { faultyFiles } from "./support/faulty-files.js";
import { afterCrash, journalFiles, open } from "./support/folders.js";

storageContract("file", async () => open(await temporaryFolder()));
// A tiny journal causes a checkpoint at almost every commit.
storageContract("file, always at a checkpoint", async () =>
  open(await temporaryFolder(), { journalBytes: 1 }),
);

test("a reopened storage has the same state, and the JSON file is readable", async () => {
  const folder = await temporaryFolder();
  const first = await open(folder);
  await put(first, product(1), product(2, { name: "Tür" }));
  await first.write((tx) => tx.del("products", 1));
  await next(first, "product");
  const state = await stateOf(first);
  await first.close();

  expect(await stateOf(await open(folder))).toEqual(state);
  const lines = (await readFile(join(folder, "db.json"), "utf8")).split("\n");
  expect(lines.filter((line) => line.includes("Tür"))).toEqual([JSON.stringify(product(2, { name: "Tür" }))]);
  expect(JSON.parse(lines.join(""))).toMatchObject({ sequences: { product: 1 } });
});

// Windows has no such rights.
test.skipIf(process.platform === "win32")("what is new is for the owner alone, images too", async () => {
  const folder = join(await temporaryFolder(), "shop", "data");
  const storage = await open(folder);
  await put(storage, product(1));
  await new DiskFiles(folder).write("/m/u/mug.jpg", Buffer.from("mug"));
  const paths = await readdir(folder, { recursive: true });
  expect(paths).toEqual(
    expect.arrayContaining(["db.json", "lock", "journal-000001.log", "media/catalog/product/m/u/mug.jpg"]),
  );
  for (const path of [".", ...paths]) {
    const found = await stat(join(folder, path));
    expect(found.mode & 0o777, path).toBe(found.isDirectory() ? 0o700 : 0o600);
  }
});

test.skipIf(process.platform === "win32")("a folder that was there keeps its rights", async () => {
  const folder = join(await temporaryFolder(), "data");
  await mkdir(folder);
  await chmod(folder, 0o750);
  await open(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o750);
});

test("a JSON file rewritten by another tool is read too", async () => {
  const folder = await temporaryFolder();
  const first = await open(folder);
  await put(first, product(1));
  await first.close();
  const path = join(folder, "db.json");
  await writeFile(path, JSON.stringify(JSON.parse(await readFile(path, "utf8")), null, 4));
  expect(await ids(await open(folder))).toEqual([1]);
});

/** What the message about a changed file recommends to those who changed it on purpose. */
function edited(text: string): string {
  return text.replace(/,\n"checksums".*/, "").replace('"format": 3', '"format": 1');
}

test("a JSON file changed by hand is read without its checksums, and the log says so", async () => {
  const folder = await temporaryFolder();
  const first = await open(folder);
  await put(first, product(1));
  await first.close();
  const path = join(folder, "db.json");
  await writeFile(path, edited(await readFile(path, "utf8")).replace("sku-1", "by-hand"));
  const reports: string[] = [];
  const again = await open(folder, { report: (message) => reports.push(message) });
  expect(await again.read((tx) => tx.by("products", "sku", ["by-hand"]))).toMatchObject({ id: 1 });
  expect(reports).toEqual([expect.stringContaining("no checksums")]);
});

test.each([
  { title: "cut short", change: (text: string) => text.slice(0, -30), what: /ends too early/ },
  {
    title: "a changed value",
    change: (text: string) => text.replace("sku-2", "sku-3"),
    what: /remove its line of checksums/,
  },
  {
    title: "a line removed",
    change: (text: string) => text.replace(/^.*"sku-2".*\n/m, ""),
    what: /different from what was written/,
  },
  {
    title: "no checksums",
    change: (text: string) => text.replace(/,\n"checksums".*/, ""),
    what: /changed after it was written/,
  },
  {
    title: "another layout and a changed value",
    change: (text: string) => JSON.stringify(JSON.parse(text.replace("sku-2", "sku-3"))),
    what: /changed after it was written/,
  },
  {
    title: "a key twice",
    change: (text: string) => edited(text).replace("sku-2", "SKU-1"),
    what: /already has sku/,
  },
  {
    title: "an unknown collection",
    change: (text: string) => edited(text).replace("settings", "oddities"),
    what: /oddities/,
    as: StorageNewerError,
  },
])(
  "a JSON file that cannot be read is refused: $title",
  async ({ change, what, as = StorageDamagedError }) => {
    const folder = await temporaryFolder();
    const first = await open(folder);
    await put(first, product(1), product(2));
    await first.close();
    const path = join(folder, "db.json");
    await writeFile(path, change(await readFile(path, "utf8")));
    const failure = await open(folder).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(as);
    expect(String(failure)).toMatch(what);
    expect(String(failure)).toContain(path);
  },
);

test("a failed sync undoes unacknowledged writes, refuses further ones and leaves reads working", async () => {
  const folder = await temporaryFolder();
  let broken = false;
  const files = faultyFiles((step, path) => {
    if (broken && step === "sync" && path.includes("journal")) throw new Error("EIO: i/o error");
  });
  const storage = await open(folder, { files });
  await put(storage, product(1));
  broken = true;
  const failed = await Promise.allSettled([
    put(storage, product(2)),
    put(storage, product(3)),
    next(storage, "n"),
  ]);
  expect(failed.map((one) => one.status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(failed[0]).toMatchObject({ reason: expect.any(OutcomeUnknownError) as unknown });
  broken = false;

  await expect(put(storage, product(4))).rejects.toThrow(StorageReadOnlyError);
  await expect(storage.replace([])).rejects.toThrow(StorageReadOnlyError);
  expect(await ids(storage)).toEqual([1]);
  expect(storage.health()).toMatchObject({
    writable: false,
    reason: expect.stringContaining("EIO") as unknown,
  });
  await storage.close();
  expect(await ids(await open(folder))).toEqual([1]);
});

test("a read returns only what is durable", async () => {
  const folder = await temporaryFolder();
  let pass = () => {};
  const gate = new Promise<void>((resolve) => (pass = resolve));
  let held = false;
  const files = faultyFiles((step, path) =>
    held && step === "sync" && path.includes("journal") ? gate : undefined,
  );
  const storage = await open(folder, { files });
  held = true;
  const first = put(storage, product(1));
  // The next transaction starts on the new state without waiting for the disk; its refusal has to wait.
  let refused = false;
  const second = storage
    .write(async (tx) => {
      expect(await tx.get("products", 1)).toBeDefined();
      throw new Error("seen");
    })
    .catch(() => (refused = true));
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(await ids(storage)).toEqual([]);
  expect(refused).toBe(false);
  pass();
  await Promise.all([first, second]);
  expect(await ids(storage)).toEqual([1]);
});

test("a second owner is refused with pid and folder; the lock of a dead process is taken over", async () => {
  const folder = await temporaryFolder();
  const first = await open(folder);
  const refusal = await open(folder).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StorageInUseError);
  expect(refusal).toMatchObject({ pid: process.pid, folder });
  await first.close();

  // Same process ID, other start time: a process with the reused ID of a dead one.
  for (const stale of [`{"pid":${process.pid},"started":"1"}`, '{"pid":4194304,"started":null}', ""]) {
    await writeFile(join(folder, "lock"), stale);
    await (await open(folder, { lockStale_ms: 300 })).close();
  }
});

test("journals without their JSON file, or a JSON file without its journal, are refused", async () => {
  const folder = await temporaryFolder();
  const storage = await open(folder);
  await put(storage, product(1));
  await afterCrash(folder);
  const json = join(folder, "db.json");
  const text = await readFile(json);
  const { rm } = await import("node:fs/promises");
  await rm(json);
  await expect(open(folder)).rejects.toThrow(StorageDamagedError);
  await writeFile(json, text);
  for (const path of await journalFiles(folder)) await rm(path);
  await expect(open(folder)).rejects.toThrow(/journal-000001.log is damaged/);
});
