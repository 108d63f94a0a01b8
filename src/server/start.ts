/** The initial state of a shop and the state after a reset: a dataset, and the API users of the server's start. */
import type { StartData } from "../engine/application.js";
import { realTime, type AdjustableClock } from "../engine/clock.js";
import type { Settings } from "../engine/config/config.js";
import type { Log } from "../engine/log/log.js";
import type { InstanceVersion } from "../engine/states/version.js";
import type { Collections } from "../engine/storage/collections.js";
import { State, versionWith } from "../engine/storage/state.js";
import type { StateRecord, StateRecords, Storage, Version } from "../engine/storage/storage.js";
import { timestamp } from "../engine/values/dates.js";
import type { Instance, StartStates } from "./instance.js";

export interface StartParts {
  /** Throws StateProblems if the rules of a dataset cannot be used. */
  readonly checkRules: (rules: unknown) => Promise<void>;
  readonly settings: Settings;
  readonly clock: AdjustableClock;
  readonly log: Log;
  readonly data: StartData;
  /** A state that is already built, with an API user. An empty storage takes it instead of the dataset. */
  readonly start: InstanceVersion | undefined;
  /** Builds the state of a dataset. Throws StateProblems. */
  readonly buildState: (
    dataset: object,
    source: { readonly file?: string },
    named: (name: string) => Promise<InstanceVersion>,
  ) => Promise<InstanceVersion>;
}

export class Start implements StartStates {
  /** The state after a reset: the one that was loaded at the start, or built from the dataset at the first reset. */
  private version: Promise<InstanceVersion> | undefined;
  /** The API users at the start of the server, which every reset restores. */
  private firstUsers: Version | undefined;
  /** The rules in the initial dataset. */
  private rulesOfStart: InstanceVersion["rules"];

  constructor(private readonly parts: StartParts) {
    if (parts.start) this.set(parts.start);
  }

  /** Returns the state after a reset. For a large shop, the first one takes as long as loading the dataset. */
  get(): Promise<InstanceVersion> {
    return (this.version ??= this.buildStart().catch((error: unknown) => {
      // The next reset tries again.
      this.version = undefined;
      throw error;
    }));
  }

  /** The same datasets, with another state after a reset: that of a sandbox. */
  from(get: StartStates["get"]): StartStates {
    return { get, named: (name) => this.named(name), build: (dataset) => this.build(dataset) };
  }

  /** The rules of the test control in the initial dataset. */
  get rules(): readonly object[] {
    return this.rulesOfStart ?? [];
  }

  /** Sets the state after a reset. */
  set(version: InstanceVersion): void {
    this.version = Promise.resolve(version);
  }

  /** Returns a dataset of the application by its name. */
  async named(name: string): Promise<InstanceVersion> {
    return this.withFirstUsers(await this.parts.data.named(name));
  }

  /** Builds the state of a dataset. Throws StateProblems. */
  async build(dataset: object, source: { readonly file?: string } = {}): Promise<InstanceVersion> {
    const { rules, ...document } = dataset as { readonly rules?: unknown };
    if (rules !== undefined) await this.parts.checkRules(rules);
    const built = await this.parts.buildState(document, source, (name) => this.named(name));
    const version = isWithoutUsers(built.state) ? this.withFirstUsers(built) : built;
    return rules === undefined ? version : { ...version, rules: rules as readonly object[] };
  }

  /** Loads the dataset and one API user into an empty storage; migrates the data of any other storage. */
  async fill(shop: Instance): Promise<"loaded" | "kept"> {
    if (await shop.storage.isEmpty()) {
      await this.load(shop);
      return "loaded";
    }
    await this.migrate(shop.storage);
    await shop.syncFiles?.(this.parts.log);
    return "kept";
  }

  /** Every reset from now on restores the present API users of the storage. */
  async rememberUsers(storage: Storage): Promise<void> {
    this.firstUsers = await usersOf(storage);
  }

  private async load(shop: Instance): Promise<void> {
    const { settings, start, data } = this.parts;
    if (start) return shop.restore(start);
    // Another thread hashes the API key while this one builds the dataset.
    const user = shop.users.bootstrap(settings.apiUser, settings.apiKey);
    user.catch(() => {});
    if (data.document) {
      const version = await this.buildDocument(data.document);
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

  /** Keeps the loaded state for resets. With a shared storage, each reset builds it again, to save memory. */
  private async keep(shop: Instance, changes: Partial<InstanceVersion> = {}): Promise<void> {
    if (!this.parts.settings.control || shop.storage.shared) return;
    this.set({ ...(await shop.version()), ...changes });
  }

  private async buildStart(): Promise<InstanceVersion> {
    const { data } = this.parts;
    return data.document ? this.buildDocument(data.document) : this.withFirstUsers(await data.version());
  }

  private async buildDocument(read: NonNullable<StartData["document"]>): Promise<InstanceVersion> {
    const { document, ...source } = await read();
    const built = await this.build(document, source);
    this.rulesOfStart = built.rules;
    await this.parts.data.check?.(built.state);
    return built;
  }

  private async migrate(storage: Storage): Promise<void> {
    await this.parts.data.migrate?.(storage, timestamp(this.parts.clock.now()));
  }

  private withFirstUsers(version: InstanceVersion): InstanceVersion {
    return this.firstUsers ? withUsers(version, this.firstUsers) : version;
  }
}

async function withUser(
  collections: Collections,
  version: InstanceVersion,
  user: StateRecords,
): Promise<InstanceVersion> {
  return isWithoutUsers(version.state) ? withUsers(version, await State.of(collections, user)) : version;
}

function withUsers(version: InstanceVersion, users: Version): InstanceVersion {
  return { ...version, state: versionWith(version.state, users, ["api_users"], ["api_user"]) };
}

function isWithoutUsers(version: Version): boolean {
  return version instanceof State && version.table("api_users").docs.size === 0;
}

/** A version with only the API users, because any other data would stay in memory. */
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
