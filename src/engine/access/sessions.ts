/**
 * Sessions of API users and of other owners, such as customers (conventions 6). Only the hash of a session ID is
 * stored.
 */
import { hash, randomBytes } from "node:crypto";
import type { ApiUserDoc, SessionAttributes, SessionDoc } from "./access-rows.js";
import { timeOf, type Clock } from "../clock.js";
import { milliseconds, timestamp } from "../values/dates.js";
import { BoundedCache } from "../values/bounded-cache.js";
import { append } from "../values/lists.js";
import { memoize } from "../values/memo.js";
import type { ReadTx, Storage, Tx } from "../storage/storage.js";
import type { SessionHistory } from "./session-history.js";
import { forEachInSlices } from "../time-slices.js";

interface SessionSettings {
  readonly sessionTimeoutSeconds: number;
  /** 0 = no limit. */
  readonly sessionMaxAgeSeconds: number;
}

const maxSessionsPerUser = 100;

/** Maximum difference between the stored `last_used` and the exact time in memory. */
const storeEveryMs = 60_000;

/** A login does not wait for other writes. */
const independentWrite = { independent: true } as const;

const maxCachedHashes = 10_000;

const sessionIdForm = /^[0-9a-f]{64}$/;

export class Sessions {
  /** The exact time of the last use by session hash, in milliseconds. It never decreases. */
  private readonly lastUsed = new Map<string, number>();
  /** Hashes of recently used session IDs: hashing an ID costs as much as finding its session. */
  private readonly hashes = new BoundedCache<string, string>(maxCachedHashes);

  constructor(
    private readonly storage: Storage,
    private readonly clock: Clock,
    private readonly settings: SessionSettings,
    private readonly onError: (error: unknown) => void,
    /** For the journal; undefined = there is none. */
    private readonly history?: SessionHistory,
    private readonly sandbox?: string,
  ) {}

  /** Returns a new session ID without a session: 64 hex characters with 256 random bits. */
  newId(): string {
    return randomBytes(32).toString("hex");
  }

  /** Opens a session and returns its ID. Deletes the user's expired sessions, and the oldest ones above the limit. */
  async open(user: Pick<ApiUserDoc, "id">): Promise<string> {
    return this.store({ path: "user_id", id: user.id }, async (tx) => {
      const current = await tx.get("api_users", user.id);
      if (current) await tx.put("api_users", { ...current, login_count: current.login_count + 1 });
    });
  }

  /** Opens a session for an owner that is not an API user. @param path the session attribute with the ID of the owner */
  async openFor(path: keyof SessionAttributes, owner: { readonly id: number }): Promise<string> {
    return this.store({ path, id: owner.id });
  }

  /** @param alsoWrite runs in the same transaction */
  private async store(owner: Owner, alsoWrite?: (tx: Tx) => Promise<void>): Promise<string> {
    const id = this.newId();
    const now = timeOf(this.clock);
    await this.storage.write(async (tx) => {
      await this.dropSurplus(tx, owner);
      await tx.put("sessions", {
        id: hashOf(id),
        user_id: null,
        [owner.path]: owner.id,
        created_at: now,
        number: await tx.next("session"),
        last_used: now,
      });
      await alsoWrite?.(tx);
    }, independentWrite);
    this.history?.opened(hashOf(id), this.sandbox);
    return id;
  }

  /** Finds an open session and sets the time of its last use. Undefined if it does not exist or has expired. */
  async use(tx: ReadTx, id: unknown): Promise<SessionDoc | undefined> {
    if (typeof id !== "string") return undefined;
    const cached = this.hashes.get(id);
    if (cached === undefined && !sessionIdForm.test(id)) return undefined;
    const hashed = cached ?? hashOf(id);
    const session = await tx.get("sessions", hashed);
    const now = this.clock.now();
    if (!session || this.isExpired(session, now)) return undefined;
    if (cached === undefined) this.rememberHash(id, hashed);
    if (now <= (this.lastUsed.get(session.id) ?? 0)) return session;
    this.lastUsed.set(session.id, now);
    if (now - memoize(session, timesOf).last_used >= storeEveryMs)
      this.storeLastUse(session.id).catch(this.onError);
    return session;
  }

  /** Why a session is refused, for the journal; undefined = there is none. */
  async whyRefused(tx: ReadTx, id: unknown): Promise<string | undefined> {
    const { history, sandbox, clock, settings } = this;
    if (!history) return undefined;
    if (id === "") return "No session was sent.";
    if (typeof id !== "string" || !sessionIdForm.test(id))
      return "What was sent is no session ID: one has 64 hexadecimal digits.";
    const session = await tx.get("sessions", hashOf(id));
    if (!session) return history.whyMissing(hashOf(id), sandbox);
    const now = clock.now();
    if (!this.isExpired(session, now)) return "The session belongs to a user who is inactive or has no role.";
    const { sessionTimeoutSeconds, sessionMaxAgeSeconds } = settings;
    return now - this.lastUseOf(session) > sessionTimeoutSeconds * 1000
      ? `The session has timed out: it was last used at ${timestamp(this.lastUseOf(session))}, now it is ${timestamp(now)} (SESSION_TIMEOUT_SECONDS is ${sessionTimeoutSeconds}).`
      : `The session has timed out: it was opened at ${session.created_at}, now it is ${timestamp(now)} (SESSION_MAX_AGE_SECONDS is ${sessionMaxAgeSeconds}).`;
  }

