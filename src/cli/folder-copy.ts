/** A copy of a data folder in which a server works. */
import { cp, copyFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CommandError } from "./connection.js";

const attempts = 10;

/**
 * The JSON file and the journals since then. A journal is only written on, and goes after the JSON file was replaced by a
 * newer one: while that stays the same file, all that was acknowledged before the copy began is in it.
 */
export async function copyFolder(folder: string, to: string): Promise<void> {
  for (let count = 1; ; count += 1) {
    try {
      if (await copyOnce(folder, to)) return;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const isThere = await stat(join(folder, "db.json")).catch(() => undefined);
      if (!isThere) throw new CommandError(1, `${folder} holds no shop`);
      if (code !== "ENOENT") throw new CommandError(1, `${folder} cannot be copied: ${message}`);
    }
    if (count === attempts) throw new CommandError(1, `${folder} changes too fast to be copied; try again`);
    await pause(200 * count);
  }
}

/** False when the JSON file became another one meanwhile. */
async function copyOnce(folder: string, to: string): Promise<boolean> {
  // Images before the rows that name them, and once more for those that came with the last rows.
  await copyImages(folder, to);
  const before = await identity(folder);
  for (const name of await readdir(folder))
    if (name === "db.json" || /^journal-\d+\.log$/.test(name))
      await copyFile(join(folder, name), join(to, name));
  if ((await identity(folder)) !== before) return false;
  await copyImages(folder, to);
  return true;
}

/** They are written once and never changed; one that goes meanwhile is in no row that counts. */
async function copyImages(folder: string, to: string): Promise<void> {
  const filter = (source: string) => stat(source).then(Boolean, () => false);
  await cp(join(folder, "media"), join(to, "media"), { recursive: true, force: false, filter }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    },
  );
}

async function identity(folder: string): Promise<string> {
  const { ino, mtimeMs, size } = await stat(join(folder, "db.json"));
  return `${ino} ${mtimeMs} ${size}`;
}
