/** Limits the bytes of large responses that clients have not read yet. */
import type { ServerResponse } from "node:http";
import { Budget } from "./budget.js";

/** The minimum size of a large answer in bytes. The number of connections limits smaller answers. */
export const largeAnswerBytes = 16 * 1024;

/** A client that reads less than this counts as stalled. */
const slowestBytesPerSecond = 32 * 1024;
const patienceMs = 30_000;
const lookForStalledMs = 1000;

/** An answer younger than this is never cut off to make room. */
const shieldMs = 1000;

interface Outgoing {
  readonly response: ServerResponse;
  readonly bytes: number;
  readonly since: number;
}

export class AnswerBudget {
  private readonly budget: Budget;
  private timer: NodeJS.Timeout | undefined;
  /** Oldest first. */
  private readonly outgoing = new Set<Outgoing>();

  /**
   * @param size bytes
   * @param refused called for every answer without room
   */
  constructor(size: number, refused?: () => void) {
    this.budget = new Budget(size, refused);
  }

  /**
   * Sends a large answer if there is room for it, or if cutting off the clients that have been reading longest makes
   * room. Returns whether the answer was sent.
   * @param isWhole false if further parts are written while the client reads the first ones
   */
  send(response: ServerResponse, bytes: number, write: () => void, isWhole = true): boolean {
    const { budget } = this;
    if (!budget.hasRoomFor(bytes)) this.makeRoom(bytes);
    // A single answer may have any size.
    if (!budget.isUnused && !budget.admits(bytes)) return false;
    write();
    // Most clients read an answer at once. Then nothing is in memory, and tracking it would take a tenth of the call.
    if (!isWhole || response.socket?.writableLength !== 0) this.lookAfter(response, bytes);
    return true;
  }

  private lookAfter(response: ServerResponse, bytes: number): void {
    const one: Outgoing = { response, bytes, since: performance.now() };
    this.budget.overdraw(bytes);
    this.outgoing.add(one);
    // One timer for all answers: a timer for each would take 5 % of the call.
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
