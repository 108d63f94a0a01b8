/** Rows that chapters keep in the storage. */

/** A row of a chapter's own. */
export interface OwnRowDoc {
  /** `table/key` */
  readonly id: string;
  readonly table: string;
  readonly key: string;
  /** Any value of JSON. */
  readonly value: unknown;
}

declare module "../storage/documents.js" {
  interface Documents {
    own_rows: OwnRowDoc;
  }
}
