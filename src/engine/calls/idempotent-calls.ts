/**
 * Calls with an `Idempotency-Key` (interface 6): whoever repeats one gets the answer of the first. What is
 * remembered is written by the transaction of the effect itself, so there is never one without the other, whatever
 * crashes and however many processes share the storage.
 */
import { createHash, randomUUID } from "node:crypto";
import type { IdempotencyKey } from "../access/idempotency-key.js";
import type { Clock } from "../clock.js";
import type { IdempotencyDoc } from "./idempotency-rows.js";
import { Fault } from "./faults.js";
import { Unavailable } from "./faults.js";
import { UniqueError, type ReadTx, type Storage, type Tx } from "../storage/storage.js";
import { requestDigest } from "./request-digest.js";

const lifetimeMs = 24 * 3600 * 1000;

/** Characters of an answer. The operations that write answer far less. */
const maxAnswerLength = 64 * 1024;

/** Characters of all answers together, and what a record takes beside its answer. */
const maxKept = 64 * 1024 * 1024;
const recordOverhead = 512;

/** Until records have grown too old, or somebody has put another state in their place. */
const retryAfterSeconds = 60;
const tooManyKeys = "As many idempotency keys as fit are remembered; try again later.";

/** A full table is counted anew no more often than this. */
const recountEveryMs = 1000;

const sweptAtOnce = 500;

/** Remembers an answer, as the last step of the transaction. */
export type Keep<Answer> = (tx: Tx, answer: Answer) => Promise<void>;

/** One call and how to carry it out. Answers are JSON. */
export interface IdempotentCall<Answer> {
  readonly key: IdempotencyKey;
  /** Whose key it is: the same key of somebody else is another one. */
  readonly owner: string;
  readonly operation: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly carryOut: (keep: Keep<Answer>) => Promise<Answer>;
  /** The answer that an error is, for good; undefined = asking again may end otherwise. */
  readonly refusal: (error: unknown) => Answer | undefined;
}

/** The call is not carried out because of its key. */
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
  "belongs to a single call, not to several in one request",
);

/** Another process has remembered an answer under the same key since this one looked. */
class AlreadyKept extends Error {}

export class IdempotentCalls {
  /** The first calls of their keys that have not ended yet. */
  private readonly underWay = new Set<string>();
  /** Records in the storage, about; undefined = not counted yet. */
  private count: number | undefined;
  /** By owner, what their records take, about. */
  private readonly kept = new Map<string, number>();
  private keptByAll = 0;
  /** By owner, how many they are, about. */
  private readonly keys = new Map<string, number>();
  /** By the real clock, and by that of the shop, which testers move. */
  private countedAt: readonly [real: number, shop: number] = [-Infinity, -Infinity];
  private sweeping: Promise<void> | undefined;

  /** @param maxKeys that are remembered at once */
  constructor(
    private readonly storage: Storage,
    private readonly clock: Clock,
    private readonly maxKeys: number,
    private readonly maxKeptInAll = maxKept,
  ) {}

  /** The answer of the call, or the one that it had before. Throws `KeyRefused` and what `carryOut` throws. */
  async run<Answer>(call: IdempotentCall<Answer>): Promise<Answer> {
    const { key, owner } = call;
    if (key.problem !== undefined) throw new KeyRefused(400, key.problem);
    const name = nameOf(key, owner);
    if (this.underWay.has(name)) throw new KeyRefused(409, "the first call with it is still under way");
    this.underWay.add(name);
    try {
      const request = await requestDigest(call.operation, call.args);
      const known = await this.storage.read((tx) => this.find(tx, name));
      return known ? repeat(call, known, request) : await this.runFirst(call, name, request);
    } finally {
      this.underWay.delete(name);
    }
  }

  /** Whether an answer is remembered under the key. */
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
      return await call.carryOut(keep);
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

  /** Remembers what undid its transaction, unless another process was first: then what that one remembers. */
  private async keepRefusal(
    name: string,
    keep: (tx: Tx) => Promise<void>,
  ): Promise<IdempotencyDoc | undefined> {
    const kept = this.storage.write(async (tx) => {
      const known = await this.find(tx, name);
      if (!known) await keep(tx);
      return known;
    });
    // A storage that takes no writes: nothing has happened, so the refusal may be answered and not remembered.
    return kept.catch(() => undefined);
  }

