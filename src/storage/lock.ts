import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type FileSystem, hasCode } from "./files.js";
import { StorageInUseError } from "./storage.js";

/** Who holds a folder. A number of a process is used again in time; with its start time it is not. */
interface Holder {
  readonly pid: number;
  /** In clock ticks since the machine started, from /proc; null where there is no /proc. */
  readonly started: string | null;
}

const NAME = "lock";

/**
 * Takes the folder for this process; the answer gives it back. The lock of a process that has died is taken
 * over. Throws StorageInUseError. It protects processes that see each other's numbers: not containers sharing
 * a volume.
 */
export async function lockFolder(files: FileSystem, folder: string): Promise<() => Promise<void>> {
  const path = join(folder, NAME);
  const me: Holder = { pid: process.pid, started: (await processOf(files, process.pid)).started };
  for (let attempt = 0; attempt < 10; attempt += 1) {
    if (await create(files, path, me)) return () => files.remove(path);

    const text = await files.readText(path);
    const holder = text === undefined ? undefined : parse(text);
    if (holder) {
      if (await isAlive(files, holder)) throw new StorageInUseError(folder, holder.pid);
      await removeStale(files, path, text as string);
    } else if (text !== undefined) {
      // Its owner may be about to write it; one that died between creating and writing leaves it empty
      // forever.
      await setTimeout(50);
      if (attempt >= 4 && (await files.readText(path)) === text) await removeStale(files, path, text);
    }
  }
  throw new Error(`${path} changes all the time; see which processes use the folder, then delete the file`);
}

async function create(files: FileSystem, path: string, holder: Holder): Promise<boolean> {
  try {
    const file = await files.open(path, "wx");
    try {
      await file.write(Buffer.from(`${JSON.stringify(holder)}\n`));
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** Two starts may find the same stale lock; the slower one must not remove the lock of the faster one. */
async function removeStale(files: FileSystem, path: string, stale: string): Promise<void> {
  const aside = `${path}.${process.pid}`;
  try {
    await files.rename(path, aside);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  if ((await files.readText(aside)) === stale) await files.remove(aside);
  else await files.rename(aside, path);
}

function parse(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null;
    if (typeof holder?.pid !== "number" || holder.pid < 1) return undefined;
    return { pid: holder.pid, started: holder.started ?? null };
  } catch {
    return undefined;
  }
}

async function isAlive(files: FileSystem, holder: Holder): Promise<boolean> {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it lives, under another user.
    if (!hasCode(error, "EPERM")) return false;
  }
  const { started, dead } = await processOf(files, holder.pid);
  if (dead) return false;
  return started === null || holder.started === null || started === holder.started;
}

async function processOf(files: FileSystem, pid: number): Promise<{ started: string | null; dead: boolean }> {
  const stat = await files.readText(`/proc/${pid}/stat`).catch(() => undefined);
  if (stat === undefined) return { started: null, dead: false };
  // The name of the program, in brackets, may hold anything. After it: state is field 3, the start time field
  // 22.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { started: fields[19] ?? null, dead: fields[0] === "Z" || fields[0] === "X" };
}
