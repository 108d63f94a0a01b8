/** Intact files that do not belong together: of two shops, of two histories of one shop, or of different times. */
import { cp, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { StorageDamagedError } from "../../../src/engine/storage/storage.js";
import { ids, product, put } from "./support/documents.js";
import { afterCrash, copyFiles, journalFiles, open } from "./support/folders.js";

/** The folder of a killed process, with each product in a record of its own. */
async function shopWith(...products: readonly number[]): Promise<string> {
  const folder = await temporaryFolder();
  await goOn(folder, ...products);
  return folder;
}

async function goOn(folder: string, ...products: readonly number[]): Promise<void> {
  const copy = await temporaryFolder();
  await cp(folder, copy, { recursive: true });
  const storage = await open(copy);
  for (const id of products) await put(storage, product(id));
  await cp(copy, folder, { recursive: true });
  await afterCrash(folder);
}

const records = async (journal: string) => (await readFile(journal, "utf8")).split(/(?<=\n)/);

test.each(["the journal", "the JSON file"])("%s of another shop does not follow", async (which) => {
  const [folder, other] = [await shopWith(1, 2), await shopWith(11, 12)];
  const journal = basename((await journalFiles(other))[0] as string);
  await copyFiles(other, folder, [which === "the journal" ? journal : "db.json"]);
  await expect(open(folder)).rejects.toThrow(/record 1 does not continue the records before it/);
  await expect(open(folder)).rejects.toThrow(StorageDamagedError);
});

test("records of another history of the same shop do not chain", async () => {
  const [folder, other] = [await shopWith(1), await temporaryFolder()];
  await cp(folder, other, { recursive: true });
  await goOn(folder, 2, 3);
  await goOn(other, 12, 13);
  const [mine, theirs] = [
    (await journalFiles(folder))[0] as string,
    (await journalFiles(other))[0] as string,
  ];
  const [first, second] = await records(mine);
  const [, , third] = await records(theirs);
  await writeFile(mine, `${first}${second}${third}`);
  await expect(open(folder)).rejects.toThrow(/record 3 does not continue/);
  // As a whole it does: that is the other life.
  await copyFiles(other, folder, [basename(theirs)]);
  expect(await ids(await open(folder))).toEqual([1, 12, 13]);
});

test("an old JSON file does not stand in for a state that was put in its place", async () => {
  const folder = await shopWith(1);
  const before = await readFile(join(folder, "db.json"));
  const [old] = await journalFiles(folder);
  const oldJournal = await readFile(old as string);
  const storage = await open(folder, { differenceUnits: 1 });
  await storage.replace([{ collection: "products", doc: product(7) }]);
  await put(storage, product(8));
  await afterCrash(folder);
  await writeFile(join(folder, "db.json"), before);
  await writeFile(old as string, oldJournal);
  await expect(open(folder)).rejects.toThrow(/record 2 does not continue/);
});
