import { afterSlice, beginTurn, isSliceOver } from "../time-slices.js";

/** Requests that go on together. */
const atOnce = 16;

/**
 * Requests that arrive in one turn of the event loop are handled together and answered together. Together, they go
 * through the same steps one after the other, while the code and the data of a step are at hand; and every write may
 * wake up the client's process, which costs more than the write. Measured by processor time of `catalog_product.info`
 * with 16 connections: 21.4 us instead of 30.5 us a call; batches of 50 take a fifth less.
 */
export class RequestBatcher {
  private readonly requests: (() => void)[] = [];
  private isScheduled = false;
  private answers: (() => void)[] = [];

  /** @param failed told of an answer that could not be sent; the others are */
  constructor(private readonly failed: (error: unknown) => void) {}

  /** Resolves once everything has been read that has arrived; for a few at a time, and while the turn is not too long. */
  nextBatch(): Promise<void> {
    return new Promise((resolve) => {
      this.requests.push(resolve);
      if (this.isScheduled) return;
      this.isScheduled = true;
      setImmediate(() => this.begin());
    });
  }

  /** How many requests wait. */
  get waiting(): number {
    return this.requests.length;
  }

  private begin(): void {
    beginTurn();
    this.letSomeGoOn();
  }

  private letSomeGoOn(): void {
    for (const goOn of this.requests.splice(0, atOnce)) goOn();
    this.isScheduled = this.requests.length > 0;
    // Microtasks first: they are the requests that were let go on.
    if (this.isScheduled) queueMicrotask(() => process.nextTick(() => this.goOn()));
  }

  private goOn(): void {
    if (!isSliceOver()) this.letSomeGoOn();
    else setImmediate(() => this.begin());
  }

  /** Answers when all that is ready to go on has gone on. */
  answer(send: () => void): void {
    if (this.answers.push(send) === 1) afterSlice(() => this.sendAll());
  }

  private sendAll(): void {
    const answers = this.answers;
    this.answers = [];
    for (const send of answers) {
      try {
        send();
      } catch (error) {
        this.failed(error);
      }
    }
  }
}
