/** Stored answers of calls with an `Idempotency-Key` (conventions 2.8). */

export interface IdempotencyDoc {
  /** Random: two processes with the same idempotency key collide at `key`, never here. */
  readonly id: string;
  /** Hash of the caller and the key. */
  readonly key: string;
  /** Hash of the operation and its arguments. */
  readonly request: string;
  /** The response as JSON; null = too long to store. */
  readonly answer: string | null;
  /** The owner of the key; absent in rows of earlier versions. */
  readonly owner?: string;
  /** Milliseconds since 1970 by the clock of the shop; seconds would be too coarse for exactly 24 hours. */
  readonly recorded_ms: number;
}

declare module "../storage/documents.js" {
  interface Documents {
    idempotency_keys: IdempotencyDoc;
  }
}
