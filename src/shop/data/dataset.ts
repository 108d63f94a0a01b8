/** The built-in datasets. They have no API users: the caller that loads one adds the first. */
import type { StateRecord } from "../../engine/storage/storage.js";
import { dataVersion } from "./migrations/migrations.js";
import { minimalRecords } from "./minimal.js";
import { sampleRecords } from "./sample/sample.js";

export type DatasetName = "minimal" | "sample";

/** All records of a dataset, documents and sequences. Deterministic. */
export async function* datasetRecords(name: DatasetName, version = dataVersion): AsyncIterable<StateRecord> {
  yield* name === "minimal" ? minimalRecords(version) : sampleRecords(version);
}
