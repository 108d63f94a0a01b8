/** Requests and answers one by one, without batches. */
export class RequestBatcher {
  /** @param failed called for an answer that could not be sent */
  constructor(private readonly failed: (error: unknown) => void) {}

  add(handle: () => void): void {
    handle();
  }

  answer(send: () => void): void {
    try {
      send();
    } catch (error) {
      this.failed(error);
    }
  }
}
