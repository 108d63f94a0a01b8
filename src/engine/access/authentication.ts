/** Authenticates callers by session or HTTP Basic (conventions 3.1, 6, 11.2). */
import type { ApiUserDoc, SessionAttributes, SessionDoc } from "./access-rows.js";
import type { Clock } from "../clock.js";
import { globalFault } from "../contract/faults.js";
import type { ReadTx, Storage, Tx } from "../storage/storage.js";
import { isLonger } from "../values/text.js";
import { memoize } from "../values/memo.js";
import { SingleFlight } from "../values/single-flight.js";
import type { IdempotencyKey } from "./idempotency-key.js";
import type { Grants, GrantsOf } from "./roles.js";
import { maxSecretLength } from "../values/api-key.js";
import type { Secrets } from "./secrets.js";
import type { Sessions } from "./sessions.js";
import type { LoginThrottle } from "../guard/login-throttle.js";
import { userByName } from "./users.js";

/** Characters; any user name with the name of a sandbox is shorter. */
const maxNameLength = 128;

/** A session ID in a text. */
const sessionId = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;

/** Session IDs that are tried at the beginning of a body. */
const maxSessionsTried = 4;

export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

/** The sender of a request, without the session in its parameters. */
export interface Sender {
  /** Socket peer, or the client behind a trusted proxy; of IPv6 the network. */
  readonly address: string;
  readonly basic?: BasicCredentials;
  /** The session of an `Authorization: Bearer` header. */
  readonly bearer?: string;
  /** An `Authorization` header was sent, usable or not. */
  readonly hasAuthorization: boolean;
  /** The idempotency key of the call. */
  readonly idempotencyKey?: IdempotencyKey | undefined;
  /** The address of the service in the request, if the peer is trusted. A function, because few calls need it. */
  readonly origin?: () => string | undefined;
}

/** An authenticated caller, for one request. */
export interface Principal {
  readonly user: ApiUserDoc;
  readonly grants: Grants;
  /** Undefined with HTTP Basic. */
  readonly session: SessionDoc | undefined;
  readonly idempotencyKey?: IdempotencyKey | undefined;
  /** As in `Sender`. */
  readonly origin?: (() => string | undefined) | undefined;
  /** The user name contained the name of a sandbox (`admin+box`). */
  readonly isByLoginName?: boolean;
  /** The attributes of the session; with HTTP Basic those of this request. Operations may change them. */
  attributes: SessionAttributes;
  /** Identifies a caller who is not an API user. */
  readonly key?: string;
}

/** The key of the caller's rate limit: the session, or the user of HTTP Basic. */
export function callerKey({ session, user, key }: Pick<Principal, "session" | "user" | "key">): string {
  return key ?? session?.id ?? `user ${user.id}`;
}

/** The owner of `Idempotency-Key`s, for all sessions of the caller. */
export function keyOwner({ user, key }: Pick<Principal, "user" | "key">): string {
  return key ?? `user ${user.id}`;
}

const noRoles: readonly string[] = [];

const singleRead = { single: true } as const;

export interface AuthenticationParts {
  readonly grantsOf: GrantsOf;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly sessions: Sessions;
  readonly throttle: LoginThrottle;
  /** The name of this sandbox: `admin+box` is then the user admin, too (docs/testing.md). */
  readonly sandbox?: string;
  /** Called with sessions that were opened under such a name: they carry the sandbox. */
  readonly carries?: (session: string) => void;
}

export class Authentication {
  private readonly checks = new SingleFlight<ApiUserDoc>();

  constructor(private readonly parts: AuthenticationParts) {}

  /** `login`: opens a session. All refusals are the same, except for `retry_after`. */
  async login(username: string, apiKey: string, address: string): Promise<string> {
    const name = this.accountName(username);
    const user = await this.checkKey(name, apiKey, address);
    return this.openSession({ user, isByLoginName: name !== username });
  }

  /** Opens a session for an authenticated caller. */
  async openSession({ user, isByLoginName }: Pick<Principal, "user" | "isByLoginName">): Promise<string> {
    const session = await this.parts.sessions.open(user);
    if (isByLoginName) this.parts.carries?.(session);
    return session;
  }

  private accountName(username: string): string {
    const { sandbox } = this.parts;
    return sandbox !== undefined && username.endsWith(`+${sandbox}`)
      ? username.slice(0, -sandbox.length - 1)
      : username;
  }

  /** Authenticates by session ID; null = by the Basic credentials. Throws `session_expired`, `access_denied`. */
  async enter(sessionId: unknown, sender: Sender): Promise<Principal> {
    if (sessionId === null && sender.basic?.username && sender.basic.password) {
      return this.enterBasic(sender.basic, sender);
    }
    const { storage } = this.parts;
    return storage.read(
      async (tx) => this.principalOf(tx, await this.sessionOf(tx, sessionId), sender),
      singleRead,
    );
  }

