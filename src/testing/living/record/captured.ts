/** What went over the wire, as the proxy saw it. */

export interface Captured {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly request: {
    readonly method: string;
    readonly path: string;
    /** By lower-case names. */
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly body: CapturedBody;
  };
  /** Undefined where none began. */
  readonly answer?:
    | {
        readonly status: number;
        readonly headers: Readonly<Record<string, string | undefined>>;
        readonly body: CapturedBody;
      }
    | undefined;
  /** Why it did not end. */
  readonly reason?: string | undefined;
}

export interface CapturedBody {
  /** Its beginning; all of it unless `isCut`. */
  readonly bytes: Buffer;
  readonly length: number;
  readonly isCut: boolean;
}
