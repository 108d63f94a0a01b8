/** Requests and answers one by one, as they come. */
export class RequestBatcher {
  readonly waiting = 0;

  /** @param failed told of an answer that could not be sent */
  constructor(private readonly failed: (error: unknown) => void) {}

  nextBatch(): Promise<void> {
    return Promise.resolve();
  }

  answer(send: () => void): void {
    try {
      send();
    } catch (error) {
      this.failed(error);
    }
  }
}
