import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { type FileSystem, hasCode } from "./files.js";

/** Enough for the record that is on its way and the last ones of an orderly stop. */
const BYTES = 1024 * 1024;

/**
 * Room on the disk that is kept for the moment when there is no other: a file without meaning. It is given up when the
 * disk is full; that it can be made again shows that there is room.
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

  /** Throws when there is no room. */
  async fill(): Promise<void> {
    if (this.kept) return;
    const file = await this.files.open(this.path, "w");
    try {
      // Zeros might take no room on a disk that compresses.
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

  /** False when there was none to give. */
  async giveUp(): Promise<boolean> {
    if (!this.kept) return false;
    this.kept = false;
    await this.files.remove(this.path).catch((error: unknown) => {
      if (!hasCode(error, "ENOENT")) throw error;
    });
    await this.files.syncFolder(dirname(this.path));
    return true;
  }
}
