/**
 * Data of earlier versions of this program become data of this one, at start and whenever a state is loaded. The storage
 * remembers its version, steps go forward only, and each works on any storage: it is a transaction like any other.
 */
import type { ReadTx, Storage, Tx } from "../../../engine/storage/storage.js";
import { installedAttributes } from "../installed/attributes.js";
import { laterRows } from "../installed/attribute-tables.js";
import { addInstalledAttributes } from "./installed-rows.js";

export interface Migration {
  /** The version that the data have afterwards. */
  readonly version: number;
  /** @param now the time of the change, UTC, `YYYY-MM-DD HH:MM:SS` */
  readonly run: (tx: Tx, now: string) => Promise<void>;
}

/** Data that do not say their version are of release 0.1.0. */
export const firstVersion = 1;

/** All steps, oldest first. One that was released never changes. */
export const migrations: readonly Migration[] = laterRows.map((rows) => ({
  version: rows.version,
  run: (tx, now) =>
    addInstalledAttributes(
      tx,
      [...installedAttributes("category", [rows]), ...installedAttributes("product", [rows])],
      now,
    ),
}));

/** The steps that bring data to this version. */
export function migrationsUpTo(version: number): Migration[] {
  return migrations.filter((step) => step.version <= version);
}

/** The version of the data that this program writes. */
export const dataVersion = migrations.at(-1)?.version ?? firstVersion;

/** The data come from a later version of this program, which may have changed what they mean. */
export class NewerDataError extends Error {
  override name = "NewerDataError";
  constructor(version: number, known: number) {
    super(
      `the data are of version ${version}, which a later store-api wrote; this one knows versions up to ${known}. ` +
        "Start the later one, or take another STORE_API_STORAGE",
    );
  }
}

/**
 * Carries out the steps that the data have not had. Nothing is written when there are none.
 * Throws NewerDataError.
 */
export async function migrate(
  storage: Storage,
  now: string,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  const newest = steps.at(-1)?.version ?? firstVersion;
  const version = await storage.read(versionOf);
  if (version > newest) throw new NewerDataError(version, newest);
  if (version < newest) await storage.write((tx) => carryOut(tx, now, steps));
}

async function carryOut(tx: Tx, now: string, steps: readonly Migration[]): Promise<void> {
  // Read again: another process may have been first.
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
