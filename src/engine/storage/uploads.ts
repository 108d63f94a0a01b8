/**
 * Bytes on their way in that outlive a broken connection and the end of the process: what has come of a large state, until
 * all of it is there. In a folder beside the data, or in the database that processes share.
 */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { nodeFiles, type OpenFile } from "./files.js";
import { makeDurableFolder } from "./folder.js";

export interface Uploads {
  /** Bytes that are kept under the name; 0 for a name that is not known. */
  size(name: string): Promise<number>;
  /** Resolves when they are durable. False, and nothing is kept, when they do not follow on what is there. */
  append(name: string, offset: number, bytes: Uint8Array): Promise<boolean>;
  /** The bytes from one to before another, in pieces. */
  read(name: string, from?: number, to?: number): AsyncIterable<Uint8Array>;
  remove(name: string): Promise<void>;
  /** All names but for those that were written to last. */
  removeOld(keep: { readonly count: number; readonly seconds: number }): Promise<void>;
}

const bytesPerRead = 256 * 1024;

export class FolderUploads implements Uploads {
  /** @param folder is made when it is needed */
  constructor(private readonly folder: string) {}

  async size(name: string): Promise<number> {
    const found = await stat(this.path(name)).catch(absent);
    return found?.size ?? 0;
  }

  async append(name: string, offset: number, bytes: Uint8Array): Promise<boolean> {
    await makeDurableFolder(nodeFiles, this.folder);
    const file = await this.openToAppend(name);
    try {
      if ((await file.size()) !== offset) return false;
      await file.write(bytes);
      await file.sync();
      return true;
    } finally {
      await file.close();
    }
  }

  async *read(name: string, from = 0, to = Infinity): AsyncGenerator<Uint8Array> {
    const file = await nodeFiles.open(this.path(name), "r");
    try {
      for (let at = from; at < to;) {
        const bytes = await file.read(at, Math.min(bytesPerRead, to - at));
        if (bytes.length === 0) return;
        yield bytes;
        at += bytes.length;
      }
    } finally {
      await file.close();
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.path(name), { force: true });
  }

  async removeOld({ count, seconds }: { readonly count: number; readonly seconds: number }): Promise<void> {
    const names = (await readdir(this.folder).catch(absent)) ?? [];
    const found = await Promise.all(
      names.map(async (name) => ({
        name,
        at: (await stat(join(this.folder, name)).catch(absent))?.mtimeMs ?? 0,
      })),
    );
    const oldest = Date.now() - seconds * 1000;
    const old = found
      .sort((one, other) => other.at - one.at)
      .filter(({ at }, place) => place >= count || at < oldest);
    for (const { name } of old) await rm(join(this.folder, name), { force: true });
  }

  /** For its owner alone, as all that is stored: a state holds hashes of passwords and addresses of customers. */
  private async openToAppend(name: string): Promise<OpenFile> {
    const path = this.path(name);
    const there = await nodeFiles.open(path, "a").catch(absent);
    if (there) return there;
    const file = await nodeFiles.open(path, "w");
    await nodeFiles.syncFolder(this.folder).catch(async (error: unknown) => {
      await file.close();
      throw error;
    });
    return file;
  }

  private path(name: string): string {
    return join(this.folder, name);
  }
}

function absent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  return undefined;
}
