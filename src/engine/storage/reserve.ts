import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { type FileSystem, hasCode } from "./files.js";

/** Enough for the record being written and the last records of an orderly stop. */
const BYTES = 1024 * 1024;

/**
 * A file that reserves disk space. It is removed when the disk is full, to make room for the last records; once it can be
 * created again, there is room for further writes.
 */
export class Reserve {
  private kept = false;

  get isKept(): boolean {
    return this.kept;
  }

  constructor(
    private readonly files: FileSystem,
    private readonly path: string,
  ) {}

  /** Creates the file. Throws if there is no room. */
  async fill(): Promise<void> {
    if (this.kept) return;
    const file = await this.files.open(this.path, "w");
    try {
      // Zeros may take no room on a compressing file system.
      await file.write(randomBytes(BYTES));
      await file.sync();
      this.kept = true;
    } catch (error) {
      await this.files.remove(this.path).catch(() => {});
      throw error;
    } finally {
      await file.close();
    }
  }

  /** Removes the file. False if there was none. */
  async release(): Promise<boolean> {
    if (!this.kept) return false;
    this.kept = false;
    await this.files.remove(this.path).catch((error: unknown) => {
      if (!hasCode(error, "ENOENT")) throw error;
    });
    await this.files.syncFolder(dirname(this.path));
    return true;
  }
}
