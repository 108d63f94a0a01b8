/** Who is calling: from a session or HTTP Basic credentials to a principal (conventions 3.1, 6, 11.2). */
import type { ApiUserDoc, SessionAttributes, SessionDoc } from "./access-rows.js";
import type { Clock } from "../clock.js";
import { globalFault } from "../calls/faults.js";
import type { ReadTx, Storage } from "../storage/storage.js";
import { andThen, type Awaitable } from "../values/awaitable.js";
import { isLonger } from "../values/text.js";
import { memoize } from "../values/memo.js";
import type { IdempotencyKey } from "./idempotency-key.js";
import type { Grants, GrantsOf } from "./roles.js";
import { maxSecretLength } from "../values/api-key.js";
import type { Secrets } from "./secrets.js";
import type { Sessions } from "./sessions.js";
import type { LoginThrottle } from "../guard/login-throttle.js";
import { userByName } from "./users.js";

/** Characters; longer than the name of any user with the name of a sandbox behind it. */
const maxNameLength = 128;

/** A session ID that stands by itself. */
const sessionId = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;

/** A body that begins with more of them is no request of a client that we know. */
const maxSessionsTried = 4;

export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

/** What a request says about its sender, apart from the session among the parameters. */
export interface Sender {
  /** Socket peer, or the client behind a trusted proxy; of IPv6 the network. */
  readonly address: string;
  readonly basic?: BasicCredentials;
  /** The session of an `Authorization: Bearer` header. */
  readonly bearer?: string;
  /** An `Authorization` header was sent, usable or not. */
  readonly hasAuthorization: boolean;
  /** What the sender will repeat this call by, if an answer does not arrive. */
  readonly idempotencyKey?: IdempotencyKey | undefined;
  /** The address of the service as the sender wrote it, when the peer is believed; asked for by few calls only. */
  readonly origin?: () => string | undefined;
}

/** A caller who was let in, for one request. */
export interface Principal {
  readonly user: ApiUserDoc;
  readonly grants: Grants;
  /** Undefined with HTTP Basic. */
  readonly session: SessionDoc | undefined;
  readonly idempotencyKey?: IdempotencyKey | undefined;
  /** The address under which the caller found the service, when that is believed. */
  readonly origin?: (() => string | undefined) | undefined;
  /** Came in under a name that leads into a sandbox. */
  readonly isByLoginName?: boolean;
  /** With HTTP Basic for the request only. Changes when an operation of this request changes them. */
  attributes: SessionAttributes;
}

/** Under which calls of the caller are counted: the session, or the user of HTTP Basic. */
export function callerKey({ session, user }: Pick<Principal, "session" | "user">): string {
  return session?.id ?? `user ${user.id}`;
}

const singleRead = { single: true } as const;

export interface AuthenticationParts {
  readonly grantsOf: GrantsOf;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly sessions: Sessions;
  readonly throttle: LoginThrottle;
  /** The sandbox this is: `admin+box` is then the user admin, too (interface 10). */
  readonly sandbox?: string;
  /** Told of sessions that were opened under such a name: they lead into the sandbox by themselves. */
  readonly carries?: (session: string) => void;
}

export class Authentication {
  constructor(private readonly parts: AuthenticationParts) {}

  /** `login`: opens a session. Every reason to refuse answers the same, apart from `retry_after`. */
  async login(username: string, apiKey: string, address: string): Promise<string> {
    const name = this.accountName(username);
    const user = await this.checkKey(name, apiKey, address);
    return this.openSession({ user, isByLoginName: name !== username });
  }

  /** Opens a session for a caller who was let in. */
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

  /** The caller of a session ID; null with Basic credentials means those. Throws `session_expired`, `access_denied`. */
  enter(sessionId: unknown, sender: Sender): Awaitable<Principal> {
    if (sessionId === null && sender.basic?.username && sender.basic.password) {
      return this.enterBasic(sender.basic, sender);
    }
    const { storage, sessions } = this.parts;
    return storage.read(
      (tx) => andThen(sessions.use(tx, sessionId), (session) => this.principalOf(tx, session, sender)),
      singleRead,
    );
  }

  /** The API user of a live session. That of a customer opens nothing here. Throws `session_expired`. */
  principalOf(tx: ReadTx, session: SessionDoc | undefined, sender?: Sender): Awaitable<Principal> {
    if (!session || session.user_id === null) throw globalFault("session_expired");
    return andThen(tx.get("api_users", session.user_id), (user) => {
      if (!user?.is_active || user.roles === null) throw globalFault("session_expired");
      return {
        user,
        grants: memoize(user, this.parts.grantsOf),
        session,
        origin: sender?.origin,
        idempotencyKey: sender?.idempotencyKey,
        attributes: memoize(session, attributesOf),
      };
    });
  }

  /** The caller of an `Authorization` header: a session or Basic credentials. */
  enterByHeader(sender: Sender): Awaitable<Principal> {
    if (sender.basic?.username && sender.basic.password) return this.enterBasic(sender.basic, sender);
    return this.enter(sender.bearer ?? "", sender);
  }

  /**
   * Has the sender of a request credentials that open the shop? Asked before a large body is taken in: a session may
   * stand in its beginning.
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

  private async enterBasic(
    { username, password }: BasicCredentials,
    { address, origin, idempotencyKey }: Sender,
  ): Promise<Principal> {
    const name = this.accountName(username);
    const user = await this.checkKey(name, password, address);
    return {
      user,
      origin,
      idempotencyKey,
      isByLoginName: name !== username,
      grants: memoize(user, this.parts.grantsOf),
      session: undefined,
      attributes: {},
    };
  }

  private async checkKey(username: string, key: string, address: string): Promise<ApiUserDoc> {
    const { storage, secrets, throttle } = this.parts;
    // Nobody has such credentials: they are neither kept nor hashed.
    if (isLonger(username, maxNameLength) || isLonger(key, maxSecretLength)) await throttle.refuse(address);
    return throttle.attempt(username, address, async () => {
      const user = await storage.read((tx) => userByName(tx, username));
      const isRight = await secrets.verifyCached(key, user?.key_hash, address);
      return isRight && user?.is_active && user.roles !== null ? user : undefined;
    });
  }
}

/** What the application remembers of a session. */
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
