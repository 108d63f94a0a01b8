/** API users: provisioned from settings and the test control, never through the API (conventions 7.1). */
import type { ApiUserDoc } from "./access-rows.js";
import { timeOf, type Clock } from "../clock.js";
import type { Problem } from "../values/problem.js";
import type { ReadTx, StateRecord, Storage } from "../storage/storage.js";
import type { Contract } from "../contract/contract.js";
import { isUsableKey, maxSecretLength } from "../values/api-key.js";
import type { Secrets } from "./secrets.js";
import type { Sessions } from "./sessions.js";
import type { Awaitable } from "../values/awaitable.js";

/** Absent members keep their value; on creation `is_active` is true and `roles` null. */
export interface UserChange {
  readonly username: string;
  readonly api_key?: string;
  /** Granted nodes; [] = a role without nodes, null = no role. */
  readonly roles?: readonly string[] | null;
  readonly is_active?: boolean;
}

export interface UserSummary {
  readonly username: string;
  readonly roles: readonly string[] | null;
  readonly is_active: boolean;
}

export class Users {
  /** Kept so that a reset does not hash the same key again. */
  private bootstrapHash: string | undefined;
  /** By hash, whether the key is the one that was asked for. */
  private readonly compared = new Map<string, boolean>();

  constructor(
    private readonly storage: Storage,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly sessions: Sessions,
  ) {}

  /**
   * The first API user, with all rights, as part of a state to load. The key is the one that the user has in the
   * storage when this is asked for the first time; without such a user, that of the settings.
   */
  async bootstrap(username: string, apiKey: string): Promise<StateRecord[]> {
    this.bootstrapHash ??= (await this.storedHash(username)) ?? (await this.secrets.hash(apiKey));
    const doc: ApiUserDoc = {
      id: 1,
      username,
      key_hash: this.bootstrapHash,
      is_active: true,
      roles: ["all"],
      login_count: 0,
      created_at: timeOf(this.clock),
    };
    return [
      { collection: "api_users", doc },
      { sequence: "api_user", value: doc.id },
    ];
  }

  /** Notes the first user's key at the start, so that no later change of it outlives a reset. */
  async rememberBootstrap(username: string): Promise<void> {
    this.bootstrapHash = await this.storedHash(username);
  }

  private async storedHash(username: string): Promise<string | undefined> {
    const user = await this.storage.read((tx) => userByName(tx, username));
    return user?.key_hash;
  }

  /** Whether some user has this key. Each hash is compared once. */
  async someHaveKey(key: string): Promise<boolean> {
    const users = await this.storage.read((tx) => tx.find("api_users"));
    for (const { key_hash } of users) {
      let has = this.compared.get(key_hash);
      if (has === undefined) {
        has = await this.secrets.verify(key, key_hash);
        if (this.compared.size >= 10_000) this.compared.clear();
        this.compared.set(key_hash, has);
      }
      if (has) return true;
    }
    return false;
  }

  async list(): Promise<UserSummary[]> {
    const users = await this.storage.read((tx) => tx.find("api_users"));
    return users.map(({ username, roles, is_active }) => ({ username, roles, is_active }));
  }

  /** Upper and lower case do not matter. */
  find(username: string): Awaitable<ApiUserDoc | undefined> {
    return this.storage.read((tx) => userByName(tx, username));
  }

  /** Creates or changes a user. A new key ends the user's sessions. */
  async save(change: UserChange): Promise<"created" | "changed"> {
    // Hashing takes about 60 ms: never inside a transaction.
    const key_hash = change.api_key === undefined ? undefined : await this.secrets.hash(change.api_key);
    return this.storage.write(async (tx) => {
      const known = await userByName(tx, change.username);
      if (!known && key_hash === undefined) throw new Error("a new user needs a key");
      await tx.put("api_users", {
        id: known?.id ?? (await tx.next("api_user")),
        username: known?.username ?? change.username,
        key_hash: key_hash ?? known?.key_hash ?? "",
        is_active: change.is_active ?? known?.is_active ?? true,
        roles: change.roles === undefined ? (known?.roles ?? null) : change.roles,
        login_count: known?.login_count ?? 0,
        created_at: known?.created_at ?? timeOf(this.clock),
      });
      if (known && key_hash !== undefined) await this.sessions.endAllOf(tx, known.id);
      return known ? "changed" : "created";
    });
  }

  /** Deletes a user and ends the user's sessions. False when there is none of that name. */
  async remove(username: string): Promise<boolean> {
    return this.storage.write(async (tx) => {
      const user = await userByName(tx, username);
      if (!user) return false;
      await this.sessions.endAllOf(tx, user.id);
      return tx.del("api_users", user.id);
    });
  }
}

/** Upper and lower case do not matter. */
export async function userByName(tx: ReadTx, username: string): Promise<ApiUserDoc | undefined> {
  return tx.by("api_users", "username", [username]);
}

/** What keeps a user from being saved, if anything. `isNew`: a key is needed. */
export function userProblems(contract: Contract, change: UserChange, isNew: boolean): Problem[] {
  const problems: Problem[] = [];
  if (change.username.length < 1 || change.username.length > 40) {
    problems.push({ field: "username", message: "must have 1 to 40 characters" });
  }
  // REST tells customers, who sign in by e-mail address, from API users by it (customers 6.3).
  if (change.username.includes("@")) problems.push({ field: "username", message: "must not hold an @" });
  if (change.api_key === undefined) {
    if (isNew) problems.push({ field: "api_key", message: "is required for a new user" });
  } else if (!isUsableKey(change.api_key)) {
    const form = `must have 7 to ${maxSecretLength} characters with at least one letter and one digit`;
    problems.push({ field: "api_key", message: form });
  }
  if (change.username.includes("+")) {
    problems.push({ field: "username", message: "must not hold a +, which leads into sandboxes" });
  }
  for (const node of contract.unknownNodes(change.roles ?? [])) {
    problems.push({ field: "roles", message: `${node} is no access node` });
  }
  return problems;
}
