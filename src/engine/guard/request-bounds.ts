/** What one HTTP request may take in all, however many calls it holds. */
import type { Budget } from "./budget.js";
import type { Wire } from "../values/text.js";
import { isSliceOver, nextSlice } from "../time-slices.js";

export interface RequestLimits {
  /** A call that would begin later than this after the first is not carried out. */
  readonly requestTimeoutMs: number;
  /** Size of an answer beyond which no further call of a batch or multiCall is carried out. */
  readonly maxAnswerBytes: number;
  /** Bytes of answers in the making, of all requests of the process together. */
  readonly answers: Budget;
}

export class RequestBounds {
  private readonly due: number;
  private answerBytes = 0;
  /** Whether the next call would begin too late. */
  isLate = false;
  /** How many times others were let go on. */
  pauses = 0;

  constructor(private readonly limits: RequestLimits) {
    this.due = performance.now() + limits.requestTimeoutMs;
  }

  /** Notes a part of the answer; a negative number takes it back. */
  count(bytes: number): void {
    this.answerBytes += bytes;
    this.limits.answers.overdraw(bytes);
  }

  /** Whether the answer is so large by now that nothing more is added. */
  get isFull(): boolean {
    const { maxAnswerBytes, answers } = this.limits;
    return this.answerBytes > maxAnswerBytes || (this.answerBytes > 0 && answers.isFull);
  }

  /** Before each call: lets others go on when this request has held the event loop for long. */
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

/** The parts of a list that is an answer, counted as long as they are in the making. */
export class AnswerParts {
  private readonly parts: Wire[] = [];
  private length = 0;

  constructor(private readonly bounds: RequestBounds) {}

  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  get all(): readonly Wire[] {
    return this.parts;
  }

  add(part: Wire): void {
    this.parts.push(part);
    this.length += part.length;
    this.bounds.count(part.length);
  }

  join(): Wire {
    return `[${this.parts.join(",")}]` as Wire;
  }

  giveBack(): void {
    this.bounds.count(-this.length);
    this.length = 0;
  }
}

export const tooLargeAnswer = "The answer has grown too large; ask for the rest by another request.";
export const tooLate = "The time for the request ran out before this call.";
