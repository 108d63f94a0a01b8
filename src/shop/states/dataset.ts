/** The built-in datasets, as records and as versions of a shop. They have no API users: the caller that loads one adds the first. */
import { realTime } from "../../engine/clock.js";
import { packagedText } from "../../engine/contract/published-contracts.js";
import { BytesContent, noFiles, type FilesVersion } from "../../engine/files/versioned-files.js";
import type { InstanceVersion } from "../../engine/states/version.js";
import { MemoryStorage } from "../../engine/storage/memory.js";
import { State } from "../../engine/storage/state.js";
import type { StateRecord, StateRecords } from "../../engine/storage/storage.js";
import { timestamp } from "../../engine/values/dates.js";
import { collections } from "../data/collections.js";
import type { ImageFileDoc } from "../data/entities/catalog.js";
import { dataVersion, migrate, migrationsUpTo } from "./migrations/migrations.js";
import { cheapSamplePasswordHash } from "./sample/password.js";
import { sampleContent } from "./sample/pictures.js";
import { attributeTables, installedAttributes } from "./installed/attributes.js";
import { installedAt, installedCategories } from "./installed/categories.js";
import { installedSets } from "./installed/sets.js";
import { installedShop } from "./installed/shop.js";

export type DatasetName = "minimal" | "sample";

/**
 * All records of a dataset, documents and sequences. Deterministic.
 * @param version data version of the minimal dataset; the sample is of the first one, so it has to be migrated
 * @param isHashedCheaply whether the passwords of the sample are hashed as those of tests
 */
export function datasetRecords(
  name: DatasetName,
  version = dataVersion,
  isHashedCheaply = false,
): readonly StateRecord[] {
  if (name === "minimal") return minimalRecords(version);
  return isHashedCheaply ? sampleRecords().map(withCheapHash) : sampleRecords();
}

/** A dataset file as an export writes it, one record per line (D-411). */
const sampleText = packagedText("spec/sample.jsonl");

function sampleRecords(): StateRecord[] {
  const lines = sampleText().trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as StateRecord);
}

function withCheapHash(record: StateRecord): StateRecord {
  if (!("collection" in record) || record.collection !== "customers") return record;
  return { ...record, doc: { ...record.doc, password_hash: cheapSamplePasswordHash } };
}

/** Each is created once per process; by its arguments. */
const known = new Map<string, Promise<InstanceVersion>>();

export function datasetVersion(...of: Parameters<typeof datasetRecords>): Promise<InstanceVersion> {
  const key = of.join(" ");
  let version = known.get(key);
  if (!version) known.set(key, (version = versionOf(datasetRecords(...of), of[1] ?? dataVersion)));
  return version;
}

/**
 * Throws UniqueError and TypeError of the storage, and NewerDataError.
 * @param data the data version that the records are migrated to
 */
export async function versionOf(records: StateRecords, data: number): Promise<InstanceVersion> {
  const storage = new MemoryStorage({ version: await State.of(collections, records) });
  await migrate(storage, timestamp(Date.now()), migrationsUpTo(data));
  const state = await storage.version();
  return { state, files: picturesOf(state), clock: realTime };
}

/** The pictures of the sample shop, which are generated on demand. */
function picturesOf(state: State): FilesVersion {
  const contents = noFiles.contents.clone();
  for (const doc of state.table("images").docs.values()) {
    const record = doc as ImageFileDoc;
    if (sampleContent(record)) contents.set(record.stored_as, new BytesContent(() => pictureOf(record)));
  }
  return { contents };
}

function pictureOf(record: ImageFileDoc): Uint8Array {
  return sampleContent(record) ?? new Uint8Array();
}

/** The installed data of catalog 2, without products, customers and orders. @param version data version; tests use the first one for the shop of the first release */
export function minimalRecords(version = dataVersion): StateRecord[] {
  const tables = attributeTables(version);
  const product = installedAttributes("product", tables);
  const category = installedAttributes("category", tables);
  const attributes = [...category, ...product].map(({ doc }) => doc);
  const sets = installedSets(product, category);
  return [
    { collection: "settings", doc: installedShop },
    { collection: "settings", doc: { id: "data_version", version } },
    { collection: "settings", doc: { id: "attribute_revision", changed_at: installedAt } },
    ...attributes.map((doc): StateRecord => ({ collection: "attributes", doc })),
    ...sets.map((doc): StateRecord => ({ collection: "attribute_sets", doc })),
    ...installedCategories.map((doc): StateRecord => ({ collection: "categories", doc })),
    // Options 1 and 2 belong to an attribute of customers that is not stored (catalog 2.2).
    lastOf("option", [2, ...attributes.flatMap(({ options }) => options.map(({ option_id }) => option_id))]),
    lastOf(
      "attribute",
      attributes.map(({ id }) => id),
    ),
    lastOf(
      "attribute_set",
      sets.map(({ id }) => id),
    ),
    lastOf(
      "attribute_group",
      sets.flatMap(({ groups }) => groups.map(({ group_id }) => group_id)),
    ),
    lastOf(
      "category",
      installedCategories.map(({ id }) => id),
    ),
  ];
}

/** A sequence that continues after the highest of these IDs. */
function lastOf(sequence: string, ids: readonly number[]): StateRecord {
  return { sequence, value: Math.max(...ids) };
}
