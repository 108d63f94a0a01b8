/** A temporary folder for the images of one process. Folders of killed processes, which could not remove them, are removed at start. */
import { randomUUID } from "node:crypto";
import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { currentHolder, holderText, isAlive, parseHolder } from "../storage/holder.js";

const prefix = "store-api-images-";

/** Identifies the process. It cannot collide with an image, whose name is a hash. */
const holderName = "holder";

/** Creates a folder that records its process. Removes folders of processes that have ended. */
export async function makeImageFolder(within = tmpdir()): Promise<string> {
  await removeOrphanedFolders(within);
  const folder = await mkdtemp(join(within, prefix));
  await writeFile(join(folder, holderName), holderText(await currentHolder(randomUUID())));
  return folder;
}

async function removeOrphanedFolders(within: string): Promise<void> {
  const names = await readdir(within).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const folder = join(within, name);
    if (await isOrphaned(folder).catch(() => false)) {
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    }
  }
}

/** Whether the process of a folder has ended. False if it cannot be determined: another user or container, or a new folder. */
async function isOrphaned(folder: string): Promise<boolean> {
  const stat = await lstat(folder);
  if (!stat.isDirectory() || (process.getuid && stat.uid !== process.getuid())) return false;
  const holder = parseHolder(await readFile(join(folder, holderName), "utf8"));
  return holder !== undefined && (await isAlive(holder)) === false;
}
