/** Sends the messages of the outbox to the mail server, one after the other, with retries. */
import { timeOf, type Clock } from "../../engine/clock.js";
import type { MailDoc } from "../data/entities/mail.js";
import type { Log } from "../../engine/log/log.js";
import type { OutageLog } from "../../engine/log/outage-log.js";
import type { Lease } from "../../engine/storage/shared.js";
import type { Storage } from "../../engine/storage/storage.js";
import type { MailTransport, SendFailure } from "./smtp.js";

export interface DeliveryParts {
  readonly storage: Storage;
  readonly transport: MailTransport;
  /** For `delivered_at`. Waiting goes by real time, whatever the clock of the shop does. */
  readonly clock: Clock;
  readonly log: Log;
  readonly outages: OutageLog;
  /** Where several processes share the outbox, one of them carries it. */
  readonly turn?: (() => Promise<Lease | undefined>) | undefined;
  /** Tests are in more of a hurry. */
  readonly pace?: Partial<Pace>;
}

/** Milliseconds, and the number of attempts after which a message that is put off is given up. */
export interface Pace {
  /** How often an empty outbox is looked at. */
  readonly idleMs: number;
  /** How often a process looks whether the one that carries the outbox is gone. */
  readonly turnMs: number;
  /** The first wait after a failure; doubled with each further one. */
  readonly firstWaitMs: number;
  /** The longest wait while the server takes nothing. */
  readonly unavailableMs: number;
  /** The longest wait of a message that the server puts off. */
  readonly deferredMs: number;
  readonly maxAttempts: number;
  /** How long a stop waits for the message under way. */
  readonly stopMs: number;
}

/** 500 attempts at a quarter of an hour are five days, the time that RFC 5321 asks for (4.5.4.1). */
const usualPace: Pace = {
  idleMs: 250,
  turnMs: 1000,
  firstWaitMs: 1000,
  unavailableMs: 60_000,
  deferredMs: 15 * 60_000,
  maxAttempts: 500,
  stopMs: 5000,
};

/**
 * A message is marked before each attempt and again right after it, both durably. A crash therefore leaves at
 * most one message of which nobody knows whether the server has taken it, and only if it happens between the
 * server's answer and the second mark: SMTP has no way to ask. That one goes out again after the next start,
 * with the Message-ID it had, by which receivers know it; dropping it could lose mail that never left.
 */
export class MailDelivery {
  private readonly pace: Pace;
  /**
   * Messages that are not to be tried now, by message_key, and when they are due (performance.now). Infinity
   * for one that was tried but could not be marked afterwards: this process must not send it twice.
   */
  private readonly deferred = new Map<string, number>();
  /** Attempts in a row at which the server took nothing. */
  private failures = 0;
  private stopped = false;
  private lease: Lease | undefined;
  private running: Promise<void> | undefined;
  private wakeUp: (() => void) | undefined;

  constructor(private readonly parts: DeliveryParts) {
    this.pace = { ...usualPace, ...parts.pace };
  }

  /** Begins with what waits in the outbox, for example since a crash. */
  start(): void {
    if (!this.stopped) this.running ??= this.run();
  }

  /** Lets the message under way end, if it is quick about it. What is left waits for the next start. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wakeUp?.();
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, this.pace.stopMs)));
    await Promise.race([this.running, patience]);
    clearTimeout(timer);
    // Ends an attempt that takes longer; only then is nobody using the storage any more.
    this.parts.transport.close();
    await this.running;
    await this.lease?.release();
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      if (!(await this.hasTurn())) {
        await this.pause(this.pace.turnMs);
        continue;
      }
      const waitMs = await this.step().catch((error: unknown) => {
        this.tellOf(error, "the outbox cannot be read or written");
        return this.pace.unavailableMs;
      });
      if (waitMs > 0) await this.pause(waitMs);
    }
  }

  /** True when it is for this process to carry messages; another one takes over when it dies. */
  private async hasTurn(): Promise<boolean> {
    const { turn } = this.parts;
    if (!turn || this.lease?.isHeld) return true;
    this.lease = await turn().catch((error: unknown) => {
      this.tellOf(error, "the outbox cannot be asked for");
      return undefined;
    });
    return this.lease !== undefined;
  }

