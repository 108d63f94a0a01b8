/** The header `Idempotency-Key` of one request (conventions 2.8). */

const maxLength = 255;

export class IdempotencyKey {
  /**
   * @param text as sent
   * @param markReplayed marks the response as a replay
   */
  constructor(
    readonly text: string,
    readonly markReplayed: () => void,
    private readonly isRepeated = false,
    /** Distinguishes the calls of one request; "" for a request with one call. */
    readonly position = "",
  ) {}

  /**
   * The keys of several calls in one request, by their positions. The response is marked as a replay if every call is one.
   */
  ofElements(count: number): readonly IdempotencyKey[] {
    let left = count;
    const tellReplay = () => {
      left -= 1;
      if (left === 0) this.markReplayed();
    };
    return Array.from(
      { length: count },
      (_, at) => new IdempotencyKey(this.text, tellReplay, this.isRepeated, `${this.position}\n${at}`),
    );
  }

  /** Why the key is not usable; undefined if it is. */
  get problem(): string | undefined {
    if (this.isRepeated) return "was sent more than once";
    if (this.text === "" || this.text.length > maxLength) return `must have 1 to ${maxLength} characters`;
    return undefined;
  }
}
