/** Sends the messages of the outbox to the mail server one by one, with retries. */
import { timeOf, type Clock } from "../../engine/clock.js";
import type { MailDoc } from "../data/entities/mail.js";
import type { Log } from "../../engine/log/log.js";
import type { OutageLog } from "../../engine/log/outage-log.js";
import type { Lease } from "../../engine/storage/shared.js";
import type { Storage } from "../../engine/storage/storage.js";
import type { MailTransport, SendFailure } from "./smtp.js";

interface DeliveryParts {
  readonly storage: Storage;
  readonly transport: MailTransport;
  /** The clock of the shop, for `delivered_at`. Waits use real time. */
  readonly clock: Clock;
  readonly log: Log;
  readonly outages: OutageLog;
  /** Takes the lease of the outbox, for storages that several processes share: only its holder sends mail. */
  readonly takeLease?: (() => Promise<Lease | undefined>) | undefined;
  /** Tests use shorter times. */
  readonly times?: Partial<DeliveryTimes>;
}

/** Waits in milliseconds, and the maximum number of attempts for a deferred message. */
export interface DeliveryTimes {
  /** Interval for polling an empty outbox. */
  readonly idleMs: number;
  /** Interval for trying to take the lease. */
  readonly leaseRetryMs: number;
  /** The first wait after a failure, which doubles with each further one. */
  readonly firstWaitMs: number;
  /** The longest wait while the server is unavailable. */
  readonly unavailableMs: number;
  /** The longest wait for a message that the server has deferred. */
  readonly deferredMs: number;
  readonly maxAttempts: number;
  /** How long a stop waits for the message in progress. */
  readonly stopMs: number;
}

/** 500 attempts every quarter of an hour take five days, as RFC 5321 requires (4.5.4.1). */
const defaultTimes: DeliveryTimes = {
  idleMs: 250,
  leaseRetryMs: 1000,
  firstWaitMs: 1000,
  unavailableMs: 60_000,
  deferredMs: 15 * 60_000,
  maxAttempts: 500,
  stopMs: 5000,
};

/**
 * A message is marked durably before each attempt and right after it. So a crash can leave at most one message with
 * unknown delivery, if it happens between the server's reply and the second mark: SMTP has no way to ask. That message
 * is sent again after the next start with the same Message-ID, so that receivers can detect the duplicate. Not sending
 * it could lose mail.
 */
export class MailDelivery {
  private readonly times: DeliveryTimes;
  /**
   * When messages are due that must wait, by message_key (performance.now). Infinity for one that was sent but could
   * not be marked afterwards: this process must not send it twice.
   */
  private readonly deferred = new Map<string, number>();
  /** Consecutive attempts at which the server was unavailable. */
  private failures = 0;
  private stopped = false;
  private lease: Lease | undefined;
  private running: Promise<void> | undefined;
  private wakeUp: (() => void) | undefined;

  constructor(private readonly parts: DeliveryParts) {
    this.times = { ...defaultTimes, ...parts.times };
  }

  /** Starts with the messages that wait in the outbox, for example since a crash. */
  start(): void {
    if (!this.stopped) this.running ??= this.run();
  }

  /** Waits a limited time for the message in progress. The others wait for the next start. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wakeUp?.();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, this.times.stopMs)));
    await Promise.race([this.running, timeout]);
    clearTimeout(timer);
    // Aborts a longer attempt. Afterwards, nothing uses the storage any more.
    this.parts.transport.close();
    await this.running;
    await this.lease?.release();
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      if (!(await this.holdsLease())) {
        await this.pause(this.times.leaseRetryMs);
        continue;
      }
      const waitMs = await this.step().catch((error: unknown) => {
        this.logUnlessOutage(error, "the outbox cannot be read or written");
        return this.times.unavailableMs;
      });
      if (waitMs > 0) await this.pause(waitMs);
    }
  }

  /** Whether this process holds the lease. If the holder dies, another process takes it. */
  private async holdsLease(): Promise<boolean> {
    const { takeLease } = this.parts;
    if (!takeLease || this.lease?.isHeld) return true;
    this.lease = await takeLease().catch((error: unknown) => {
      this.logUnlessOutage(error, "the outbox cannot be read");
      return undefined;
    });
    return this.lease !== undefined;
  }

  private logUnlessOutage(error: unknown, what: string): void {
    const { log, outages } = this.parts;
    if (!outages.takes(error)) log.error({ err: error }, what);
  }

  /** Sends one message. Returns the wait before the next step. */
  private async step(): Promise<number> {
    const mail = await this.claim();
    if (!mail) return this.times.idleMs;
    this.deferred.set(mail.message_key, Infinity);

    const failure = await this.parts.transport.send(mail);

    await this.settle(mail, failure);
    return failure?.kind === "unavailable"
      ? this.wait(++this.failures, this.times.unavailableMs)
      : this.resume();
  }

  private resume(): number {
    this.failures = 0;
    return 0;
  }

  /** Marks the oldest message that is due. */
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
      const longest = failure?.kind === "deferred" ? this.times.deferredMs : this.times.unavailableMs;
      this.deferred.set(mail.message_key, performance.now() + this.wait(mail.attempts, longest));
      return;
    }
    const delivered_at = state === "delivered" ? timeOf(this.parts.clock) : null;
    await this.parts.storage.write(async (tx) => {
      // The outbox can have been cleared or reset in the meantime, and the ID reused.
      const stored = await tx.get("mail", mail.id);
      if (stored?.message_key === mail.message_key) await tx.put("mail", { ...stored, state, delivered_at });
    });
    this.deferred.delete(mail.message_key);
  }

  private stateAfter(mail: MailDoc, failure: SendFailure | undefined): MailDoc["state"] {
    if (!failure) return "delivered";
    if (failure.kind === "refused") return "refused";
    const isEndless = failure.kind === "deferred" && mail.attempts >= this.times.maxAttempts;
    return isEndless ? "refused" : "waiting";
  }

  /** Does not log the address, which is personal data. */
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
    return Math.min(this.times.firstWaitMs * 2 ** Math.min(failures - 1, 30), longestMs);
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
