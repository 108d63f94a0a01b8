/** API users, their sessions, and those of whoever else the application lets in (conventions 6, 7). */

export interface ApiUserDoc {
  readonly id: number;
  readonly username: string;
  /** scrypt string with its parameters: never in a result, never in a log. */
  readonly key_hash: string;
  readonly is_active: boolean;
  /** Granted access nodes; null = no role, so no login. */
  readonly roles: readonly string[] | null;
  readonly login_count: number;
  readonly created_at: string;
}

/**
 * What the application remembers of a session, all of it optional: `declare module "…/engine/access/access-rows.js"
 * { interface SessionAttributes { language?: string } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- it is filled from elsewhere
export interface SessionAttributes {}

export interface SessionDoc extends SessionAttributes {
  /** SHA-256 of the session ID; the ID itself is stored nowhere. */
  readonly id: string;
  /** The API user; null = the session is somebody else's, whom the attributes name. */
  readonly user_id: number | null;
  readonly created_at: string;
  /** Rises with every session; absent in those of earlier versions. */
  readonly number?: number;
  /** At most a minute behind; the exact time is kept in memory (D-8). */
  readonly last_used: string;
}

declare module "../storage/documents.js" {
  interface Documents {
    api_users: ApiUserDoc;
    sessions: SessionDoc;
  }
}
