/**
 * The files of products, consistent with their records in `images` and `download_files`. A file is written before its
 * record and deleted after it, so that a crash can only leave a file without a record, which `sync` removes.
 */
import { createHash } from "node:crypto";
import type { FileDoc } from "../data/entities/catalog.js";
import { numberedPath } from "./image-names.js";
import { Mutex } from "../../engine/storage/memory.js";
import { BoundedCache } from "../../engine/values/bounded-cache.js";
import { MediaError, type MediaFile, type MediaFiles } from "../../engine/files/media-files.js";

/** The hooks for the end of the transaction: `call.effects`. */
interface TransactionHooks {
  readonly afterCommit: (work: () => Promise<void>) => void;
  readonly onRollback: (work: () => Promise<void>) => void;
}

interface SyncReport {
  readonly removed: number;
  readonly written: number;
  /** Files with a record that do not exist, for example because someone deleted them on disk. */
  readonly missing: readonly string[];
}

const bytesPerRead = 64 * 1024;
const filesRemembered = 10_000;

export class MediaStore {
  private readonly changes = new Mutex();
  /** Files of transactions in progress. */
  private readonly unsettled = new Set<string>();
  /** During a sync: files that it must not remove. */
  private protectedFiles: Set<string> | undefined;
  /** Files that were verified, with their checksums. */
  private readonly verified = new BoundedCache<string, string>(filesRemembered);

  constructor(private readonly files: MediaFiles) {}

  /**
   * Stores the bytes durably, and removes them if the transaction is rolled back. Returns the name of the stored file:
   * `file`, or a numbered one if that still exists. Throws MediaError.
   */
  async put(file: string, bytes: Uint8Array, hooks: TransactionHooks): Promise<string> {
    const name = await asMediaError(() => this.reserve(file));
    hooks.onRollback(() => this.files.remove(name).finally(() => this.unsettled.delete(name)));
    hooks.afterCommit(async () => void this.unsettled.delete(name));
    await asMediaError(() => this.files.write(name, bytes));
    return name;
  }

  /** Removes a file after the commit of the transaction that deletes or replaces its record. */
  drop(name: string, hooks: TransactionHooks): void {
    hooks.afterCommit(() => this.changes.run(() => this.files.remove(name)));
  }

  open(name: string): Promise<MediaFile | undefined> {
    return this.files.open(name);
  }

  /** Throws MediaError if the file is damaged. Checked once per file and process. */
  async requireUndamaged({ stored_as, etag }: FileDoc, file: MediaFile): Promise<void> {
    if (this.verified.get(stored_as) === etag) return;
    const hash = createHash("sha256");
    for (let at = 0; at < file.size;) {
      const bytes = await file.read(at, bytesPerRead);
      if (bytes.length === 0) break;
      hash.update(bytes);
      at += bytes.length;
    }
    if (hash.digest("base64url") !== etag)
      throw new MediaError(`the file ${stored_as} was changed after it was stored: restore it from a backup`);
    this.verified.set(stored_as, etag);
  }

  /**
   * Makes the files match the records, at start and after the state was replaced: removes files without a record, and
   * writes files for which `content` returns bytes, such as the pictures of the sample shop. Calls can continue in the
   * meantime. `records` is read after the files are listed.
   */
  sync(
    records: AsyncIterable<readonly FileDoc[]>,
    content: (record: FileDoc) => Uint8Array | undefined,
  ): Promise<SyncReport> {
    return this.syncs.run(async () => {
      this.protectedFiles = new Set(this.unsettled);
      try {
        await this.files.removeLeftovers();
        return await this.matchRecords(records, content);
      } finally {
        this.protectedFiles = undefined;
      }
    });
  }

  private readonly syncs = new Mutex();

  private async matchRecords(
    records: AsyncIterable<readonly FileDoc[]>,
    content: (record: FileDoc) => Uint8Array | undefined,
  ): Promise<SyncReport> {
    const unnamed = new Set<string>();
    for await (const name of this.files.names()) unnamed.add(name);
    const missing: string[] = [];
    let written = 0;
    for await (const batch of records) {
      for (const record of batch) {
        const bytes = content(record);
        const isThere = unnamed.delete(record.stored_as);
        if (bytes && !(await this.holds(record.stored_as, bytes))) {
          await asMediaError(() => this.files.write(record.stored_as, bytes));
          written += 1;
        } else if (!bytes && !isThere && !(await this.files.has(record.stored_as))) {
          missing.push(record.file);
        }
      }
    }
    let removed = 0;
    for (const name of unnamed) if (await this.removeUnnamed(name)) removed += 1;
    return { removed, written, missing };
  }

  private removeUnnamed(name: string): Promise<boolean> {
    return this.changes.run(async () => {
      if (this.protectedFiles?.has(name)) return false;
      await this.files.remove(name);
      return true;
    });
  }

  /** Reserves a free name. A file that is about to be removed still counts as existing. */
  private reserve(file: string): Promise<string> {
    return this.changes.run(async () => {
      let name = file;
      for (let number = 1; this.unsettled.has(name) || !(await this.isFree(name)); number += 1) {
        name = numberedPath(file, number);
      }
      this.unsettled.add(name);
      this.protectedFiles?.add(name);
      return name;
    });
  }

  private async isFree(name: string): Promise<boolean> {
    return this.files.claim ? this.files.claim(name) : !(await this.files.has(name));
  }

  private async holds(name: string, bytes: Uint8Array): Promise<boolean> {
    const file = await this.files.open(name);
    if (!file) return false;
    try {
      return file.size === bytes.length && Buffer.compare(await file.read(0, bytes.length), bytes) === 0;
    } finally {
      await file.close();
    }
  }
}

async function asMediaError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new MediaError("a file could not be stored: check whether the disk is full", { cause: error });
  }
}
