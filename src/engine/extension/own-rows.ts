/** A row that handlers of chapters store. */
export interface OwnRowDoc {
  /** `table/key` */
  readonly id: string;
  readonly table: string;
  readonly key: string;
  /** Any JSON value. */
  readonly value: unknown;
}

declare module "../storage/documents.js" {
  interface Documents {
    own_rows: OwnRowDoc;
  }
}
