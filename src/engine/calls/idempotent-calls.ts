/**
 * Calls with an `Idempotency-Key` (conventions 2.8): a repeated call gets the stored answer of the first call. The
 * transaction of the call also stores the answer. Therefore the effect and the stored answer exist only together, even
 * after a crash and with several processes that share the storage.
 */
import { createHash, randomUUID } from "node:crypto";
import type { IdempotencyKey } from "../access/idempotency-key.js";
import type { Clock } from "../clock.js";
import type { IdempotencyDoc } from "./idempotency-rows.js";
import { Fault, Unavailable } from "../contract/faults.js";
import { ExpiringRows } from "../storage/expiring-rows.js";
import { UniqueError, type ReadTx, type Storage, type Tx } from "../storage/storage.js";
import { requestDigest } from "./request-digest.js";

const lifetimeMs = 24 * 3600 * 1000;

/** The maximum length of a stored answer, in characters. Write operations have much shorter answers. */
const maxAnswerLength = 64 * 1024;

/** The maximum size of all records in characters, and the size of a record without its answer. */
const maxSize = 64 * 1024 * 1024;
const recordOverhead = 512;

/** Seconds after which records may have expired, or another state may have replaced them. */
const retryAfterSeconds = 60;
const tooManyKeys = "The limit of stored idempotency keys is reached; try again later.";

/** The minimum time between two counts of a full table. */
const recountEveryMs = 1000;

/** Stores an answer as the last step of the transaction. */
export type Keep<Answer> = (tx: Tx, answer: Answer) => Promise<void>;

/** One call with a key, and how to execute it. Answers are JSON. */
export interface IdempotentCall<Answer> {
  readonly key: IdempotencyKey;
  /** The owner of the key. The same key of another owner is a different key. */
  readonly owner: string;
  readonly operation: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly execute: (keep: Keep<Answer>) => Promise<Answer>;
  /** The permanent answer for an error; undefined if a retry may have another outcome. */
  readonly refusal: (error: unknown) => Answer | undefined;
}

/** The fault of a call that is not executed because of its key. */
export class KeyRefused extends Fault {
  declare readonly status: 400 | 409 | 422;

  constructor(
    status: 400 | 409 | 422,
    readonly reason: string,
  ) {
    const message = `Idempotency-Key: ${reason}`;
    super("invalid_request_param", { code: 6, status, message }, undefined, {
      message,
      data: { parameter: "Idempotency-Key" },
    });
  }
}

export const notForSeveralCalls = new KeyRefused(
  400,
  "can only be used with a single call, not with several in one request",
);

/** Another process has stored an answer under the same key in the meantime. */
class AlreadyStored extends Error {}

export class IdempotentCalls {
  /** The keys of calls in progress, by their hash. */
  private readonly underWay = new Map<string, IdempotencyKey>();
  private readonly rows: ExpiringRows<"idempotency_keys">;
  /** The time of the last count by the clock of the shop, which testers can set. */
  private countedAt = -Infinity;

  /** @param maxKeys the maximum number of stored keys */
  constructor(
    private readonly storage: Storage,
    private readonly clock: Clock,
    maxKeys: number,
    maxSizeInAll = maxSize,
  ) {
    this.rows = new ExpiringRows(storage, {
      collection: "idempotency_keys",
      most: [maxKeys, maxSizeInAll],
      weigh: ({ owner = "", answer }) => ({ owner, weights: [1, recordOverhead + (answer?.length ?? 0)] }),
      isOld: () => ({ path: "recorded_ms", op: "lteq", value: clock.now() - lifetimeMs }),
    });
  }

  /** The answer of the call, or its stored answer. Throws `KeyRefused`, `Unavailable` and the errors of `execute`. */
  async run<Answer>(call: IdempotentCall<Answer>): Promise<Answer> {
    const { key, owner } = call;
    if (key.problem !== undefined) throw new KeyRefused(400, key.problem);
    return this.hold(key, owner, async () => {
      const name = nameOf(key, owner);
      const request = await requestDigest(call.operation, call.args);
      const known = await this.storage.read((tx) => this.find(tx, name));
      return known ? repeat(call, known, request) : this.runFirst(call, name, request);
    });
  }

  /**
   * Does the work while other requests with the key are refused. The request that holds a key may hold it again. Throws
   * `KeyRefused` if another request holds it.
   */
  async hold<Result>(key: IdempotencyKey, owner: string, work: () => Promise<Result>): Promise<Result> {
    const name = nameOf(key, owner);
    const holder = this.underWay.get(name);
    if (holder === key) return work();
    if (holder) throw new KeyRefused(409, "the first call with it is still in progress");
    this.underWay.set(name, key);
    try {
      return await work();
    } finally {
      this.underWay.delete(name);
    }
  }

