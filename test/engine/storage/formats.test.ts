/** Folders as earlier versions left them: a JSON file of format 1 without checksums, records without numbers. */
import { appendFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { packageVersion } from "../../../src/engine/config/package.js";
import { textOfChecksums } from "../../../src/engine/storage/checkpoint-text.js";
import { Checksums } from "../../../src/engine/storage/checksums.js";
import { openFileStorage } from "../../../src/engine/storage/file.js";
import type { Storage } from "../../../src/engine/storage/storage.js";
import { collections } from "../../../src/shop/data/collections.js";
import { encodeRecord, linkOfRecord } from "../../../src/engine/storage/records.js";
import { customer, ids, next, product, put } from "./support/documents.js";
import { afterCrash, open } from "./support/folders.js";

function oldRecord(...changes: readonly object[]): string {
  const json = JSON.stringify(changes);
  return `${crc32(json).toString(16).padStart(8, "0")} ${Buffer.byteLength(json)} ${json}\n`;
}

async function oldFolder(journal: string): Promise<string> {
  const folder = await temporaryFolder();
  const lines = [
    "{",
    '"format": 1,',
    '"journal": 4,',
    '"sequences": {"order":7},',
    '"collections": {',
    '"products": [',
    `${JSON.stringify(product(1))},`,
    JSON.stringify(product(2, { name: "Tür" })),
    "]",
    "}",
    "}",
    "",
  ];
  await writeFile(join(folder, "db.json"), lines.join("\n"));
  await writeFile(join(folder, "journal-000004.log"), journal);
  await writeFile(join(folder, "lock"), '{"pid":4194304,"started":"5"}\n');
  return folder;
}

test("folders of earlier versions open with all their content, and continue in the current format", async () => {
  const journal = [
    oldRecord({ put: { products: [product(3)] }, next: { order: 8 } }, { del: { products: [1] } }),
    oldRecord({ put: { products: [product(4, { name: "Grün" })] } }),
  ].join("");
  const folder = await oldFolder(journal);
  const reports: string[] = [];
  const storage = await open(folder, { report: (message) => reports.push(message) });
  expect(await ids(storage)).toEqual([2, 3, 4]);
  expect(await next(storage, "order")).toBe(9);
  await put(storage, product(5));
  expect(reports).toEqual([expect.stringContaining("no checksums, because an earlier version wrote it")]);

  // Records of both forms in one journal, as a crash leaves them.
  await afterCrash(folder);
  const again = await open(folder);
  expect(await ids(again)).toEqual([2, 3, 4, 5]);
  await again.close();
  expect(await readFile(join(folder, "db.json"), "utf8")).toMatch(
    /"format": 3,[^]*"checksums": \["[0-9a-f]{8}"\]/,
  );
  expect(await ids(await open(folder))).toEqual([2, 3, 4, 5]);
});

test("a torn tail in an earlier format is cut off, and damage in the middle is reported", async () => {
  const [one, other] = [
    oldRecord({ put: { products: [product(3)] } }),
    oldRecord({ del: { products: [2] } }),
  ];
  expect(await ids(await open(await oldFolder(one + other.slice(0, -5))))).toEqual([1, 2, 3]);
  const damaged = await oldFolder(one.replace("sku-3", "sku-9") + other);
  await expect(open(damaged)).rejects.toMatchObject({ file: join(damaged, "journal-000004.log"), offset: 0 });
});

test("records that go back to an earlier one, as earlier versions wrote them for a reset, are read", async () => {
  const folder = await temporaryFolder();
  const storage = await open(folder);
  await put(storage, product(1));
  await storage.write((tx) => tx.put("customers", customer(1)));
  await afterCrash(folder);
  const path = join(folder, "journal-000001.log");
  let last: Buffer = await readFile(path);
  last = last.subarray(last.indexOf("\n") + 1);
  const changes = [
    JSON.stringify({ put: { products: [product(2)], customers: [customer(2)] } }),
    JSON.stringify({ back: 1, keep: ["customers"] }),
    JSON.stringify({ put: { products: [product(3)] } }),
  ];
  for (const [at, change] of changes.entries()) {
    last = encodeRecord(3 + at, linkOfRecord(last), [change]);
    await appendFile(path, last);
  }
  const again = await open(folder);
  expect(await ids(again)).toEqual([1, 3]);
  expect(await again.read((tx) => tx.find("customers"))).toEqual([customer(1), customer(2)]);
});

/** Changes which release the JSON file names. */
async function writeRelease(folder: string, release: string): Promise<void> {
  const file = join(folder, "db.json");
  const text = await readFile(file, "utf8");
  expect(text).toContain(`"release": "${packageVersion()}"`);
  const [head = ""] = text.split('"checksums": ');
  const other = head.replace(/"release": ".*?"/, `"release": "${release}"`);
  const checksums = new Checksums();
  checksums.add(Buffer.from(other));
  await writeFile(file, other + textOfChecksums(checksums.list()));
}

/** A folder that a release of this number has written, which has a collection more. */
async function folderOfNextRelease(
  release: string,
  stop: (storage: Storage) => Promise<void>,
): Promise<string> {
  const folder = await temporaryFolder();
  const next = { ...collections, wishes: { key: "int" } } as const;
  const storage = await openFileStorage({ collections: next, folder });
  await storage.write((tx) => tx.put("wishes" as never, { id: 1 } as never));
  await stop(storage);
  await writeRelease(folder, release);
  return folder;
}

test.each([
  { title: "after an orderly stop", stop: (storage: Storage) => storage.close() },
  { title: "after a crash", stop: async () => {} },
])("a folder of a newer release is not called damaged and stays as it is: $title", async ({ stop }) => {
  const folder = await folderOfNextRelease("99.10.0", stop);
  await afterCrash(folder);
  const before = await contentsOf(folder);
  const opening = open(folder);
  await expect(opening).rejects.toThrow(
    /holds data of release 99\.10\.0, which this one \(.*\) cannot read: .*wishes.*Start it again, or restore the backup/,
  );
  await expect(opening).rejects.not.toThrow(/damaged/);
  expect(await contentsOf(folder)).toEqual(before);
});

test("a newer release that wrote nothing of its own can be gone back from", async () => {
  const folder = await temporaryFolder();
  const storage = await open(folder);
  await put(storage, product(1));
  await storage.close();
  await writeRelease(folder, "99.0.0");
  expect(await ids(await open(folder))).toEqual([1]);
});

async function contentsOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const)),
  );
}
