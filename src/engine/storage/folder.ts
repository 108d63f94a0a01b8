/** The data folder: created durably, with a warning if other users can write to it. */
import { dirname, resolve } from "node:path";
import type { FileSystem } from "./files.js";

/** Creates the folder and its missing parents; they survive a loss of power. */
export async function makeDurableFolder(files: FileSystem, folder: string): Promise<void> {
  const wanted = resolve(folder);
  const outermost = await files.makeFolder(wanted);
  if (outermost === undefined) return;
  // The name of a folder is stored in its parent.
  const top = dirname(resolve(outermost));
  for (let inner = wanted; inner !== top; inner = dirname(inner)) await files.syncFolder(dirname(inner));
}

const OTHERS_WRITE = 0o022;

/** A user who can write to the folder can replace the shop. */
export async function warnIfOthersCanWrite(
  files: FileSystem,
  folder: string,
  report: (message: string) => void,
): Promise<void> {
  if (process.platform === "win32") return;
  const rights = await files.rights(folder);
  if ((rights & OTHERS_WRITE) === 0) return;
  report(`${folder} can be written by other users (mode ${rights.toString(8)}): chmod go-w ${folder}`);
}
