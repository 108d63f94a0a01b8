/**
 * Migrates data of earlier versions of this program, at start and whenever a state is loaded. The storage contains its
 * data version. Steps only go forward. Each is an ordinary transaction, so it works on any storage.
 */
import type { ReadTx, Storage, Tx } from "../../../engine/storage/storage.js";
import { installedAttributes } from "../installed/attributes.js";
import { laterRows } from "../../data/attribute-tables.js";
import { addInstalledAttributes } from "./installed-rows.js";

export interface DataMigration {
  /** The version of the data after this step. */
  readonly version: number;
  /** @param now the time of the change, UTC, `YYYY-MM-DD HH:MM:SS` */
  readonly run: (tx: Tx, now: string) => Promise<void>;
}

/** The version of data without a version, from release 0.1.0. */
export const firstVersion = 1;

/** All steps, oldest first. A released step must not change. */
export const dataMigrations: readonly DataMigration[] = laterRows.map((rows) => ({
  version: rows.version,
  run: (tx, now) =>
    addInstalledAttributes(
      tx,
      [...installedAttributes("category", [rows]), ...installedAttributes("product", [rows])],
      now,
    ),
}));

/** The steps up to a version. */
export function migrationsUpTo(version: number): DataMigration[] {
  return dataMigrations.filter((step) => step.version <= version);
}

/** The data version that this program writes. */
export const dataVersion = dataMigrations.at(-1)?.version ?? firstVersion;

/** Thrown for data of a later version of this program, which this one cannot interpret. */
export class NewerDataError extends Error {
  override name = "NewerDataError";
  constructor(version: number, known: number) {
    super(
      `the data are of version ${version}, written by a later store-api; this one supports versions up to ${known}. ` +
        "Start the later version, or choose another STORE_API_STORAGE",
    );
  }
}

/** Runs the pending steps; writes nothing if there are none. Throws NewerDataError. */
export async function migrate(
  storage: Storage,
  now: string,
  steps: readonly DataMigration[] = dataMigrations,
): Promise<void> {
  const newest = steps.at(-1)?.version ?? firstVersion;
  const version = await storage.read(versionOf);
  if (version > newest) throw new NewerDataError(version, newest);
  if (version < newest) await storage.write((tx) => runSteps(tx, now, steps));
}

async function runSteps(tx: Tx, now: string, steps: readonly DataMigration[]): Promise<void> {
  // Read again: another process can have migrated in the meantime.
  let version = await versionOf(tx);
  for (const step of steps) {
    if (step.version <= version) continue;
    await step.run(tx, now);
    version = step.version;
  }
  await tx.put("settings", { id: "data_version", version });
}

async function versionOf(tx: ReadTx): Promise<number> {
  const found = await tx.get("settings", "data_version");
  return found?.id === "data_version" ? found.version : firstVersion;
}
