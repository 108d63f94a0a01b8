/** The header `Idempotency-Key` of one request (interface 6). */

const maxLength = 255;

export class IdempotencyKey {
  /**
   * @param text as it was sent
   * @param tellReplay notes on the answer under way that it was given before
   */
  constructor(
    readonly text: string,
    readonly tellReplay: () => void,
    private readonly isRepeated = false,
  ) {}

  /** Why no call can be remembered under it; undefined = one can. */
  get problem(): string | undefined {
    if (this.isRepeated) return "was sent more than once";
    if (this.text === "" || this.text.length > maxLength) return `must have 1 to ${maxLength} characters`;
    return undefined;
  }
}
