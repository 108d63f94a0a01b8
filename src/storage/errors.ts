import type { CollectionName } from "../entities/documents.js";

/** What the storage itself refuses; errors of the caller are TypeErrors. */
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

/** Writing has failed once, so nothing more is written by this process. Reading goes on. */
export class StorageReadOnlyError extends StorageError {
  override name = "StorageReadOnlyError";
  constructor(reason: string, options?: ErrorOptions) {
    super(`the storage takes no more writes: ${reason}; repair the disk, then start again`, options);
  }
}

/**
 * The write that was on its way when writing failed: a restart shows whether it was kept. Never sent again by
 * itself.
 */
export class OutcomeUnknownError extends StorageReadOnlyError {
  override name = "OutcomeUnknownError";
  constructor(reason: string, options?: ErrorOptions) {
    super(
      `${reason}. This write is undone here, but a restart may find it on disk: look before sending it again`,
      options,
    );
  }
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
  ) {
    super(`${folder} is in use by process ${pid}; stop that process or choose another folder`);
  }
}

/** The storage, or the transaction, was used after its end. */
export class StorageClosedError extends StorageError {
  override name = "StorageClosedError";
  constructor(what = "the storage is closed; open it again") {
    super(what);
  }
}