  /** An open session. Throws `session_expired`, with the reason for the journal. */
  async sessionOf(tx: ReadTx, id: unknown): Promise<SessionDoc> {
    const { sessions } = this.parts;
    const session = await sessions.use(tx, id);
    if (session) return session;
    throw globalFault("session_expired").noted(await sessions.whyRefused(tx, id));
  }

  /** The API user of a session. Throws `session_expired`, also for the session of a customer. */
  async principalOf(tx: ReadTx, session: SessionDoc, sender?: Sender): Promise<Principal> {
    if (session.user_id === null) throw globalFault("session_expired");
    const user = await tx.get("api_users", session.user_id);
    if (!user?.is_active || user.roles === null) throw globalFault("session_expired");
    return {
      user,
      grants: memoize(user.roles ?? noRoles, this.parts.grantsOf),
      session,
      origin: sender?.origin,
      idempotencyKey: sender?.idempotencyKey,
      attributes: memoize(session, attributesOf),
    };
  }

  /** Authenticates by `Authorization` header: a session or Basic credentials. */
  enterByHeader(sender: Sender): Promise<Principal> {
    if (sender.basic?.username && sender.basic.password) return this.enterBasic(sender.basic, sender);
    return this.enter(sender.bearer ?? "", sender);
  }

  /**
   * Whether the sender has valid credentials: in a header, or a session at the beginning of the body. Checked before a
   * large body is read.
   */
  async isKnown(sender: Sender, beginning: Buffer): Promise<boolean> {
    if (sender.basic) {
      try {
        await this.enterByHeader(sender);
        return true;
      } catch {
        return false;
      }
    }
    const named = beginning.toString("latin1").match(sessionId) ?? [];
    const ids = [
      ...(sender.bearer === undefined ? [] : [sender.bearer]),
      ...named.slice(0, maxSessionsTried),
    ];
    const { storage, sessions } = this.parts;
    return storage.read(async (tx) => {
      for (const id of ids) if (await sessions.use(tx, id)) return true;
      return false;
    });
  }

  private async enterBasic({ username, password }: BasicCredentials, sender: Sender): Promise<Principal> {
    const name = this.accountName(username);
    const user = await this.checkKey(name, password, sender.address);
    return { ...this.principalFor(user, sender), isByLoginName: name !== username };
  }

  /** An API user whose credentials are right, without a session. */
  principalFor(user: ApiUserDoc, { origin, idempotencyKey }: Sender): Principal {
    return {
      user,
      origin,
      idempotencyKey,
      grants: memoize(user.roles ?? noRoles, this.parts.grantsOf),
      session: undefined,
      attributes: {},
    };
  }

  /** After a start, many clients log in at once with the same key, and comparing one takes long on purpose. */
  private checkKey(username: string, key: string, address: string): Promise<ApiUserDoc> {
    return this.checks.run([username, key, address].join("\0"), () =>
      this.checkKeyNow(username, key, address),
    );
  }

  private async checkKeyNow(username: string, key: string, address: string): Promise<ApiUserDoc> {
    const { storage, secrets, throttle } = this.parts;
    // No user has such credentials, so they are neither kept nor hashed.
    if (isLonger(username, maxNameLength) || isLonger(key, maxSecretLength)) await throttle.refuse(address);
    return throttle.attempt(username, address, async () => {
      const user = await storage.read((tx) => userByName(tx, username));
      const isRight = await secrets.verifyCached(key, user?.key_hash, address);
      return isRight && user?.is_active && user.roles !== null ? this.withRenewedHash(user, key) : undefined;
    });
  }

  /** Stores a hash of today's cost in place of one of another cost. A storage that takes no writes keeps the old one. */
  private async withRenewedHash(user: ApiUserDoc, key: string): Promise<ApiUserDoc> {
    const { storage, secrets } = this.parts;
    const key_hash = await secrets.renewed(key, user.key_hash);
    if (key_hash === undefined) return user;
    const renew = async (tx: Tx) => {
      const current = await tx.get("api_users", user.id);
      if (current?.key_hash === user.key_hash) await tx.put("api_users", { ...current, key_hash });
    };
    await storage.write(renew).catch(() => {});
    return user;
  }
}

/** The attributes that the application stores with a session. */
function attributesOf(session: SessionDoc): SessionAttributes {
  const {
    id: _id,
    user_id: _user,
    created_at: _created,
    number: _number,
    last_used: _used,
    ...own
  } = session;
  return own;
}