  /** Whether an answer is stored under the key. */
  async knows(key: IdempotencyKey, owner: string): Promise<boolean> {
    if (key.problem !== undefined) return false;
    return (await this.storage.read((tx) => this.find(tx, nameOf(key, owner)))) !== undefined;
  }

  private async runFirst<Answer>(
    call: IdempotentCall<Answer>,
    name: string,
    request: string,
  ): Promise<Answer> {
    await this.makeRoom(call.owner);
    const { owner } = call;
    const keep = (tx: Tx, answer: Answer) =>
      this.keep(tx, { key: name, request, answer: textOf(answer), owner });
    try {
      return await call.execute(keep);
    } catch (error) {
      const refusal = call.refusal(error);
      if (refusal === undefined && !isCollision(error)) throw error;
      const other = await this.keepRefusal(name, (tx) =>
        refusal === undefined ? Promise.resolve() : keep(tx, refusal),
      );
      if (other) return repeat(call, other, request);
      throw error;
    }
  }

  /**
   * Stores the refusal of a call whose transaction was rolled back. If another process was first, returns its record
   * instead.
   */
  private async keepRefusal(
    name: string,
    keep: (tx: Tx) => Promise<void>,
  ): Promise<IdempotencyDoc | undefined> {
    const stored = this.storage.write(async (tx) => {
      const known = await this.find(tx, name);
      if (!known) await keep(tx);
      return known;
    });
    // If the storage accepts no writes, the refusal is returned without being stored: the call had no effect.
    return stored.catch(() => undefined);
  }

  private async find(tx: ReadTx, name: string): Promise<IdempotencyDoc | undefined> {
    const doc = await tx.by("idempotency_keys", "key", [name]);
    return doc && this.isValid(doc) ? doc : undefined;
  }

  private async keep(tx: Tx, doc: Omit<IdempotencyDoc, "id" | "recorded_ms">): Promise<void> {
    const former = await tx.by("idempotency_keys", "key", [doc.key]);
    if (former && this.isValid(former)) throw new AlreadyStored("another call with this key came first");
    if (former) await tx.del("idempotency_keys", former.id);
    const stored = { id: randomUUID(), ...doc, recorded_ms: this.clock.now() };
    await tx.put("idempotency_keys", stored);
    this.rows.note(stored);
  }

  private isValid({ recorded_ms }: IdempotencyDoc): boolean {
    return this.clock.now() - recorded_ms < lifetimeMs;
  }

  /**
   * Deletes expired records, and refuses a new key if none is free. Deleting valid records would allow double
   * execution.
   */
  private async makeRoom(owner: string): Promise<void> {
    const { rows } = this;
    if (rows.countedAt === -Infinity || (rows.isFullFor(owner) && this.isDue)) await this.sweep();
    if (rows.isFullFor(owner)) throw new Unavailable(tooManyKeys, { retryAfterSeconds });
  }

  private get isDue(): boolean {
    const isAnotherTime = Math.abs(this.clock.now() - this.countedAt) >= recountEveryMs;
    return isAnotherTime || performance.now() - this.rows.countedAt >= recountEveryMs;
  }

  /** Deletes expired records. */
  async sweep(): Promise<void> {
    await this.rows.sweep();
    this.countedAt = this.clock.now();
  }
}

/** The hash of a key and its owner, under which the answer is stored. */
function nameOf({ text, position }: IdempotencyKey, owner: string): string {
  return createHash("sha256").update(`${owner}\n${text}${position}`).digest("base64url");
}

/**
 * The stored answer, if the call is the same. Throws `KeyRefused` if it is another call or the answer was not stored.
 */
function repeat<Answer>({ key }: IdempotentCall<Answer>, known: IdempotencyDoc, request: string): Answer {
  if (known.request !== request) {
    throw new KeyRefused(422, "was used for another operation or other arguments within 24 hours");
  }
  if (known.answer === null) {
    throw new KeyRefused(422, "the call with it was carried out, but its response was too long to store");
  }
  key.markReplayed();
  return JSON.parse(known.answer) as Answer;
}

function textOf(answer: unknown): string | null {
  const text = JSON.stringify(answer);
  return text.length > maxAnswerLength ? null : text;
}

function isCollision(error: unknown): boolean {
  return (
    error instanceof AlreadyStored ||
    (error instanceof UniqueError && error.collection === "idempotency_keys")
  );
}
