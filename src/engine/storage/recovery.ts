import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { isNewer } from "../config/package.js";
import type { CheckpointFile } from "./checkpoint.js";
import { type CheckpointContent, newShopContent } from "./checkpoint-text.js";
import { type CollectionDef, type Collections, collectionDef, collectionNamesOf } from "./collections.js";
import type { FileSystem } from "./files.js";
import { goBackTargets, type ChainLink, NO_LINK } from "./records.js";
import { LogReplay, UnknownCollectionError } from "./log-replay.js";
import { State } from "./state.js";
import { type CollectionName, type Doc, StorageDamagedError, StorageNewerError } from "./storage.js";
import { Table } from "./table.js";

export function journalName(number: number): string {
  return `journal-${String(number).padStart(6, "0")}.log`;
}

function journalNumber(name: string): number | undefined {
  const digits = /^journal-(\d+)\.log$/.exec(name)?.[1];
  // This storage never writes a name with fewer digits.
  const number = Number(digits);
  return digits !== undefined && journalName(number) === name ? number : undefined;
}

async function sizeOf(files: FileSystem, path: string): Promise<number> {
  const file = await files.open(path, "r");
  try {
    return await file.size();
  } finally {
    await file.close();
  }
}

/**
 * Creates the files of a storage in an empty folder. The first journal is durable before the JSON file exists, since a JSON
 * file without a journal counts as damage.
 */
export async function createFirst(
  files: FileSystem,
  folder: string,
  checkpoint: CheckpointFile,
): Promise<void> {
  const names = await files.list(folder);
  if (names.includes("db.json")) return;
  const journal = join(folder, journalName(1));
  for (const name of names.filter((one) => journalNumber(one) !== undefined)) {
    if ((await sizeOf(files, join(folder, name))) === 0 && journalNumber(name) === 1) continue;
    throw new StorageDamagedError(join(folder, "db.json"), 0, "it is missing, but its journal exists");
  }
  await (await files.open(journal, "w")).close();
  await files.syncFolder(folder);
  await checkpoint.write(newShopContent());
}

/** A journal that was found at the start. */
interface Found {
  readonly number: number;
  /** The size of its intact part in bytes. The part of an interrupted record may follow. */
  readonly size: number;
  readonly torn: number;
}

export interface Recovered {
  readonly state: State;
  /** The journals that are not part of the checkpoint. Writing continues in the last one. */
  readonly journals: readonly Found[];
  /** The number of the last record. */
  readonly record: number;
  /** The link to that record, for the next one. */
  readonly link: ChainLink;
  /** Whether the last process stopped in order, or wrote nothing since the checkpoint. */
  readonly isEnded: boolean;
}

interface StorageFolder {
  readonly files: FileSystem;
  readonly folder: string;
}

interface RecoverySource extends StorageFolder {
  readonly collections: Collections;
  readonly content: CheckpointContent;
  /** The last record that a dead process is known to have made durable. */
  readonly witnessed: number | undefined;
}

/**
 * The state that results from the JSON file and the journals. Only reads, so that a refused folder stays unchanged for
 * inspection. Throws StorageDamagedError and StorageNewerError.
 */
export async function recover(source: RecoverySource): Promise<Recovered> {
  try {
    return await recoverFrom(source);
  } catch (error) {
    const { folder, content } = source;
    const release = isNewer(content.release) ? content.release : undefined;
    const isUnknown = error instanceof UnknownCollectionError;
    // What looks damaged may be of a form that only the newer release knows.
    if (isUnknown || (error instanceof StorageDamagedError && release !== undefined))
      throw new StorageNewerError(folder, release, error.message, { cause: error });
    throw error;
  }
}

async function recoverFrom({
  files,
  folder,
  collections,
  content,
  witnessed,
}: RecoverySource): Promise<Recovered> {
  const names = (await files.list(folder)).map(journalNumber).filter((number) => number !== undefined);
  // Older ones remain after a crash between the renaming of the JSON file and their removal.
  const numbers = names.filter((number) => number >= content.journal).sort((a, b) => a - b);
  requireComplete(folder, content.journal, numbers);

  const wanted = new Set<number>();
  for (const number of numbers) {
    for (const record of goBackTargets(await readAll(files, join(folder, journalName(number)))))
      wanted.add(record);
  }
  const start = await loadContent(join(folder, "db.json"), collections, content);
  const replay = new LogReplay(start, content.record, content.link, wanted);
  const journals: Found[] = [];
  for (const number of numbers) {
    const path = join(folder, journalName(number));
    const bytes = await readAll(files, path);
    const size = await replay.journal(path, bytes);
    refuseAfterTorn(folder, journals, size);
    journals.push({ number, size, torn: bytes.length - size });
  }
  const { state, record, lastLink: link = NO_LINK, isEnded } = replay;
  const last = journals.at(-1) as Found;
  if (witnessed !== undefined && witnessed > record) {
    throw new StorageDamagedError(
      join(folder, journalName(last.number)),
      last.size,
      `it ends with record ${record}, but record ${witnessed} was on the disk when the file "lock" was written; ` +
        "if you restored older files on purpose, remove that file",
    );
  }
  return { state, journals, record, link, isEnded };
}

