/** Sessions of API users and of whoever else the application lets in (conventions 6). Only a hash of a session ID is stored. */
import { hash, randomBytes } from "node:crypto";
import type { ApiUserDoc, SessionAttributes, SessionDoc } from "./access-rows.js";
import { timeOf, type Clock } from "../clock.js";
import { andThen, type Awaitable } from "../values/awaitable.js";
import { milliseconds } from "../values/dates.js";
import { append } from "../values/lists.js";
import { memoize } from "../values/memo.js";
import type { ReadTx, Storage, Tx } from "../storage/storage.js";
import { forEachInSlices } from "../time-slices.js";

export interface SessionSettings {
  readonly sessionTimeoutSeconds: number;
  /** 0 = no cap. */
  readonly sessionMaxAgeSeconds: number;
}

const maxSessionsPerUser = 100;

/** How far the stored `last_used` may lag behind the exact time kept in memory. */
const touchEveryMs = 60_000;

/** Nobody who logs in waits for those who write the shop. */
const apart = { independent: true } as const;

const maxKeysKept = 10_000;

const sessionIdForm = /^[0-9a-f]{64}$/;

export class Sessions {
  /** Exact last use by session hash, milliseconds. Never moves backwards. */
  private readonly lastUsed = new Map<string, number>();
  /** Hashes of IDs that were used lately: hashing one at every call would cost as much as finding the session. */
  private readonly keys = new Map<string, string>();

