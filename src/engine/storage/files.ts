import type { Stats } from "node:fs";
import {
  constants,
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  statfs,
  unlink,
} from "node:fs/promises";
import { messageOf } from "../values/messages.js";

/** An open file. */
export interface OpenFile {
  /** Appends all bytes. */
  write(bytes: Uint8Array): Promise<void>;
  /** Overwrites the bytes at the position. */
  writeAt(position: number, bytes: Uint8Array): Promise<void>;
  /**
   * Reads `length` bytes at the position; fewer or none only at the end of the file.
   * @param into holds the result. To read a large file into ever new buffers leaves the memory fragmented
   */
  read(position: number, length: number, into?: Buffer): Promise<Buffer>;
  size(): Promise<number>;
  /** Resolves when content and size are durable. */
  sync(): Promise<void>;
  truncate(size: number): Promise<void>;
  /** Equal to FileSystem.identify() of its path as long as the path still leads to this file. */
  identify(): Promise<string>;
  close(): Promise<void>;
}

/** All file operations of the storage. Tests replace it to make any of them fail. */
export interface FileSystem {
  /**
   * Modes: read; read and write an existing file; append to an existing file; create or truncate; create a file that must
   * not exist. Opens only regular files: no symbolic links, and no pipes, which would wait for a writer.
   */
  open(path: string, mode: "r" | "r+" | "a" | "w" | "wx"): Promise<OpenFile>;
  /** The text of a small file; undefined if there is none. */
  readText(path: string): Promise<string | undefined>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  list(folder: string): Promise<string[]>;
  /** @returns the outermost folder that was created; undefined if all existed */
  makeFolder(folder: string): Promise<string | undefined>;
  /** Makes the creation, renaming and removal of names in the folder durable. */
  syncFolder(folder: string): Promise<void>;
  /** Identity of the file at the path, to notice that it was replaced; undefined if there is none. */
  identify(path: string): Promise<string | undefined>;
  /** The mode of a file or folder, as chmod takes it. */
  rights(path: string): Promise<number>;
  /** Size of the disk that holds the folder, and the space available to this process, in bytes. */
  room(folder: string): Promise<{ readonly free: number; readonly size: number }>;
}

/** Only the owner may read the data: it contains password hashes and customer addresses. */
const ownerOnly = { file: 0o600, folder: 0o700 };

/** Limit for readText(). */
const SMALL_BYTES = 64 * 1024;

/** Windows has neither flag. */
const REGULAR = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const FLAGS = {
  r: constants.O_RDONLY,
  "r+": constants.O_RDWR,
  a: constants.O_WRONLY | constants.O_APPEND,
  w: constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_TRUNC,
  wx: constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
} as const;

export const nodeFiles: FileSystem = {
  async open(path, mode) {
    const handle = await open(path, FLAGS[mode] | REGULAR, ownerOnly.file).catch((error: unknown) => {
      throw hasCode(error, "ELOOP") ? new Error(`${path} is a symbolic link, not a file`) : error;
    });
    if ((await handle.stat()).isFile()) return new NodeFile(handle, path);
    await handle.close();
    throw new Error(`${path} is not a regular file`);
  },
  async readText(path) {
    const file = await nodeFiles.open(path, "r").catch((error: unknown) => {
      if (hasCode(error, "ENOENT")) return undefined;
      throw error;
    });
    if (!file) return undefined;
    try {
      return (await file.read(0, SMALL_BYTES)).toString("utf8");
    } finally {
      await file.close();
    }
  },
  rename,
  remove: unlink,
  list: (folder) => readdir(folder),
  makeFolder: (folder) => mkdir(folder, { recursive: true, mode: ownerOnly.folder }),
  async syncFolder(folder) {
    // Windows cannot open folders as files, and does not need this.
    if (process.platform === "win32") return;
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  async identify(path) {
    const found = await statusOf(path);
    return found && identityOf(found);
  },
  rights: async (path) => (await lstat(path)).mode & 0o7777,
  async room(folder) {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  },
};

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code;
}

/** Whether a write failed because the disk is full or a quota is used up: temporary, and no fault of the disk. */
export function isFull(error: unknown): boolean {
  return hasCode(error, "ENOSPC") || hasCode(error, "EDQUOT");
}

async function statusOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR")) return undefined;
    throw error;
  }
}

function identityOf({ dev, ino }: { readonly dev: number; readonly ino: number }): string {
  return `${dev}:${ino}`;
}

/** Throws if a write wrote nothing without reporting an error; otherwise it would be repeated forever. */
function requireProgress({ bytesWritten }: { readonly bytesWritten: number }): number {
  if (bytesWritten > 0) return bytesWritten;
  throw Object.assign(new Error("EIO: the disk wrote none of the bytes, write"), { code: "EIO" });
}

class NodeFile implements OpenFile {
  constructor(
    private readonly handle: FileHandle,
    private readonly path: string,
  ) {}

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      at += requireProgress(await this.handle.write(bytes, at, bytes.length - at));
    }
  }

  async writeAt(position: number, bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      at += requireProgress(await this.handle.write(bytes, at, bytes.length - at, position + at));
    }
  }

  async read(position: number, length: number, buffer = Buffer.allocUnsafe(length)): Promise<Buffer> {
    let filled = 0;
    // A read may return fewer bytes than requested, even in the middle of a file.
    while (filled < length) {
      const { bytesRead } = await this.handle
        .read(buffer, filled, length - filled, position + filled)
        .catch((error: unknown) => {
          throw Object.assign(new Error(`${this.path}: ${messageOf(error)}`, { cause: error }), {
            code: (error as NodeJS.ErrnoException).code,
          });
        });
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  }

  async size(): Promise<number> {
    return (await this.handle.stat()).size;
  }

  sync(): Promise<void> {
    return this.handle.datasync();
  }

  truncate(size: number): Promise<void> {
    return this.handle.truncate(size);
  }

  async identify(): Promise<string> {
    return identityOf(await this.handle.stat());
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}
