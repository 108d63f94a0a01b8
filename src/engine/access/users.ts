/** API users: managed by settings and the test control, never through the API (conventions 7.1). */
import type { ApiUserDoc } from "./access-rows.js";
import { timeOf, type Clock } from "../clock.js";
import type { Problem } from "../values/problem.js";
import type { ReadTx, StateRecord, Storage } from "../storage/storage.js";
import type { Contract } from "../contract/contract.js";
import { isUsableKey, maxSecretLength } from "../values/api-key.js";
import type { Secrets } from "./secrets.js";
import type { Sessions } from "./sessions.js";
import { BoundedCache } from "../values/bounded-cache.js";

/** Omitted members keep their value; for a new user the defaults are `is_active: true` and `roles: null`. */
export interface UserChange {
  readonly username: string;
  readonly api_key?: string;
  /** Granted access nodes; [] is a role without nodes, null means no role. */
  readonly roles?: readonly string[] | null;
  readonly is_active?: boolean;
}

export interface UserSummary {
  readonly username: string;
  readonly roles: readonly string[] | null;
  readonly is_active: boolean;
}

export class Users {
  constructor(
    private readonly storage: Storage,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly sessions: Sessions,
  ) {}

  /** The first API user, with all rights, as records of a state to load. */
  async bootstrap(username: string, apiKey: string): Promise<StateRecord[]> {
    const doc: ApiUserDoc = {
      id: 1,
      username,
      key_hash: await this.secrets.hash(apiKey),
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

  async list(): Promise<UserSummary[]> {
    const users = await this.storage.read((tx) => tx.find("api_users"));
    return users.map(({ username, roles, is_active }) => ({ username, roles, is_active }));
  }

  /** Ignores case. */
  find(username: string): Promise<ApiUserDoc | undefined> {
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

  /** Deletes a user and ends the user's sessions. False if there is no such user. */
  async remove(username: string): Promise<boolean> {
    return this.storage.write(async (tx) => {
      const user = await userByName(tx, username);
      if (!user) return false;
      await this.sessions.endAllOf(tx, user.id);
      return tx.del("api_users", user.id);
    });
  }
}

/** Ignores case. */
export async function userByName(tx: ReadTx, username: string): Promise<ApiUserDoc | undefined> {
  return tx.by("api_users", "username", [username]);
}

/** The problems of a change. @param isNew a key is required */
export function userProblems(contract: Contract, change: UserChange, isNew: boolean): Problem[] {
  const problems: Problem[] = [];
  if (change.username.length < 1 || change.username.length > 40) {
    problems.push({ field: "username", message: "must have 1 to 40 characters" });
  }
  // REST distinguishes customers, who sign in by e-mail address, by the @ (customers 6.3).
  if (change.username.includes("@")) problems.push({ field: "username", message: "must not contain @" });
  if (change.api_key === undefined) {
    if (isNew) problems.push({ field: "api_key", message: "is required for a new user" });
  } else if (!isUsableKey(change.api_key)) {
    const form = `must have 7 to ${maxSecretLength} characters with at least one letter and one digit`;
    problems.push({ field: "api_key", message: form });
  }
  if (change.username.includes("+")) {
    problems.push({ field: "username", message: "must not contain +, which selects a sandbox" });
  }
  for (const node of contract.unknownNodes(change.roles ?? [])) {
    problems.push({ field: "roles", message: `${node} is not an access node${contract.meantNode(node)}` });
  }
  return problems;
}

/** Results of KeyHolders by hash are kept, because comparing takes as long as a login. */
const maxKept = 10_000;

/** Finds out whether any API user has a known key. */
export class KeyHolders {
  private readonly compared = new BoundedCache<string, boolean>(maxKept);

  constructor(
    private readonly storage: Storage,
    private readonly secrets: Secrets,
    private readonly key: string,
  ) {}

  async exist(): Promise<boolean> {
    const users = await this.storage.read((tx) => tx.find("api_users"));
    for (const { key_hash } of users) {
      let has = this.compared.get(key_hash);
      if (has === undefined) {
        has = await this.secrets.verify(this.key, key_hash);
        this.compared.set(key_hash, has);
      }
      if (has) return true;
    }
    return false;
  }
}
