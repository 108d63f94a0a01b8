/** The built-in datasets. They have no API users: the caller that loads one adds the first. */
import { packagedText } from "../../engine/contract/published-contracts.js";
import type { StateRecord } from "../../engine/storage/storage.js";
import { dataVersion } from "./migrations/migrations.js";
import { minimalRecords } from "./minimal.js";

export type DatasetName = "minimal" | "sample";

/**
 * All records of a dataset, documents and sequences. Deterministic.
 * @param version data version of the minimal dataset; the sample is of the first one, so it has to be migrated
 */
export function datasetRecords(name: DatasetName, version = dataVersion): readonly StateRecord[] {
  return name === "minimal" ? minimalRecords(version) : sampleRecords();
}

/** Written by `npm run generate`, one record per line. */
const sampleText = packagedText("generated/sample.jsonl");

function sampleRecords(): StateRecord[] {
  const lines = sampleText().trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as StateRecord);
}
