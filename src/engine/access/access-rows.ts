/** The rows of API users and of sessions, of API users and of others such as customers (conventions 6, 7). */

export interface ApiUserDoc {
  readonly id: number;
  readonly username: string;
  /** scrypt hash with its parameters. Must never appear in a result or a log. */
  readonly key_hash: string;
  readonly is_active: boolean;
  /** Granted access nodes; null means no role, so that login is refused. */
  readonly roles: readonly string[] | null;
  readonly login_count: number;
  readonly created_at: string;
}

/**
 * Additional members of a session, all optional, which an application declares: `declare module "…/engine/access/access-rows.js"
 * { interface SessionAttributes { language?: string } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- applications extend it
export interface SessionAttributes {}

export interface SessionDoc extends SessionAttributes {
  /** SHA-256 of the session ID, which itself is never stored. */
  readonly id: string;
  /** The API user; null for other sessions, whose owner is in the attributes. */
  readonly user_id: number | null;
  readonly created_at: string;
  /** Increases with every session; absent in sessions of earlier versions. */
  readonly number?: number;
  /** Up to a minute late; the exact time is in memory (D-8). */
  readonly last_used: string;
}

declare module "../storage/documents.js" {
  interface Documents {
    api_users: ApiUserDoc;
    sessions: SessionDoc;
  }
}
