/** API users, and the sessions of API users and customers (conventions 6, 7; customers 6.5). */

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

export interface SessionDoc {
  /** SHA-256 of the session ID; the ID itself is stored nowhere. */
  readonly id: string;
  /** The API user; null = the session is a customer's. */
  readonly user_id: number | null;
  /** The customer; absent = the session is an API user's. Such a session opens the REST resource only. */
  readonly customer_id?: number;
  readonly created_at: string;
  /** Rises with every session; absent in those of earlier versions. */
  readonly number?: number;
  /** At most a minute behind; the exact time is kept in memory (D-8). */
  readonly last_used: string;
  /** Current store of the product family and of the category family (conventions 8.4). */
  readonly product_store_id: number | null;
  readonly category_store_id: number | null;
}

declare module "../storage/documents.js" {
  interface Documents {
    api_users: ApiUserDoc;
    sessions: SessionDoc;
  }
}