  /** Ends a session. Does nothing if it does not exist. */
  async end(id: unknown): Promise<void> {
    if (typeof id !== "string" || !sessionIdForm.test(id)) return;
    const hashed = hashOf(id);
    const session = await this.storage.read((tx) => tx.get("sessions", hashed));
    if (!session) return;
    await this.storage.write((tx) => tx.del("sessions", hashed), independentWrite);
    this.history?.ended(hashed, "was ended by endSession");
    this.lastUsed.delete(hashed);
  }

  /** Ends all sessions of a user in the transaction that changes the user. */
  async endAllOf(tx: Tx, userId: number): Promise<void> {
    await forEachInSlices(await sessionsOf(tx, { path: "user_id", id: userId }), async ({ id }) => {
      await tx.del("sessions", id);
      this.history?.ended(id, "ended when its user got another key or was deleted");
    });
  }

  /** Deletes the expired sessions of all owners. */
  async sweep(): Promise<void> {
    for await (const batch of this.storage.scan("sessions")) {
      const expired = batch.filter((session) => this.isExpired(session));
      if (expired.length === 0) continue;
      await this.storage.write(async (tx) => {
        for (const { id } of expired) await tx.del("sessions", id);
      });
      for (const { id } of expired) {
        this.lastUsed.delete(id);
        this.history?.ended(id, "has timed out");
      }
    }
  }

  /** Sets the times of all sessions to now, so that they stay open when the clock was set. */
  async renewAll(): Promise<void> {
    const now = timeOf(this.clock);
    this.lastUsed.clear();
    await this.storage.write(async (tx) => {
      await forEachInSlices(await tx.find("sessions"), (session) =>
        tx.put("sessions", { ...session, created_at: now, last_used: now }),
      );
    });
  }

  /** Clears the caches. Call it after the stored state was replaced. */
  forget(): void {
    this.lastUsed.clear();
    this.hashes.clear();
    this.history?.stateReplaced(this.sandbox);
  }

  /** Call it only for open sessions, so that requests with invented IDs do not fill the cache. */
  private rememberHash(id: string, hashed: string): void {
    // A copy: a slice of a header would keep the whole header in memory.
    this.hashes.set(Buffer.from(id, "latin1").toString("latin1"), hashed);
  }

  private isExpired(session: SessionDoc, now = this.clock.now()): boolean {
    const { sessionTimeoutSeconds, sessionMaxAgeSeconds } = this.settings;
    const { created, last_used } = memoize(session, timesOf);
    const idleMs = (sessionTimeoutSeconds + 1) * 1000;
    // The stored time alone shows that most sessions are open.
    if (now - last_used >= idleMs && now - this.lastUseOf(session) >= idleMs) return true;
    return sessionMaxAgeSeconds > 0 && now - created >= (sessionMaxAgeSeconds + 1) * 1000;
  }

  private lastUseOf(session: SessionDoc): number {
    // The stored time is later if another process used the session after this one.
    return Math.max(this.lastUsed.get(session.id) ?? 0, memoize(session, timesOf).last_used);
  }

  private async storeLastUse(hashed: string): Promise<void> {
    const last_used = timeOf(this.clock);
    await this.storage.write(async (tx) => {
      const session = await tx.get("sessions", hashed);
      if (session && session.last_used < last_used) await tx.put("sessions", { ...session, last_used });
    }, independentWrite);
  }

  /** Deletes the expired sessions of an owner, and the oldest ones so that there is room for one more. */
  private async dropSurplus(tx: Tx, owner: Owner): Promise<void> {
    const now = this.clock.now();
    const live: SessionDoc[] = [];
    const dropped: SessionDoc[] = [];
    for (const session of await sessionsOf(tx, owner)) {
      if (this.isExpired(session, now)) dropped.push(session);
      else live.push(session);
    }
    for (const { id } of dropped) this.history?.ended(id, "has timed out");
    // Nearly always one at most.
    while (live.length >= maxSessionsPerUser) append(dropped, live.splice(oldestAt(live), 1));
    for (const { id } of dropped) {
      await tx.del("sessions", id);
      this.history?.ended(id, `made room for newer ones: a user has at most ${maxSessionsPerUser}`);
      this.lastUsed.delete(id);
    }
  }
}

/** The position of the session that was opened first. By number, because sessions of the same second have equal times. */
function oldestAt(sessions: readonly SessionDoc[]): number {
  let oldest = 0;
  for (const [at, { number = 0 }] of sessions.entries())
    if (number < (sessions[oldest]?.number ?? 0)) oldest = at;
  return oldest;
}

/** The times of a session in milliseconds. Memoized: parsing a date takes 1 us, and every call needs two. */
function timesOf({ created_at, last_used }: SessionDoc) {
  return { created: milliseconds(created_at), last_used: milliseconds(last_used) };
}

/** The owner of a session: the member of the session that contains the ID, and the ID. */
interface Owner {
  readonly path: keyof SessionDoc;
  readonly id: number;
}

function sessionsOf(tx: Tx, { path, id }: Owner): Promise<SessionDoc[]> {
  return tx.find("sessions", { where: [{ path, op: "eq", value: id }] });
}

function hashOf(id: string): string {
  return hash("sha256", id, "hex");
}