  private tellOf(error: unknown, what: string): void {
    const { log, outages } = this.parts;
    if (!outages.takes(error)) log.error({ err: error }, what);
  }

  /** Carries one message to the server. Answers how long to wait before the next step. */
  private async step(): Promise<number> {
    const mail = await this.claim();
    if (!mail) return this.pace.idleMs;
    this.deferred.set(mail.message_key, Infinity);

    const failure = await this.parts.transport.send(mail);

    await this.settle(mail, failure);
    return failure?.kind === "unavailable"
      ? this.wait(++this.failures, this.pace.unavailableMs)
      : this.resume();
  }

  private resume(): number {
    this.failures = 0;
    return 0;
  }

  /** The oldest message that is due, marked. */
  private async claim(): Promise<MailDoc | undefined> {
    const { storage } = this.parts;
    const next = await this.nextDue();
    if (!next) return undefined;
    return storage.write(async (tx) => {
      const mail = await tx.get("mail", next.id);
      if (mail?.message_key !== next.message_key || mail.state !== "waiting") return undefined;
      const marked = { ...mail, attempts: mail.attempts + 1 };
      await tx.put("mail", marked);
      return marked;
    });
  }

  private async nextDue(): Promise<MailDoc | undefined> {
    const now = performance.now();
    for (const [key, due] of this.deferred) if (due <= now) this.deferred.delete(key);
    const waiting = await this.parts.storage.read((tx) =>
      tx.find("mail", {
        where: [{ path: "state", op: "eq", value: "waiting" }],
        limit: this.deferred.size + 1,
      }),
    );
    return waiting.find(({ message_key }) => !this.deferred.has(message_key));
  }

  private async settle(mail: MailDoc, failure: SendFailure | undefined): Promise<void> {
    const state = this.stateAfter(mail, failure);
    if (failure) this.report(mail, failure, state);
    if (state === "waiting") {
      const longest = failure?.kind === "deferred" ? this.pace.deferredMs : this.pace.unavailableMs;
      this.deferred.set(mail.message_key, performance.now() + this.wait(mail.attempts, longest));
      return;
    }
    const delivered_at = state === "delivered" ? timeOf(this.parts.clock) : null;
    await this.parts.storage.write(async (tx) => {
      // The outbox may have been emptied or reset meanwhile, and its numbers given to other messages.
      const stored = await tx.get("mail", mail.id);
      if (stored?.message_key === mail.message_key) await tx.put("mail", { ...stored, state, delivered_at });
    });
    this.deferred.delete(mail.message_key);
  }

  private stateAfter(mail: MailDoc, failure: SendFailure | undefined): MailDoc["state"] {
    if (!failure) return "delivered";
    if (failure.kind === "refused") return "refused";
    const isEndless = failure.kind === "deferred" && mail.attempts >= this.pace.maxAttempts;
    return isEndless ? "refused" : "waiting";
  }

  /** The address stays out of the log: it is the customer's. */
  private report(
    { id, template, order_increment_id, attempts }: MailDoc,
    failure: SendFailure,
    state: string,
  ) {
    const details = { mail: id, template, order: order_increment_id, attempts, reason: failure.reason };
    if (state === "refused") this.parts.log.error(details, "a message was refused by the mail server");
    else this.parts.log.warn(details, "a message could not be delivered yet");
  }

  private wait(failures: number, longestMs: number): number {
    return Math.min(this.pace.firstWaitMs * 2 ** Math.min(failures - 1, 30), longestMs);
  }

  private pause(milliseconds: number): Promise<void> {
    if (this.stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wakeUp?.(), milliseconds);
      this.wakeUp = () => {
        clearTimeout(timer);
        this.wakeUp = undefined;
        resolve();
      };
    });
  }
}
