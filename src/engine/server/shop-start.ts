/** What a shop starts with, and where its resets lead: a dataset, and the API users that there were first. */
import { realTime, type AdjustableClock } from "../clock.js";
import type { ShopSettings } from "../../shop/settings.js";
import type { ShopVersion } from "../../testing/control/controlled-shop.js";
import type { DatasetDocument } from "../../testing/states/document.js";
import { datasetRecords, type DatasetName } from "../../shop/data/dataset.js";
import { dataVersion, migrate, migrationsUpTo } from "../../shop/data/migrations/migrations.js";
import { sampleContent } from "../../shop/data/sample/pictures.js";
import type { Log } from "../log/log.js";
import type { Collections } from "../storage/collections.js";
import { State, versionWith } from "../storage/state.js";
import type { StateRecord, StateRecords, Storage, Version } from "../storage/storage.js";
import { timestamp } from "../values/dates.js";
import type { DatasetBuilder, DatasetSource } from "../../testing/states/dataset-builder.js";
import { datasetVersion, versionOf } from "../../testing/states/dataset-versions.js";
import type { Shop } from "./shop.js";
import { StartVersion } from "../../testing/states/start-version.js";

export interface StartParts {
  readonly settings: ShopSettings;
  readonly clock: AdjustableClock;
  readonly log: Log;
  /** The state that DATASET names; by default the dataset of that name that comes with the service. */
  readonly startDataset?: () => AsyncIterable<StateRecord>;
  /** The state of an empty storage, made already, with an API user; in place of the dataset. */
  readonly start?: ShopVersion;
  /** A dataset to carry out instead, and the file that it stands in, if it stands in one. */
  readonly startDocument?: () => Promise<{ readonly document: DatasetDocument; readonly file?: string }>;
  /** Throws when the start dataset may not be taken. */
  readonly checkStart?: (state: Version) => Promise<void>;
  /** The version of the data; by default the newest one. Tests hold the shop of the first release by it. */
  readonly dataVersion?: number;
}

export class ShopStart {
  private readonly data: number;
  private readonly version: StartVersion;
  /** The API users of a reset are those that there were when the server started. */
  private firstUsers: Version | undefined;

  constructor(
    private readonly parts: StartParts,
    private readonly builder: () => DatasetBuilder,
  ) {
    this.data = parts.dataVersion ?? dataVersion;
    this.version = new StartVersion(() => this.make(), parts.start);
  }

  /** Where a reset leads. */
  get(): Promise<ShopVersion> {
    return this.version.get();
  }

  become(version: ShopVersion): void {
    this.version.become(version);
  }

  /** A dataset that comes with the service. */
  async dataset(name: DatasetName): Promise<ShopVersion> {
    return this.withFirstUsers(await datasetVersion(name, this.data));
  }

  /** What a dataset describes. Throws DatasetProblems. */
  async build(document: DatasetDocument, source?: DatasetSource): Promise<ShopVersion> {
    const built = await this.builder().build(document, source);
    return isWithoutUsers(built.state) ? this.withFirstUsers(built) : built;
  }

  /** An empty storage takes the dataset and one API user; other data are brought to the present version. */
  async fill(shop: Shop): Promise<"loaded" | "kept"> {
    if (await shop.storage.isEmpty()) {
      await this.load(shop);
      return "loaded";
    }
    await this.bringAlong(shop.storage);
    await this.syncMedia(shop);
    return "kept";
  }

  /** Takes the users of the storage for those of every reset from now on. */
  async rememberUsers(storage: Storage): Promise<void> {
    this.firstUsers = await usersOf(storage);
  }

  /** Makes ahead of the first reset what it leads to, for data that were there before. */
  prepare(storage: Storage): void {
    this.version.prepare(storage);
  }

  private async load(shop: Shop): Promise<void> {
    const { settings, start, startDocument } = this.parts;
    if (start) return shop.restore(start);
    const user = await shop.users.bootstrap(settings.apiUser, settings.apiKey);
    if (startDocument) {
      await shop.restore(await withUser(shop.storage.collections, await this.carryOut(startDocument), user));
      await this.bringAlong(shop.storage);
      await this.keep(shop);
      return;
    }
    await shop.storage.replace(concatenate(this.records(), user));
    await this.bringAlong(shop.storage);
    await this.syncMedia(shop);
    await this.keep(shop, { clock: realTime });
  }

  /** What processes share is not kept in the memory of each: a reset makes it anew. */
  private async keep(shop: Shop, changes: Partial<ShopVersion> = {}): Promise<void> {
    if (!this.parts.settings.control || shop.storage.shared) return;
    this.version.become({ ...(await shop.version()), ...changes });
  }

  private async make(): Promise<ShopVersion> {
    const { startDocument } = this.parts;
    if (startDocument) return this.carryOut(startDocument);
    return this.withFirstUsers(await versionOf(this.records(), this.data));
  }

  private async carryOut(read: NonNullable<StartParts["startDocument"]>): Promise<ShopVersion> {
    const { document, ...source } = await read();
    const built = await this.build(document, source);
    await this.parts.checkStart?.(built.state);
    return built;
  }

  private records(): StateRecords {
    const { startDataset, settings } = this.parts;
    return startDataset ? startDataset() : datasetRecords(settings.dataset as DatasetName, this.data);
  }

  private bringAlong(storage: Storage): Promise<void> {
    return migrate(storage, timestamp(this.parts.clock.now()), migrationsUpTo(this.data));
  }

  /** Image files follow the records. */
  private async syncMedia({ media, storage }: Shop): Promise<void> {
    const { missing } = await media.sync(storage.scan("images"), sampleContent);
    const [files, count] = [missing.slice(0, 10), missing.length];
    if (count > 0) this.parts.log.warn({ files, count }, "image files are missing");
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

async function* concatenate(...parts: StateRecords[]): AsyncIterable<StateRecord> {
  for (const records of parts) yield* records;
}
