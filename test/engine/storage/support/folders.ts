import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type FileStorageOptions, openFileStorage } from "../../../../src/engine/storage/file.js";
import { holderText, parseHolder } from "../../../../src/engine/storage/holder.js";
import type { Storage } from "../../../../src/engine/storage/storage.js";
import { collections } from "../../../../src/shop/data/collections.js";

/** Opens a storage that is closed after the test, unless the test does so. */
export async function open(folder: string, options: Partial<FileStorageOptions> = {}): Promise<Storage> {
  const storage = await openFileStorage({ collections, freeze: true, ...options, folder });
  onTestFinished(() => storage.close().catch(() => {}));
  return storage;
}

/** The lock as it stands there once its process is gone: that number was given at another time. */
export function lockOfDead(text: string): string {
  const holder = parseHolder(text);
  if (!holder) throw new Error(`no lock: ${text}`);
  return holderText({ ...holder, started: "0" });
}

/**
 * A process that has died leaves its lock behind; its own test process is alive, so the lock goes by hand.
 */
export async function afterCrash(folder: string): Promise<void> {
  await rm(join(folder, "lock"), { force: true });
}

export async function journalFiles(folder: string): Promise<string[]> {
  return (await readdir(folder))
    .filter((name) => name.startsWith("journal-"))
    .sort()
    .map((name) => join(folder, name));
}

export async function copyFiles(from: string, to: string, names: readonly string[]): Promise<void> {
  for (const name of names) await writeFile(join(to, name), await readFile(join(from, name)));
}
