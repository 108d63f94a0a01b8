/** The way to a token: a request token, an approval by its owner, an access token (RFC 5849, section 2). */
import { randomBytes } from "node:crypto";
import type { ReadTx, Storage, Tx } from "../../storage/storage.js";
import type { OAuthOwner, OAuthTokenDoc } from "./oauth-rows.js";
import { oauthProblem, rejected } from "./problem.js";
import { isSameSecret } from "./signature.js";
import type { VerifiedRequest } from "./verification.js";

/** How long a request token can be approved and exchanged. */
const requestTokenMs = 10 * 60_000;

/** Request tokens of one consumer, and access tokens of one consumer for one owner: the oldest makes room. */
const maxRequestTokens = 100;
const maxAccessTokens = 50;

/** The callback of clients that have no address: the page shows the verifier. */
export const outOfBand = "oob";

export const newKey = (): string => randomBytes(16).toString("hex");

/** A request token that can be approved. */
export interface Pending {
  readonly token: OAuthTokenDoc;
  /** Of the consumer. */
  readonly name: string | null;
}

export class Handshake {
  constructor(
    private readonly storage: Storage,
    private readonly now: () => number = Date.now,
  ) {}

  /** Makes a request token. The callback must be the registered one. */
  async initiate({ consumer, parameter }: VerifiedRequest): Promise<OAuthTokenDoc> {
    const callback = parameter("oauth_callback");
    if (callback !== outOfBand && callback !== consumer.callback) throw rejected("oauth_callback");
    const token: OAuthTokenDoc = {
      ...this.fresh(consumer.id, "request"),
      owner: null,
      callback,
      expires_ms: this.now() + requestTokenMs,
    };
    await this.storage.write(async (tx) => {
      await dropOldest(tx, consumer.id, maxRequestTokens, ({ kind }) => kind === "request");
      await tx.put("oauth_tokens", token);
    });
    return token;
  }

  /** Undefined if the token is unknown, too old or already approved. */
  pending(id: string): Promise<Pending | undefined> {
    return this.storage.read((tx) => this.pendingIn(tx, id));
  }

  /** Makes the verifier, once. Undefined as in `pending`. */
  approve(id: string, owner: OAuthOwner): Promise<string | undefined> {
    const verifier = newKey();
    return this.storage.write(async (tx) => {
      const found = await this.pendingIn(tx, id);
      if (!found) return undefined;
      await tx.put("oauth_tokens", { ...found.token, owner, verifier });
      return verifier;
    });
  }

  /** Removes a request token that its owner does not approve. */
  async refuse(id: string): Promise<void> {
    await this.storage.write(async (tx) => {
      if (await this.pendingIn(tx, id)) await tx.del("oauth_tokens", id);
    });
  }

  /** Exchanges an approved request token for an access token, once. */
  async exchange({ consumer, token, parameter }: VerifiedRequest): Promise<OAuthTokenDoc> {
    const verifier = parameter("oauth_verifier");
    const made = this.fresh(consumer.id, "access");
    return this.storage.write(async (tx) => {
      const current = token && (await tx.get("oauth_tokens", token.id));
      if (!current?.owner || current.verifier === null) throw oauthProblem("token_rejected");
      if (!isSameSecret(verifier, current.verifier)) throw oauthProblem("verifier_invalid");
      const { owner } = current;
      const isOfOwner = (one: OAuthTokenDoc) =>
        one.kind === "access" && one.owner?.kind === owner.kind && one.owner.id === owner.id;
      await tx.del("oauth_tokens", current.id);
      await dropOldest(tx, consumer.id, maxAccessTokens, isOfOwner);
      const access: OAuthTokenDoc = { ...made, owner, callback: null, expires_ms: null };
      await tx.put("oauth_tokens", access);
      return access;
    });
  }

  private async pendingIn(tx: ReadTx, id: string): Promise<Pending | undefined> {
    const token = await tx.get("oauth_tokens", id);
    if (token?.kind !== "request" || token.verifier !== null) return undefined;
    if ((token.expires_ms ?? 0) <= this.now()) return undefined;
    const consumer = await tx.get("oauth_consumers", token.consumer);
    return { token, name: consumer?.name ?? null };
  }

  private fresh(consumer: string, kind: OAuthTokenDoc["kind"]) {
    return { id: newKey(), secret: newKey(), consumer, kind, verifier: null, made_ms: this.now() };
  }
}

/** Makes room for one more token. */
async function dropOldest(
  tx: Tx,
  consumer: string,
  most: number,
  isCounted: (token: OAuthTokenDoc) => boolean,
): Promise<void> {
  const all = await tx.find("oauth_tokens", { where: [{ path: "consumer", op: "eq", value: consumer }] });
  const counted = all.filter(isCounted).sort((one, other) => one.made_ms - other.made_ms);
  for (const { id } of counted.slice(0, Math.max(0, counted.length - most + 1)))
    await tx.del("oauth_tokens", id);
}
