/** Copies the data folder of a running server. */
import { cp, copyFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CommandError } from "./connection.js";

const attempts = 10;

/**
 * Copies the JSON file and the journals written since. A journal is append-only, and it is deleted only after the JSON file
 * was replaced: while the JSON file stays the same, the copy contains everything acknowledged before the copy began.
 */
export async function copyFolder(folder: string, to: string): Promise<void> {
  for (let count = 1; ; count += 1) {
    try {
      if (await copyOnce(folder, to)) return;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const isThere = await stat(join(folder, "db.json")).catch(() => undefined);
      if (!isThere) throw new CommandError(1, `${folder} contains no shop`);
      if (code !== "ENOENT") throw new CommandError(1, `${folder} cannot be copied: ${message}`);
    }
    if (count === attempts) throw new CommandError(1, `${folder} changes too fast to be copied; try again`);
    await pause(200 * count);
  }
}

/** Resolves to false if the JSON file was replaced meanwhile. */
async function copyOnce(folder: string, to: string): Promise<boolean> {
  // Images are copied before the rows that name them, and again for images of the latest rows.
  await copyImages(folder, to);
  const before = await identity(folder);
  for (const name of await readdir(folder))
    if (name === "db.json" || /^journal-\d+\.log$/.test(name))
      await copyFile(join(folder, name), join(to, name));
  if ((await identity(folder)) !== before) return false;
  await copyImages(folder, to);
  return true;
}

/** Images are never changed. One that is deleted during the copy is not named by any copied row that counts. */
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
