/** Datasets as versions of a shop. The built-in ones are created once per process. */
import { realTime } from "../../engine/clock.js";
import type { InstanceVersion } from "../../engine/states/version.js";
import { datasetRecords, type DatasetName } from "./dataset.js";
import { dataVersion, migrate, migrationsUpTo } from "./migrations/migrations.js";
import { sampleContent } from "./sample/pictures.js";
import type { ImageFileDoc } from "../data/entities/catalog.js";
import { BytesContent, noFiles, type FilesVersion } from "../../engine/files/versioned-files.js";
import { MemoryStorage } from "../../engine/storage/memory.js";
import { State } from "../../engine/storage/state.js";
import type { StateRecords } from "../../engine/storage/storage.js";
import { timestamp } from "../../engine/values/dates.js";
import { collections } from "../data/collections.js";

/** By name and data version. */
const known = new Map<string, Promise<InstanceVersion>>();

export function datasetVersion(name: DatasetName, data = dataVersion): Promise<InstanceVersion> {
  const key = `${name} ${data}`;
  let version = known.get(key);
  if (!version) known.set(key, (version = versionOf(datasetRecords(name, data), data)));
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
