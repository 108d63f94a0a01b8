/**
 * The files of products, kept in step with their records in `images` and `download_files`. A file is durable
 * before its record is, and goes after it, so that a crash leaves at worst a file without a record; `sync`
 * removes those.
 */
import { createHash } from "node:crypto";
import type { FileDoc } from "../data/entities/catalog.js";
import { numberedPath } from "./image-names.js";
import { Mutex } from "../../engine/storage/memory.js";
import { MediaError, type MediaFile, type MediaFiles } from "../../engine/files/media-files.js";

/** The end of the transaction that a file belongs to: `call.effects`. */
export interface Outcome {
  readonly afterCommit: (work: () => Promise<void>) => void;
  readonly onRollback: (work: () => Promise<void>) => void;
}

export interface SyncReport {
  readonly removed: number;
  readonly written: number;
  /** Files that are gone although a record names them, which needs a hand on the disk to happen. */
  readonly missing: readonly string[];
}

const bytesPerRead = 64 * 1024;
const filesRemembered = 10_000;

export class MediaStore {
  private readonly changes = new Mutex();
  /** Files of transactions that have not ended. */
  private readonly unsettled = new Set<string>();
  /** While a sync runs: files that it must leave alone. */
  private spared: Set<string> | undefined;
  /** Files that were seen to be whole, with the checksum of the bytes. */
  private readonly whole = new Map<string, string>();

  constructor(private readonly files: MediaFiles) {}

  /**
   * Keeps the bytes durably, and removes them again if the transaction is undone. Answers the name of the
   * file: `file` or, where an earlier file is still there, one like it. Throws MediaError.
   */
  async put(file: string, bytes: Uint8Array, outcome: Outcome): Promise<string> {
    const name = await asMediaError(() => this.reserve(file));
    outcome.onRollback(() => this.files.remove(name).finally(() => this.unsettled.delete(name)));
    outcome.afterCommit(async () => void this.unsettled.delete(name));
    await asMediaError(() => this.files.write(name, bytes));
    return name;
  }

  /** Removes a file once the transaction that deletes or replaces its record has ended well. */
  drop(name: string, outcome: Outcome): void {
    outcome.afterCommit(() => this.changes.run(() => this.files.remove(name)));
  }

  open(name: string): Promise<MediaFile | undefined> {
    return this.files.open(name);
  }

  /** Throws MediaError when the bytes are not those that were stored. Looked at once per file and process. */
  async requireWhole({ stored_as, etag }: FileDoc, file: MediaFile): Promise<void> {
    if (this.whole.get(stored_as) === etag) return;
    const hash = createHash("sha256");
    for (let at = 0; at < file.size;) {
      const bytes = await file.read(at, bytesPerRead);
      if (bytes.length === 0) break;
      hash.update(bytes);
      at += bytes.length;
    }
    if (hash.digest("base64url") !== etag)
      throw new MediaError(`the file ${stored_as} is not as it was stored: restore it from a backup`);
    if (this.whole.size >= filesRemembered) this.whole.clear();
    this.whole.set(stored_as, etag);
  }

  /**
   * Makes the files follow the records, at start and after the whole state was replaced: removes files that
   * no record names, and writes those that `content` has for a record, as for the pictures of the sample
   * shop. Calls may go on meanwhile; `records` is read after the files were listed.
   */
  sync(
    records: AsyncIterable<readonly FileDoc[]>,
    content: (record: FileDoc) => Uint8Array | undefined,
  ): Promise<SyncReport> {
    return this.syncs.run(async () => {
      this.spared = new Set(this.unsettled);
      try {
        await this.files.removeLeftovers();
        return await this.follow(records, content);
      } finally {
        this.spared = undefined;
      }
    });
  }

  private readonly syncs = new Mutex();

  private async follow(
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
      if (this.spared?.has(name)) return false;
      await this.files.remove(name);
      return true;
    });
  }

  /** Finds a name that nothing has. One that is still on its way out counts as taken. */
  private reserve(file: string): Promise<string> {
    return this.changes.run(async () => {
      let name = file;
      for (let number = 1; this.unsettled.has(name) || !(await this.isFree(name)); number += 1) {
        name = numberedPath(file, number);
      }
      this.unsettled.add(name);
      this.spared?.add(name);
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
    throw new MediaError("a file could not be kept: see whether the disk is full", { cause: error });
  }
}
