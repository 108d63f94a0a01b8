/** What keeps a journal from taking commits for a while, and passes by itself. */
import { type StorageFullError, StorageReadOnlyError } from "./storage.js";

/** A disk that has not answered a write for so long takes no further ones until it has. */
const PATIENCE_MS = 10_000;

export class Hindrances {
  /** There is no room. */
  full: StorageFullError | undefined;
  private unseen: StorageReadOnlyError | undefined;
  private writingSince = Infinity;

  get current(): StorageReadOnlyError | undefined {
    return this.full ?? this.unseen ?? this.stalled;
  }

  /** Nobody can tell whose the folder is; undefined: it can be told again. */
  noteUnseen(reason: string | undefined, cause?: unknown): void {
    this.unseen = reason === undefined ? undefined : unseenError(reason, cause);
  }

  /** The disk has something to answer. */
  noteBegin(): void {
    this.writingSince = performance.now();
  }

  noteEnd(): void {
    this.writingSince = Infinity;
  }

  private get stalled(): StorageReadOnlyError | undefined {
    const took_ms = performance.now() - this.writingSince;
    if (took_ms < PATIENCE_MS) return undefined;
    const reason = `the disk has not answered a write for ${Math.round(took_ms / 1000)} s`;
    return new StorageReadOnlyError(reason, { todo: "writing goes on by itself once it does" });
  }
}

export function unseenError(reason: string, cause: unknown): StorageReadOnlyError {
  return new StorageReadOnlyError(`whose the folder is cannot be seen (${reason})`, {
    cause,
    todo: "writing goes on by itself once it can",
  });
}