  private async find(tx: ReadTx, name: string): Promise<IdempotencyDoc | undefined> {
    const doc = await tx.by("idempotency_keys", "key", [name]);
    return doc && this.isValid(doc) ? doc : undefined;
  }

  private async keep(tx: Tx, doc: Omit<IdempotencyDoc, "id" | "recorded_ms">): Promise<void> {
    const former = await tx.by("idempotency_keys", "key", [doc.key]);
    if (former && this.isValid(former)) throw new AlreadyKept("another call with this key was first");
    if (former) await tx.del("idempotency_keys", former.id);
    await tx.put("idempotency_keys", { id: randomUUID(), ...doc, recorded_ms: this.clock.now() });
    this.count = (this.count ?? 0) + 1;
    this.note(doc);
  }

  private isValid({ recorded_ms }: IdempotencyDoc): boolean {
    return this.clock.now() - recorded_ms < lifetimeMs;
  }

  /** To forget a key before its time would let a call be carried out twice: rather a new one is refused for now. */
  private async makeRoom(owner: string): Promise<void> {
    if (this.count === undefined || (this.isFullFor(owner) && this.isDue)) await this.sweep();
    if (this.isFullFor(owner)) throw new Unavailable(tooManyKeys, { retryAfterSeconds });
  }

  private get isDue(): boolean {
    const [real, shop] = this.countedAt;
    const isAnotherTime = Math.abs(this.clock.now() - shop) >= recountEveryMs;
    return isAnotherTime || performance.now() - real >= recountEveryMs;
  }

  /** Nobody may keep more than is left for others: so there is always something left. */
  private isFullFor(owner: string): boolean {
    const left = { keys: this.maxKeys - (this.count ?? 0), bytes: this.maxKeptInAll - this.keptByAll };
    return (this.keys.get(owner) ?? 0) >= left.keys || (this.kept.get(owner) ?? 0) >= left.bytes;
  }

  private note({ owner = "", answer }: Pick<IdempotencyDoc, "owner" | "answer">): void {
    const size = recordOverhead + (answer?.length ?? 0);
    this.kept.set(owner, (this.kept.get(owner) ?? 0) + size);
    this.keptByAll += size;
    this.keys.set(owner, (this.keys.get(owner) ?? 0) + 1);
  }

  /** Forgets the records that are too old. */
  sweep(): Promise<void> {
    this.sweeping ??= this.forgetOld().finally(() => (this.sweeping = undefined));
    return this.sweeping;
  }

  private async forgetOld(): Promise<void> {
    const value = this.clock.now() - lifetimeMs;
    const old = { where: [{ path: "recorded_ms", op: "lteq", value }], limit: sweptAtOnce } as const;
    for (;;) {
      const found = await this.storage.read((tx) => tx.find("idempotency_keys", old));
      if (found.length === 0) break;
      await this.storage.write(async (tx) => {
        for (const { id } of found) await tx.del("idempotency_keys", id);
      });
    }
    await this.recount();
  }

  private async recount(): Promise<void> {
    this.kept.clear();
    this.keys.clear();
    this.keptByAll = 0;
    let count = 0;
    for await (const docs of this.storage.scan("idempotency_keys")) {
      for (const doc of docs) this.note(doc);
      count += docs.length;
    }
    this.count = count;
    this.countedAt = [performance.now(), this.clock.now()];
  }
}

/** The answer that the key stands for, if this is the same call again. */
/** How a key is kept. */
function nameOf({ text }: IdempotencyKey, owner: string): string {
  return createHash("sha256").update(`${owner}\n${text}`).digest("base64url");
}

function repeat<Answer>({ key }: IdempotentCall<Answer>, known: IdempotencyDoc, request: string): Answer {
  if (known.request !== request) {
    throw new KeyRefused(422, "was used for another operation or other arguments within 24 hours");
  }
  if (known.answer === null) {
    throw new KeyRefused(422, "the call with it was carried out, but its answer was too long to be kept");
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
    error instanceof AlreadyKept || (error instanceof UniqueError && error.collection === "idempotency_keys")
  );
}
