/** An exchange as the proxy captured it. */

export interface Captured {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly request: {
    readonly method: string;
    readonly path: string;
    /** Names in lower case. */
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly body: CapturedBody;
  };
  /** Undefined if no answer began. */
  readonly answer?:
    | {
        readonly status: number;
        readonly headers: Readonly<Record<string, string | undefined>>;
        readonly body: CapturedBody;
      }
    | undefined;
  /** Why the answer is incomplete. */
  readonly reason?: string | undefined;
}

export interface CapturedBody {
  /** The whole body, or its beginning if `isCut`. */
  readonly bytes: Buffer;
  readonly length: number;
  readonly isCut: boolean;
}
