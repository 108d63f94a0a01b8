/** The states that the service can start with. Neither has API users: whoever loads one adds the first. */
import type { StateRecord } from "../../engine/storage/storage.js";
import { dataVersion } from "./migrations/migrations.js";
import { minimalRecords } from "./minimal.js";
import { sampleRecords } from "./sample/sample.js";

export type DatasetName = "minimal" | "sample";

/** A whole state: all documents and the sequences. Made anew each time, and always the same. */
export async function* datasetRecords(name: DatasetName, version = dataVersion): AsyncIterable<StateRecord> {
  yield* name === "minimal" ? minimalRecords(version) : sampleRecords(version);
}
