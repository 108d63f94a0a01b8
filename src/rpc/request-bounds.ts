/** What one HTTP request may take in all, however many calls it holds. */
import { isSliceOver, nextSlice } from "../time-slices.js";

export interface RequestLimits {
  /** A call that would begin later than this after the first is not carried out. */
  readonly requestTimeoutMs: number;
  /** Size of an answer beyond which no further call of a batch or multiCall is carried out. */
  readonly maxAnswerBytes: number;
}

export class RequestBounds {
  private readonly due: number;
  private answerBytes = 0;

  constructor(private readonly limits: RequestLimits) {
    this.due = performance.now() + limits.requestTimeoutMs;
  }

  /** Notes a part of the answer. */
  count(bytes: number): void {
    this.answerBytes += bytes;
  }

  /** Whether the answer is so large by now that nothing more is added. @param more bytes that are not counted yet */
  isFull(more = 0): boolean {
    return this.answerBytes + more > this.limits.maxAnswerBytes;
  }

  get isLate(): boolean {
    return performance.now() > this.due;
  }

  /** Before each call: lets others go on when this request has held the event loop for long. */
  pauseIfDue(): Promise<void> | undefined {
    return isSliceOver() ? nextSlice() : undefined;
  }
}

export const tooLargeAnswer = "The answer has grown too large; ask for the rest by another request.";
export const tooLate = "The time for the request ran out before this call.";
