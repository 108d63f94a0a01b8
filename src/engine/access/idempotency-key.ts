/** The header `Idempotency-Key` of one request (interface 6). */

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
  ) {}

  /** Why the key is not usable; undefined if it is. */
  get problem(): string | undefined {
    if (this.isRepeated) return "was sent more than once";
    if (this.text === "" || this.text.length > maxLength) return `must have 1 to ${maxLength} characters`;
    return undefined;
  }
}
