/** Large answers on their way out: how many bytes the process holds for readers that have not taken them yet. */
import type { ServerResponse } from "node:http";
import { Budget } from "./budget.js";

/** Smaller answers are bounded by the number of connections. */
export const largeAnswerBytes = 16 * 1024;

/** A reader that takes less than this has stopped reading for all we know. */
const slowestBytesPerSecond = 32 * 1024;
const patienceMs = 30_000;
const lookForStalledMs = 1000;

/** An answer that was begun later than this ago is never cut off for others. */
const shieldMs = 1000;

interface Outgoing {
  readonly response: ServerResponse;
  readonly bytes: number;
  readonly since: number;
}

export class AnswerBudget {
  private readonly budget: Budget;
  private timer: NodeJS.Timeout | undefined;
  /** In the order in which they were begun. */
  private readonly outgoing = new Set<Outgoing>();

  /**
   * @param size bytes
   * @param refused told of answers that there was no room for
   */
  constructor(size: number, refused?: () => void) {
    this.budget = new Budget(size, refused);
  }

  /**
   * Sends a large answer if there is room for it; those of readers that have been slow longest make it.
   * @param isWhole false: further parts are written while the first ones are taken
   */
  send(response: ServerResponse, bytes: number, write: () => void, isWhole = true): boolean {
    const { budget } = this;
    if (!budget.hasRoomFor(bytes)) this.makeRoom(bytes);
    // The first is let through whatever its size.
    if (!budget.isUnused && !budget.admits(bytes)) return false;
    write();
    // Most readers take an answer at once: nothing is held for them, and looking after it costs a tenth of the call.
    if (!isWhole || response.socket?.writableLength !== 0) this.lookAfter(response, bytes);
    return true;
  }

  private lookAfter(response: ServerResponse, bytes: number): void {
    const one: Outgoing = { response, bytes, since: performance.now() };
    this.budget.overdraw(bytes);
    this.outgoing.add(one);
    // One for all: a timer for each answer would cost a twentieth of the time of the call.
    this.timer ??= setInterval(() => this.cutOffStalled(), lookForStalledMs).unref();
    response.once("close", () => {
      this.budget.giveBack(bytes);
      this.outgoing.delete(one);
    });
  }

  private cutOffStalled(): void {
    const now = performance.now();
    for (const { response, bytes, since } of this.outgoing) {
      const allowed = Math.max(patienceMs, (bytes / slowestBytesPerSecond) * 1000);
      if (now - since >= allowed) response.destroy();
    }
    if (this.outgoing.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private makeRoom(bytes: number): void {
    const now = performance.now();
    let { room } = this.budget;
    for (const { response, bytes: freed, since } of this.outgoing) {
      if (room >= bytes || now - since < shieldMs) return;
      room += freed;
      response.destroy();
    }
  }
}
