import { type FileHandle, mkdir, open, readdir, readFile, rename, unlink } from "node:fs/promises";

/** An open file. */
export interface OpenFile {
  /** Writes all of the bytes at the end of what was written so far. */
  write(bytes: Uint8Array): Promise<void>;
  /** Reads up to `length` bytes at the position; fewer, or none, at the end of the file. */
  read(position: number, length: number): Promise<Buffer>;
  size(): Promise<number>;
  /** Resolves when content and size are on the disk. */
  sync(): Promise<void>;
  truncate(size: number): Promise<void>;
  close(): Promise<void>;
}

/** All that the storage does with files. Tests put their own in place to make any step fail. */
export interface FileSystem {
  /** Read, read and write an existing file, append, write anew, write a file that must not exist. */
  open(path: string, mode: "r" | "r+" | "a" | "w" | "wx"): Promise<OpenFile>;
  /** The text of a small file; undefined when there is none. */
  readText(path: string): Promise<string | undefined>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  list(folder: string): Promise<string[]>;
  makeFolder(folder: string): Promise<void>;
  /** Makes created, renamed and removed names durable. */
  syncFolder(folder: string): Promise<void>;
}

/** What is stored, hashes of passwords and addresses of customers among it, is for the owner alone. */
const ownerOnly = { file: 0o600, folder: 0o700 };

export const nodeFiles: FileSystem = {
  async open(path, mode) {
    return new NodeFile(await open(path, mode, ownerOnly.file));
  },
  async readText(path) {
    try {
      return await readFile(path, "utf8");
    } catch (error) {
      if (hasCode(error, "ENOENT")) return undefined;
      throw error;
    }
  },
  rename,
  remove: unlink,
  list: (folder) => readdir(folder),
  async makeFolder(folder) {
    await mkdir(folder, { recursive: true, mode: ownerOnly.folder });
  },
  async syncFolder(folder) {
    // Windows opens no folders as files, and needs no such step.
    if (process.platform === "win32") return;
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code;
}

class NodeFile implements OpenFile {
  constructor(private readonly handle: FileHandle) {}

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      at += (await this.handle.write(bytes, at, bytes.length - at)).bytesWritten;
    }
  }

  async read(position: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(length);
    const { bytesRead } = await this.handle.read(buffer, 0, length, position);
    return buffer.subarray(0, bytesRead);
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

  close(): Promise<void> {
    return this.handle.close();
  }
}
