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

/** What is known of a write that was refused, for the one who sent it: no path and no cause. */
export interface Refusal {
  readonly outcome: "not_stored" | "unknown";
  readonly advice: string;
}

/** Writing has failed, so nothing of this write was kept, and no further one is taken. Reading goes on. */
export class StorageReadOnlyError extends StorageError {
  override name = "StorageReadOnlyError";
  readonly refusal: Refusal = {
    outcome: "not_stored",
    advice:
      "The storage is read-only: nothing was stored. Send the call again once an operator has repaired it.",
  };

  constructor(reason: string, options?: ErrorOptions & { readonly todo?: string }) {
    const todo = options?.todo ?? "repair the disk, then start again";
    super(`the storage takes no more writes: ${reason}; nothing of this write was kept; ${todo}`, options);
  }
}

/** There is no room left. Nothing of the write was kept, and writing goes on by itself when there is room. */
export class StorageFullError extends StorageReadOnlyError {
  override name = "StorageFullError";
  override readonly refusal: Refusal = {
    outcome: "not_stored",
    advice: "The storage is full: nothing was stored. Send the call again once there is room.",
  };

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, { ...options, todo: "make room, and writing goes on by itself" });
  }
}

/**
 * The write that was on its way when writing failed: a restart shows whether it was kept. Never sent again by
 * itself.
 */
export class OutcomeUnknownError extends StorageReadOnlyError {
  override name = "OutcomeUnknownError";
  override readonly refusal: Refusal = {
    outcome: "unknown",
    advice:
      "The storage failed on this write and is read-only now: whether it was stored shows after the restart. " +
      "Look before sending the call again.",
  };

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.message =
      `the storage takes no more writes: ${reason}. This write is undone here, but a restart may find it ` +
      "on disk: look before sending it again";
  }
}

/**
 * The storage cannot be reached or takes no writes, and nothing was kept: the same call may be sent again, here later or
 * to another server now. Of a write whose outcome is unknown nobody may say that.
 */
export function isUnavailable(error: unknown): error is StorageReadOnlyError {
  return error instanceof StorageReadOnlyError && error.refusal.outcome === "not_stored";
}

/** A file is not what was written. Starting anyway would lose acknowledged writes silently. */
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

/** Another process, or this one, has the folder open. */
export class StorageInUseError extends StorageError {
  override name = "StorageInUseError";
  constructor(
    readonly folder: string,
    readonly pid: number,
    /** The machine or container of the process, where it is another one. */
    readonly host?: string,
  ) {
    const where = host === undefined ? "" : ` on ${host}`;
    super(`${folder} is in use by process ${pid}${where}; stop that process or choose another folder`);
  }
}

/** The storage, or the transaction, was used after its end. */
export class StorageClosedError extends StorageError {
  override name = "StorageClosedError";
  constructor(what = "the storage is closed; open it again") {
    super(what);
  }
}
