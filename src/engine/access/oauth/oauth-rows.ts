/**
 * The rows of OAuth 1.0a. Secrets are stored as they are: HMAC-SHA1 can be computed only with them, not with their hashes
 * (SECURITY.md says what that means).
 */

/** A program that signs requests. */
export interface OAuthConsumerDoc {
  /** The consumer key. */
  readonly id: string;
  readonly secret: string;
  readonly name: string | null;
  /** The address that callers are sent back to by `/oauth/authorize`; null = only `oob`. */
  readonly callback: string | null;
}

/** For whom a token acts. The engine does not look at it. */
export interface OAuthOwner {
  readonly kind: string;
  readonly id: number;
}

export interface OAuthTokenDoc {
  /** The token. */
  readonly id: string;
  readonly secret: string;
  /** The consumer key. */
  readonly consumer: string;
  readonly kind: "request" | "access";
  /** Null for a request token that was not approved. */
  readonly owner: OAuthOwner | null;
  /** Of a request token: where its verifier goes, … */
  readonly callback: string | null;
  /** … the verifier, once it is approved, … */
  readonly verifier: string | null;
  /** … and when it ends, in milliseconds since 1970 by the real clock. Access tokens do not end. */
  readonly expires_ms: number | null;
  /** In milliseconds since 1970 by the real clock: the oldest one makes room for a new one. */
  readonly made_ms: number;
}

export interface OAuthNonceDoc {
  /** Random: two processes with the same nonce collide at `key`, never here. */
  readonly id: string;
  /** Hash of consumer, token, timestamp and nonce. */
  readonly key: string;
  /** The consumer key. */
  readonly consumer: string;
  /** From then on, the timestamp is refused. */
  readonly expires_ms: number;
}

declare module "../../storage/documents.js" {
  interface Documents {
    oauth_consumers: OAuthConsumerDoc;
    oauth_tokens: OAuthTokenDoc;
    oauth_nonces: OAuthNonceDoc;
  }
}
