import { packageVersion } from "../config/package.js";
import type { CollectionName } from "./documents.js";

/** Errors of the storage itself; errors of the calling code are TypeErrors. */
export abstract class StorageError extends Error {}

/** Another document has this unique key already. The transaction is over. */
export class UniqueError extends StorageError {
  override name = "UniqueError";
  constructor(
    readonly collection: CollectionName,
    readonly key: string,
    readonly values: readonly string[],
  ) {
    super(
      `${collection}: another document already has ${key} ${JSON.stringify(values)}; choose another value`,
    );
  }
}

/** What the caller is told about a refused write: neither a path nor a cause. */
export interface Refusal {
  readonly outcome: "not_stored" | "unknown";
  readonly advice: string;
}

/** The storage is read-only: nothing of this write was stored, and no further write is accepted. Reads continue. */
export class StorageReadOnlyError extends StorageError {
  override name = "StorageReadOnlyError";
  readonly refusal: Refusal = {
    outcome: "not_stored",
    advice:
      "The storage is read-only: nothing was stored. Send the call again once an operator has repaired it.",
  };

  constructor(reason: string, options?: ErrorOptions & { readonly todo?: string }) {
    const todo = options?.todo ?? "repair the disk, then start again";
    super(`the storage refuses writes: ${reason}; nothing of this write was stored; ${todo}`, options);
  }
}

/** The disk is full. Nothing of this write was stored; writes are accepted again once there is room. */
export class StorageFullError extends StorageReadOnlyError {
  override name = "StorageFullError";
  override readonly refusal: Refusal = {
    outcome: "not_stored",
    advice: "The storage is full: nothing was stored. Send the call again once there is room.",
  };

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, { ...options, todo: "free some space; writing then continues without a restart" });
  }
}

/** The write that was in progress when the storage failed: a restart shows whether it was stored. Never retried. */
export class OutcomeUnknownError extends StorageReadOnlyError {
  override name = "OutcomeUnknownError";
  override readonly refusal: Refusal = {
    outcome: "unknown",
    advice:
      "The storage failed during this write and is now read-only. Whether the write was stored is known only after a restart. " +
      "Check before sending the call again.",
  };

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.message =
      `the storage refuses writes: ${reason}. This write was undone in memory, but a restart may find it ` +
      "on disk: check before sending it again";
  }
}

/**
 * Whether the storage is unreachable or read-only and stored nothing: the call may be retried, here later or on another
 * server now. False for a write whose outcome is unknown.
 */
export function isUnavailable(error: unknown): error is StorageReadOnlyError {
  return error instanceof StorageReadOnlyError && error.refusal.outcome === "not_stored";
}

/** A file is damaged. Starting anyway would silently lose acknowledged writes. */
export class StorageDamagedError extends StorageError {
  override name = "StorageDamagedError";
  constructor(
    readonly file: string,
    readonly offset: number,
    what: string,
    options?: ErrorOptions,
  ) {
    super(
      `${file} is damaged at byte ${offset}: ${what}. Keep a copy of the folder, then restore the files from a backup`,
      options,
    );
  }
}

/** A newer release wrote what this one cannot read. Nothing is damaged, and nothing was changed. */
export class StorageNewerError extends StorageError {
  override name = "StorageNewerError";
  /** @param release the release that wrote it, if the files name it */
  constructor(place: string, release: string | undefined, what: string, options?: ErrorOptions) {
    const [writer, again] =
      release === undefined ? ["a newer release", "that release"] : [`release ${release}`, "it"];
    super(
      `${place} holds data of ${writer}, which this one (${packageVersion()}) cannot read: ${what}. Start ${again} again, ` +
        "or restore the backup from before the upgrade into another storage; nothing was changed here",
      options,
    );
  }
}

/** Another process, or this one, has the folder open. */
export class StorageInUseError extends StorageError {
  override name = "StorageInUseError";
  constructor(
    readonly folder: string,
    readonly pid: number,
    /** The machine or container of the process, if it is another one. */
    readonly host?: string,
  ) {
    const where = host === undefined ? "" : ` on ${host}`;
    super(`${folder} is in use by process ${pid}${where}; stop that process or choose another folder`);
  }
}

/** The address of a storage, or a related setting, is wrong. The message begins with the name of the setting, and contains no secret. */
export class StorageSettingError extends StorageError {
  override name = "StorageSettingError";
}

/** The storage cannot be used. The message is for the operator and contains no secret. */
export class StorageUnusableError extends StorageError {
  override name = "StorageUnusableError";
}

/** The storage, or the transaction, was used after its end. */
export class StorageClosedError extends StorageError {
  override name = "StorageClosedError";
  constructor(what = "the storage is closed; open it again") {
    super(what);
  }
}
