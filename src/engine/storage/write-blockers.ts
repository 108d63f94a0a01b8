/** Temporary reasons why a journal accepts no commits. */
import { type StorageFullError, StorageReadOnlyError } from "./storage.js";

/** A disk write that takes longer blocks further writes until it ends. */
const STALL_TIMEOUT_MS = 10_000;

export class WriteBlockers {
  /** Set while the disk is full. */
  full: StorageFullError | undefined;
  private inaccessible: StorageReadOnlyError | undefined;
  private writingSince = Infinity;

  get current(): StorageReadOnlyError | undefined {
    return this.full ?? this.inaccessible ?? this.stalled;
  }

  /** @param reason why the data folder and its lock cannot be checked; undefined if they can be checked again */
  noteInaccessible(reason: string | undefined, cause?: unknown): void {
    this.inaccessible = reason === undefined ? undefined : inaccessibleError(reason, cause);
  }

  /** Call before a write to the disk, and `noteEnd` after it. */
  noteBegin(): void {
    this.writingSince = performance.now();
  }

  noteEnd(): void {
    this.writingSince = Infinity;
  }

  private get stalled(): StorageReadOnlyError | undefined {
    const took_ms = performance.now() - this.writingSince;
    if (took_ms < STALL_TIMEOUT_MS) return undefined;
    const reason = `the disk has not completed a write for ${Math.round(took_ms / 1000)} s`;
    return new StorageReadOnlyError(reason, { todo: "writing continues automatically when it does" });
  }
}

export function inaccessibleError(reason: string, cause: unknown): StorageReadOnlyError {
  return new StorageReadOnlyError(`the data folder is not accessible (${reason})`, {
    cause,
    todo: "writing continues automatically when it is",
  });
}
