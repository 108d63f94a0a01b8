/** Limits of one HTTP request, whatever number of calls it contains. */
import type { Budget } from "./budget.js";
import type { Wire, WireParts } from "../values/text.js";
import { isSliceOver, nextSlice } from "../time-slices.js";

export interface RequestLimits {
  /** Later calls of the request are not executed once it has taken this long. */
  readonly requestTimeoutMs: number;
  /** Bytes of the answer to a batch or multiCall beyond which no further call is executed. */
  readonly maxAnswerBytes: number;
  /** Bytes of unfinished answers, of all requests of the process. */
  readonly answers: Budget;
}

export class RequestBounds {
  private readonly due: number;
  private answerBytes = 0;
  /** Whether the next call would start too late. */
  isLate = false;
  /** The number of times this request has yielded. */
  pauses = 0;

  constructor(private readonly limits: RequestLimits) {
    this.due = performance.now() + limits.requestTimeoutMs;
  }

  /** Counts a part of the answer; a negative number releases it. */
  count(bytes: number): void {
    this.answerBytes += bytes;
    this.limits.answers.overdraw(bytes);
  }

  /** Whether the answer has reached its limit. */
  get isFull(): boolean {
    const { maxAnswerBytes, answers } = this.limits;
    return this.answerBytes > maxAnswerBytes || (this.answerBytes > 0 && answers.isFull);
  }

  /** Called before each call: yields if this request has held the event loop for long. */
  pauseIfDue(): Promise<void> | undefined {
    const now = performance.now();
    this.isLate = now > this.due;
    return isSliceOver(now) ? this.pause() : undefined;
  }

  private async pause(): Promise<void> {
    await nextSlice();
    this.pauses += 1;
    this.isLate = performance.now() > this.due;
  }
}

/** The parts of an answer that is a list. They count against the budget until they are joined. */
export class AnswerParts {
  private readonly parts: (Wire | WireParts)[] = [];
  private length = 0;

  constructor(private readonly bounds: RequestBounds) {}

  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  get all(): readonly (Wire | WireParts)[] {
    return this.parts;
  }

  add(part: Wire | WireParts): void {
    this.parts.push(part);
    this.length += part.length;
    this.bounds.count(part.length);
  }

  giveBack(): void {
    this.bounds.count(-this.length);
    this.length = 0;
  }
}

export const tooLargeAnswer = "The response is too large; request the rest with another request.";
export const tooLate = "The time limit of the request was reached before this call.";
