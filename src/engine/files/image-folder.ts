/** A temporary folder for the images of one process. Folders of killed processes, which could not remove them, are removed at start. */
import { randomUUID } from "node:crypto";
import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { currentHolder, holderText, isAlive, parseHolder } from "../storage/holder.js";

const prefix = "store-api-images-";

/** The names of images are hashes. */
const holderName = "holder";

/** A new folder that tells whose it is. Those of processes that have ended are removed. */
export async function makeImageFolder(within = tmpdir()): Promise<string> {
  await removeLeftFolders(within);
  const folder = await mkdtemp(join(within, prefix));
  await writeFile(join(folder, holderName), holderText(await currentHolder(randomUUID())));
  return folder;
}

async function removeLeftFolders(within: string): Promise<void> {
  const names = await readdir(within).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const folder = join(within, name);
    if (await isLeft(folder).catch(() => false)) {
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    }
  }
}

/** What cannot be told from here is left alone: of another user, another container, or a folder just being made. */
async function isLeft(folder: string): Promise<boolean> {
  const stat = await lstat(folder);
  if (!stat.isDirectory() || (process.getuid && stat.uid !== process.getuid())) return false;
  const holder = parseHolder(await readFile(join(folder, holderName), "utf8"));
  return holder !== undefined && (await isAlive(holder)) === false;
}
