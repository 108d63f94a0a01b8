/** Folders as earlier versions left them: a JSON file of format 1 without checksums, records without numbers. */
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { encodeRecord, linkOfRecord } from "../../../src/engine/storage/records.js";
import { customer, ids, next, product, put } from "./support/documents.js";
import { afterCrash, open, temporaryFolder } from "./support/folders.js";

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
  expect(reports).toEqual([expect.stringContaining("no checksums, as earlier versions wrote it")]);

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
