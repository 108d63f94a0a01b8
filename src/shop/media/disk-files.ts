/**
 * Image files in a folder: `media/catalog/product/m/u/mug.jpg` below the data folder. To store a file
 * durably, it is written to a temporary file, synced and renamed, and the folders are synced. The lock of the
 * storage ensures that only one process uses the folder, so the storage must be opened first.
 */
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { hasCode, nodeFiles, type FileSystem } from "../../engine/storage/files.js";
import { isMediaPath } from "./image-names.js";
import type { MediaFile, MediaFiles } from "../../engine/files/media-files.js";

const bytesPerWrite = 1024 * 1024;

export class DiskFiles implements MediaFiles {
  private readonly root: string;
  /** Temporary files. Their names begin with `writer`, so that those of a dead process can be recognized. */
  private readonly incoming: string;
  private readonly writer = randomUUID();
  private count = 0;
  /** Folders that exist and are durable. */
  private readonly folders = new Set<string>();

  constructor(
    dataFolder: string,
    private readonly files: FileSystem = nodeFiles,
  ) {
    this.root = join(dataFolder, "media", "catalog", "product");
    this.incoming = join(dataFolder, "media", "incoming");
  }

  async has(name: string): Promise<boolean> {
    const file = await this.open(name);
    await file?.close();
    return file !== undefined;
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    const path = this.path(name);
    const temporary = join(this.incoming, `${this.writer}-${(this.count += 1)}`);
    try {
      await this.makeFolder(this.incoming);
      await this.makeFolder(dirname(path));
      await this.writeAside(temporary, bytes);
      await this.files.rename(temporary, path);
      await this.files.syncFolder(dirname(path));
    } catch (error) {
      this.folders.clear(); // A folder can have been removed.
      await this.removeIfThere(temporary).catch(() => {});
      await this.removeIfThere(path).catch(() => {});
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await this.removeIfThere(this.path(name));
  }

  async open(name: string): Promise<MediaFile | undefined> {
    try {
      const file = await this.files.open(this.path(name), "r");
      const size = await file.size();
      return {
        size,
        read: (position, length) => file.read(position, length),
        close: () => file.close(),
      };
    } catch (error) {
      if (isAbsence(error)) return undefined;
      throw error;
    }
  }

  async *names(): AsyncIterable<string> {
    for (const first of await this.list(this.root)) {
      for (const second of await this.list(join(this.root, first))) {
        for (const file of await this.list(join(this.root, first, second))) {
          const name = `/${first}/${second}/${file}`;
          if (isMediaPath(name)) yield name;
        }
      }
    }
  }

  async removeLeftovers(): Promise<void> {
    for (const name of await this.list(this.incoming)) {
      if (!name.startsWith(this.writer)) await this.removeIfThere(join(this.incoming, name));
    }
  }

  /** Checks the name, because records can come from dataset files and must not lead out of the folder. */
  private path(name: string): string {
    if (!isMediaPath(name)) throw new TypeError(`${JSON.stringify(name)} is not the name of an image file`);
    return join(this.root, name);
  }

  private async writeAside(path: string, bytes: Uint8Array): Promise<void> {
    const file = await this.files.open(path, "w");
    try {
      for (let at = 0; at < bytes.length; at += bytesPerWrite) {
        await file.write(bytes.subarray(at, at + bytesPerWrite));
      }
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** A new folder is durable after its parents are synced, up to an existing one, the data folder. */
  private async makeFolder(folder: string): Promise<void> {
    if (this.folders.has(folder)) return;
    await this.files.makeFolder(folder);
    const dataFolder = dirname(dirname(this.incoming));
    for (let inner = folder; inner !== dataFolder; inner = dirname(inner)) {
      await this.files.syncFolder(dirname(inner));
    }
    this.folders.add(folder);
  }

  private async list(folder: string): Promise<string[]> {
    try {
      return await this.files.list(folder);
    } catch (error) {
      if (isAbsence(error)) return [];
      throw error;
    }
  }

  private async removeIfThere(path: string): Promise<void> {
    try {
      await this.files.remove(path);
    } catch (error) {
      if (!isAbsence(error)) throw error;
    }
  }
}

function isAbsence(error: unknown): boolean {
  return hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR");
}
