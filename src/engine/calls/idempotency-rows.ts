/** What is remembered of calls that came with an `Idempotency-Key` (interface 6). */

export interface IdempotencyDoc {
  /** Random: two processes that carry out the same key collide at `key`, never here. */
  readonly id: string;
  /** Hash of the caller and the key. */
  readonly key: string;
  /** Hash of the operation and its arguments. */
  readonly request: string;
  /** What was answered, as JSON; null = more than is kept. */
  readonly answer: string | null;
  /** Whose key it is; rows of earlier versions do not say it. */
  readonly owner?: string;
  /** By the clock of the shop, since 1970. A second would be too coarse for 24 hours exactly. */
  readonly recorded_ms: number;
}

declare module "../storage/documents.js" {
  interface Documents {
    idempotency_keys: IdempotencyDoc;
  }
}