/**
 * Makes the recovered records durable before any answer: after the death of a process, its last record may be in the cache
 * of the system, but not on the disk.
 */
export async function makeDurable({ files, folder }: StorageFolder, { journals }: Recovered): Promise<void> {
  for (const { number } of journals) {
    const file = await files.open(join(folder, journalName(number)), "r+");
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  }
  await files.syncFolder(folder);
}

/** Truncates interrupted records and removes unused files. A start changes nothing on disk before it has succeeded. */
export async function tidy(
  { files, folder }: StorageFolder,
  { journals }: Recovered,
  report: (message: string) => void,
): Promise<void> {
  for (const { number, size, torn } of journals) {
    if (torn === 0) continue;
    const path = join(folder, journalName(number));
    await cut(files, path, size);
    report(
      `${path}: the last ${torn} bytes, from byte ${size} on, were removed. They are the beginning of a record: ` +
        "the process ended during a write, which was not acknowledged. " +
        "If the file was truncated since then, its last write is lost",
    );
  }
  await removeLeftovers(files, folder, (journals[0] as Found).number);
}

/** Removes older journals, an unfinished JSON file and what release 1.0 kept as a reserve. Errors are ignored: the next call tries again. */
export async function removeLeftovers(files: FileSystem, folder: string, first: number): Promise<void> {
  for (const name of await files.list(folder).catch(() => [])) {
    const number = journalNumber(name);
    const isOld = number !== undefined && number < first;
    if (isOld || name === "db.json.tmp" || name === "reserve")
      await files.remove(join(folder, name)).catch(() => {});
  }
}

async function cut(files: FileSystem, path: string, size: number): Promise<void> {
  const file = await files.open(path, "r+");
  try {
    await file.truncate(size);
    await file.sync();
  } finally {
    await file.close();
  }
}

function requireComplete(folder: string, first: number, numbers: readonly number[]): void {
  const missing = numbers.length === 0 ? 0 : numbers.findIndex((number, at) => number !== first + at);
  if (missing === -1) return;
  throw new StorageDamagedError(join(folder, journalName(first + missing)), 0, "it is missing");
}

/** A later journal is used only when all records of the one before are durable: only empty ones may follow a torn one. */
function refuseAfterTorn(folder: string, before: readonly Found[], size: number): void {
  const torn = before.find((one) => one.torn > 0);
  if (!torn || size === 0) return;
  throw new StorageDamagedError(
    join(folder, journalName(torn.number)),
    torn.size,
    "a later journal follows a damaged record",
  );
}

async function loadContent(
  path: string,
  collections: Collections,
  content: CheckpointContent,
): Promise<State> {
  const tables = new Map<CollectionName, Table>();
  for (const name of collectionNamesOf(collections)) {
    const docs = [...(content.collections[name] ?? [])];
    const table = await Table.of(name, collectionDef(collections, name), docs);
    tables.set(name, table ?? (await tableByPuts(path, name, collectionDef(collections, name), docs)));
  }
  return State.empty(collections).with(tables, new Map(Object.entries(content.sequences)));
}

/** Throws StorageDamagedError for the first document that put() refuses. */
async function tableByPuts(path: string, name: CollectionName, def: CollectionDef, docs: readonly Doc[]) {
  const table = Table.empty(name, def);
  for (const [count, doc] of docs.entries()) {
    try {
      table.put(doc);
    } catch (error) {
      const what = `${name} ${JSON.stringify(doc.id)}: ${error instanceof Error ? error.message : String(error)}`;
      throw new StorageDamagedError(path, 0, what, { cause: error });
    }
    if (count % 5_000 === 0) await setImmediate();
  }
  return table;
}

async function readAll(files: FileSystem, path: string): Promise<Buffer> {
  const file = await files.open(path, "r");
  try {
    return await file.read(0, await file.size());
  } finally {
    await file.close();
  }
}
