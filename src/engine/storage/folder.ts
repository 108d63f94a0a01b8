/** The data folder itself: creates it durably, and warns if other users can write to it. */
import { dirname, resolve } from "node:path";
import type { FileSystem } from "./files.js";

/** Creates the folder, with all above it that are missing, so that a loss of power does not take it away again. */
export async function makeDurableFolder(files: FileSystem, folder: string): Promise<void> {
  const wanted = resolve(folder);
  const outermost = await files.makeFolder(wanted);
  if (outermost === undefined) return;
  // The name of a folder is kept by the one around it.
  const top = dirname(resolve(outermost));
  for (let inner = wanted; inner !== top; inner = dirname(inner)) await files.syncFolder(dirname(inner));
}

const OTHERS_WRITE = 0o022;

/** Whoever may write into the folder may put another shop into it. */
export async function tellOfRights(
  files: FileSystem,
  folder: string,
  report: (message: string) => void,
): Promise<void> {
  if (process.platform === "win32") return;
  const rights = await files.rights(folder);
  if ((rights & OTHERS_WRITE) === 0) return;
  report(`${folder} can be written by other users (mode ${rights.toString(8)}): chmod go-w ${folder}`);
}