  constructor(
    private readonly storage: Storage,
    private readonly clock: Clock,
    private readonly settings: SessionSettings,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** A fresh ID that belongs to nobody: 64 hex characters, 256 random bits. */
  newId(): string {
    return randomBytes(32).toString("hex");
  }

  /** Opens a session and answers its ID. Drops the user's expired sessions, and the oldest above the limit. */
  async open(user: Pick<ApiUserDoc, "id">): Promise<string> {
    return this.store({ path: "user_id", id: user.id }, async (tx) => {
      const current = await tx.get("api_users", user.id);
      if (current) await tx.put("api_users", { ...current, login_count: current.login_count + 1 });
    });
  }

  /** Opens the session of somebody who is no API user. @param path the attribute that names its owners */
  async openFor(path: keyof SessionAttributes, owner: { readonly id: number }): Promise<string> {
    return this.store({ path, id: owner.id });
  }

  private async store(owner: Owner, alongside?: (tx: Tx) => Promise<void>): Promise<string> {
    const id = this.newId();
    const now = timeOf(this.clock);
    await this.storage.write(async (tx) => {
      await this.dropSurplus(tx, owner);
      await tx.put("sessions", {
        id: hashOf(id),
        ...{ user_id: null, [owner.path]: owner.id },
        created_at: now,
        number: await tx.next("session"),
        last_used: now,
      });
      await alongside?.(tx);
    }, apart);
    return id;
  }

  /** The live session with this ID, counted as used now; undefined when it is none or no longer. */
  use(tx: ReadTx, id: unknown): Awaitable<SessionDoc | undefined> {
    if (typeof id !== "string") return undefined;
    const known = this.keys.get(id);
    if (known === undefined && !sessionIdForm.test(id)) return undefined;
    const key = known ?? hashOf(id);
    return andThen(tx.get("sessions", key), (session) => {
      const now = this.clock.now();
      if (!session || this.isExpired(session, now)) return undefined;
      if (known === undefined) this.rememberKey(id, key);
      this.touch(session, now);
      return session;
    });
  }

  private touch(session: SessionDoc, now: number): void {
    if (now <= this.lastUseOf(session)) return;
    this.lastUsed.set(session.id, now);
    if (now - memoize(session, timesOf).last_used >= touchEveryMs)
      this.storeLastUse(session.id).catch(this.onError);
  }

  /** Ends a session; one that does not exist is ended already. */
  async end(id: unknown): Promise<void> {
    if (typeof id !== "string" || !sessionIdForm.test(id)) return;
    const key = hashOf(id);
    const known = await this.storage.read((tx) => tx.get("sessions", key));
    if (!known) return;
    await this.storage.write((tx) => tx.del("sessions", key), apart);
    this.lastUsed.delete(key);
  }

  /** Ends all sessions of a user as part of a transaction that changes the user. */
  async endAllOf(tx: Tx, userId: number): Promise<void> {
    await forEachInSlices(await sessionsOf(tx, { path: "user_id", id: userId }), ({ id }) =>
      tx.del("sessions", id),
    );
  }

  /** Deletes expired sessions of all users. */
  async sweep(): Promise<void> {
    for await (const batch of this.storage.scan("sessions")) {
      const expired = batch.filter((session) => this.isExpired(session));
      if (expired.length === 0) continue;
      await this.storage.write(async (tx) => {
        for (const { id } of expired) await tx.del("sessions", id);
      });
      for (const { id } of expired) this.lastUsed.delete(id);
    }
  }

  /** All sessions as if they had been opened just now: they are to outlive a clock that was set. */
  async renewAll(): Promise<void> {
    const now = timeOf(this.clock);
    this.lastUsed.clear();
    await this.storage.write(async (tx) => {
      await forEachInSlices(await tx.find("sessions"), (session) =>
        tx.put("sessions", { ...session, created_at: now, last_used: now }),
      );
    });
  }

  /** Forgets what is kept in memory: the stored state was replaced. */
  forget(): void {
    this.lastUsed.clear();
    this.keys.clear();
  }

  /** Only of sessions that live: who knows none fills no memory. */
  private rememberKey(id: string, key: string): void {
    if (this.keys.size >= maxKeysKept) this.keys.clear();
    // A copy: a part of a header would keep the whole header in memory.
    this.keys.set(Buffer.from(id, "latin1").toString("latin1"), key);
  }

  private isExpired(session: SessionDoc, now = this.clock.now()): boolean {
    const { sessionTimeoutSeconds, sessionMaxAgeSeconds } = this.settings;
    const { created, last_used } = memoize(session, timesOf);
    const idleMs = (sessionTimeoutSeconds + 1) * 1000;
    // Of most, what is stored is late enough.
    if (now - last_used >= idleMs && now - this.lastUseOf(session) >= idleMs) return true;
    return sessionMaxAgeSeconds > 0 && now - created >= (sessionMaxAgeSeconds + 1) * 1000;
  }

  private lastUseOf(session: SessionDoc): number {
    // Another process may have seen it later.
    return Math.max(this.lastUsed.get(session.id) ?? 0, memoize(session, timesOf).last_used);
  }

  private async storeLastUse(key: string): Promise<void> {
    const last_used = timeOf(this.clock);
    await this.storage.write(async (tx) => {
      const session = await tx.get("sessions", key);
      if (session && session.last_used < last_used) await tx.put("sessions", { ...session, last_used });
    }, apart);
  }

  private async dropSurplus(tx: Tx, owner: Owner): Promise<void> {
    const now = this.clock.now();
    const live: SessionDoc[] = [];
    const dropped: SessionDoc[] = [];
    for (const session of await sessionsOf(tx, owner))
      (this.isExpired(session, now) ? dropped : live).push(session);
    const surplus = live.length - maxSessionsPerUser + 1;
    // Many can be opened in a second, so the time does not tell them apart.
    if (surplus > 0)
      append(dropped, live.sort((a, b) => (a.number ?? 0) - (b.number ?? 0)).slice(0, surplus));
    for (const { id } of dropped) {
      await tx.del("sessions", id);
      this.lastUsed.delete(id);
    }
  }
}

/** Reading a date costs a microsecond, and every call asks for two. */
function timesOf({ created_at, last_used }: SessionDoc) {
  return { created: milliseconds(created_at), last_used: milliseconds(last_used) };
}

/** Whose session it is: which member of it says so, and what. */
interface Owner {
  readonly path: keyof SessionDoc;
  readonly id: number;
}

function sessionsOf(tx: Tx, { path, id }: Owner): Awaitable<SessionDoc[]> {
  return tx.find("sessions", { where: [{ path, op: "eq", value: id }] });
}

function hashOf(id: string): string {
  return hash("sha256", id, "hex");
}
