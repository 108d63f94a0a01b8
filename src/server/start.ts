/** What a shop starts with, and where its resets lead: a dataset, and the API users that there were first. */
import type { StartData } from "../engine/application.js";
import { realTime, type AdjustableClock } from "../engine/clock.js";
import type { Settings } from "../engine/config/config.js";
import type { Log } from "../engine/log/log.js";
import type { ShopVersion } from "../engine/states/version.js";
import type { Collections } from "../engine/storage/collections.js";
import { State, versionWith } from "../engine/storage/state.js";
import type { StateRecord, StateRecords, Storage, Version } from "../engine/storage/storage.js";
import { timestamp } from "../engine/values/dates.js";
import type { Shop } from "./shop.js";
import { StartVersion } from "./start-version.js";

export interface StartParts {
  readonly settings: Settings;
  readonly clock: AdjustableClock;
  readonly log: Log;
  readonly data: StartData;
  /** The state of an empty storage, made already, with an API user; in place of the dataset. */
  readonly start: ShopVersion | undefined;
  /** What a dataset describes. Throws StateProblems. */
  readonly buildState: (dataset: object, source: { readonly file?: string }) => Promise<ShopVersion>;
}

export class Start {
  private readonly version: StartVersion;
  /** The API users of a reset are those that there were when the server started. */
  private firstUsers: Version | undefined;

  constructor(private readonly parts: StartParts) {
    this.version = new StartVersion(() => this.make(), parts.start);
  }

  /** Where a reset leads. */
  get(): Promise<ShopVersion> {
    return this.version.get();
  }

  become(version: ShopVersion): void {
    this.version.become(version);
  }

  /** A dataset that comes with the application. */
  async named(name: string): Promise<ShopVersion> {
    return this.withFirstUsers(await this.parts.data.named(name));
  }

  async build(dataset: object, source: { readonly file?: string } = {}): Promise<ShopVersion> {
    const built = await this.parts.buildState(dataset, source);
    return isWithoutUsers(built.state) ? this.withFirstUsers(built) : built;
  }

  /** An empty storage takes the dataset and one API user; other data are brought to the present version. */
  async fill(shop: Shop): Promise<"loaded" | "kept"> {
    if (await shop.storage.isEmpty()) {
      await this.load(shop);
      return "loaded";
    }
    await this.migrate(shop.storage);
    await shop.syncFiles?.(this.parts.log);
    return "kept";
  }

  /** Takes the users of the storage for those of every reset from now on. */
  async rememberUsers(storage: Storage): Promise<void> {
    this.firstUsers = await usersOf(storage);
  }

  /** The storage had a state when the server started. */
  besideStateOf(storage: Storage): void {
    this.version.besideStateOf(storage);
  }

  private async load(shop: Shop): Promise<void> {
    const { settings, start, data } = this.parts;
    if (start) return shop.restore(start);
    // Another thread hashes the key while the dataset is made.
    const user = shop.users.bootstrap(settings.apiUser, settings.apiKey);
    user.catch(() => {});
    if (data.document) {
      const version = await this.documented(data.document);
      await shop.restore(await withUser(shop.storage.collections, version, await user));
      await this.migrate(shop.storage);
      await this.keep(shop);
      return;
    }
    await shop.storage.replace(concatenate(data.records(), user));
    await this.migrate(shop.storage);
    await shop.syncFiles?.(this.parts.log);
    await this.keep(shop, { clock: realTime });
  }

  /** What processes share is not kept in the memory of each: a reset makes it anew. */
  private async keep(shop: Shop, changes: Partial<ShopVersion> = {}): Promise<void> {
    if (!this.parts.settings.control || shop.storage.shared) return;
    this.version.become({ ...(await shop.version()), ...changes });
  }

  private async make(): Promise<ShopVersion> {
    const { data } = this.parts;
    return data.document ? this.documented(data.document) : this.withFirstUsers(await data.version());
  }

  private async documented(read: NonNullable<StartData["document"]>): Promise<ShopVersion> {
    const { document, ...source } = await read();
    const built = await this.build(document, source);
    await this.parts.data.check?.(built.state);
    return built;
  }

  private async migrate(storage: Storage): Promise<void> {
    await this.parts.data.migrate?.(storage, timestamp(this.parts.clock.now()));
  }

  private withFirstUsers(version: ShopVersion): ShopVersion {
    return this.firstUsers ? withUsers(version, this.firstUsers) : version;
  }
}

async function withUser(
  collections: Collections,
  version: ShopVersion,
  user: StateRecords,
): Promise<ShopVersion> {
  return isWithoutUsers(version.state) ? withUsers(version, await State.of(collections, user)) : version;
}

function withUsers(version: ShopVersion, users: Version): ShopVersion {
  return { ...version, state: versionWith(version.state, users, ["api_users"], ["api_user"]) };
}

function isWithoutUsers(version: Version): boolean {
  return version instanceof State && version.table("api_users").docs.size === 0;
}

/** Without the rest, which would stay in memory for ever. */
async function usersOf(storage: Storage): Promise<Version> {
  if (!storage.shared)
    return versionWith(
      State.empty(storage.collections),
      await storage.version(),
      ["api_users"],
      ["api_user"],
    );
  const users = await storage.read((tx) => tx.find("api_users"));
  const last = users.reduce((highest, { id }) => Math.max(highest, id), 0);
  return State.of(storage.collections, [
    ...users.map((doc) => ({ collection: "api_users" as const, doc })),
    { sequence: "api_user", value: last },
  ]);
}

async function* concatenate(...parts: (StateRecords | Promise<StateRecords>)[]): AsyncIterable<StateRecord> {
  for (const records of parts) yield* await records;
}
