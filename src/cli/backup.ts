/** `backup`, and `restore` of a backup: copies a shop between a storage and a file, in the format of `export`. */
import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { InvalidArgumentError, type Command } from "commander";
import { hasFiles } from "../shop/data/collections.js";
import { readSettings, type ShopSettings } from "../shop/settings.js";
import { openStorage, StartError } from "./bootstrap.js";
import { CommandError, Connection } from "./connection.js";
import { type Owner, withServer } from "./exec.js";
import { copyFolder } from "./folder-copy.js";
import { print, type Output } from "./output.js";
import { countText, Progress, sizeText } from "./progress.js";
import { requestState, uploadState, withProgress } from "./state-transfer.js";
import { countDocuments, documentsTable, type DocumentCounts, type StateFile } from "./state-file.js";

const form = /^shop-\d{8}T\d{6}Z\.jsonl\.gz$/;

/** The contents of a backup file, as read back. */
interface BackupContents extends StateFile {
  /** How many images and files of downloadable products have no content in the backup. */
  readonly images_without_file: number;
}

export function addBackup(program: Command, write: Output["write"]): void {
  program
    .command("backup <folder>")
    .description(
      "Write the shop of a storage to a new file in a folder, read it back, and delete the oldest files beyond --keep. " +
        "The server may run meanwhile.",
    )
    .option(
      "--storage <address>",
      "file:<folder> or postgres://…; default STORE_API_STORAGE, else file:./data",
    )
    .option("--keep <count>", "number of backups to keep in the folder", countOf, 14)
    .option("--json", "print JSON instead of tables")
    .addHelpText(
      "after",
      "\nEvery night, by cron: 15 2 * * * store-api backup /backup --storage file:/var/lib/store-api --keep 30\n" +
        "\nExamples:\n  store-api backup /backup --storage postgres://store:secret@db/shop\n" +
        "  store-api restore /backup --drill\n",
    )
    .action(async (folder: string, { storage, keep, json = false }: BackupOptions) => {
      const output = { json, write };
      const { file, contents, deleted } = await backup(folder, placeOf(storage), keep, new Progress(!json));
      printContents(output, `The shop was saved to ${file}`, { file, ...contents, deleted });
    });
}

interface BackupOptions {
  readonly storage?: string;
  readonly keep: number;
  readonly json?: boolean;
}

function countOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number from 1.");
}

async function backup(folder: string, place: StoragePlace, keep: number, progress: Progress) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `shop-${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}.jsonl.gz`;
  const part = join(folder, `${name}.part`);
  const file = join(folder, name);
  try {
    await withCopy(folder, place, (storage) =>
      withPrivateServer(storage, async (server) => {
        const chunks = withProgress(await requestState(server), progress);
        await pipeline(chunks, createGzip(), createWriteStream(part, { flags: "wx", mode: 0o600 }));
      }),
    );
    const contents = await contentsOf(part);
    await syncFile(part);
    await rename(part, file);
    await syncFile(folder);
    progress.end();
    return { file, contents, deleted: await deleteOldest(folder, keep) };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Runs `work` with a storage to read: a copy of a data folder, which a running server may have locked, or the database. */
async function withCopy(
  beside: string,
  { address, settings }: StoragePlace,
  work: (storage: string) => Promise<void>,
): Promise<void> {
  const { storage } = settings;
  if (storage.kind === "memory") throw new CommandError(2, "--storage memory: has no data to back up");
  if (storage.kind === "postgres") {
    if (await isEmpty(settings)) throw new CommandError(1, "there is no shop in this storage");
    return work(address);
  }
  const copy = await mkdtemp(join(beside, ".copy-"));
  try {
    await copyFolder(storage.folder, copy);
    await work(`file:${copy}`);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function isEmpty(settings: ShopSettings): Promise<boolean> {
  try {
    const storage = await openStorage(settings, () => {});
    try {
      return await storage.isEmpty();
    } finally {
      await storage.close();
    }
  } catch (error) {
    if (error instanceof StartError) throw new CommandError(1, error.message);
    throw error;
  }
}

/** Runs `work` with a temporary server on the storage, protected by a random token. */
async function withPrivateServer<R>(
  storage: string,
  work: (server: Connection) => Promise<R>,
  owner?: Owner,
): Promise<R> {
  const token = randomBytes(24).toString("hex");
  const { PATH, HOME, TMPDIR, STORE_API_CUSTOMER_ATTRIBUTES } = process.env;
  // The folders of root are closed to others.
  const ofUser = owner ? {} : { HOME, TMPDIR };
  const env = { PATH, ...ofUser, STORE_API_CUSTOMER_ATTRIBUTES, ...connectionVariables() };
  const settings = [
    ...["--no-env-file", "--host", "127.0.0.1", "--control", "on", "--dataset", "minimal"],
    // These limits protect a server from its callers; here, the only caller is this process.
    ...["--state-max-bytes", "0", "--request-timeout-seconds", "3600"],
  ];
  return withServer(
    settings,
    { ...env, STORE_API_STORAGE: storage, STORE_API_CONTROL_TOKEN: token },
    (url) => work(new Connection({ url, token }, {})),
    { isQuiet: true, owner },
  );
}

/** Reads a backup to its end. Throws `StateProblems` if it is damaged. */
async function contentsOf(file: string): Promise<BackupContents> {
  let documents: DocumentCounts = {};
  let without = 0;
  const gunzip = createGunzip();
  const reading = pipeline(createReadStream(file), gunzip, async (chunks) => {
    documents = await countDocuments(chunks as AsyncIterable<Uint8Array>, (collection, doc) => {
      if (hasFiles(collection) && (doc as { content?: unknown }).content === undefined) without += 1;
    });
  });
  await reading.catch((error: Error) => {
    throw new CommandError(1, `${file} is incomplete or damaged: ${error.message}`);
  });
  return { bytes: (await stat(file)).size, documents, images_without_file: without };
}

async function deleteOldest(folder: string, keep: number): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => form.test(name)).sort();
  const old = names.slice(0, Math.max(0, names.length - keep)).map((name) => join(folder, name));
  for (const file of old) await rm(file);
  return old;
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export interface BackupRestoreOptions {
  readonly storage?: string;
  readonly drill?: true;
  readonly yes?: true;
}

/** Restores a backup, or the newest one in a folder, into a storage; a drill restores it into memory and compares. */
export async function restoreBackup(
  path: string,
  options: BackupRestoreOptions,
  output: Output,
): Promise<void> {
  const file = await newestOf(path);
  const contents = await contentsOf(file);
  const progress = new Progress(!output.json);
  if (options.drill) {
    const found = await withPrivateServer("memory:", async (server) => {
      await uploadState(server, file, progress);
      return countDocuments(await requestState(server));
    });
    const differing = Object.entries(contents.documents).filter(
      ([name, count]) => name !== "sessions" && (found[name] ?? 0) !== count,
    );
    if (differing.length > 0)
      throw new CommandError(
        1,
        `the restored shop differs from ${file} in the numbers of ${differing.map(([name]) => name).join(", ")}`,
      );
    return printContents(output, `${file} was restored in memory and can be used`, { file, ...contents });
  }
  const { address, settings } = placeOf(options.storage);
  const { storage } = settings;
  if (storage.kind === "memory")
    throw new CommandError(2, "--storage memory: is lost when the command ends: use --drill");
  const owner = storage.kind === "file" ? await ownerOf(storage.folder) : undefined;
  if (!(await asOwner(owner, () => isEmpty(settings))) && !options.yes)
    throw new CommandError(2, "there is a shop in this storage; add --yes to replace all of it");
  const place = storage.kind === "file" ? `file:${resolve(storage.folder)}` : address;
  await withPrivateServer(place, (server) => uploadState(server, file, progress), owner);
  const hint = storage.kind === "postgres" ? ofRunningServers : "";
  printContents(output, `The shop was restored from ${file}`, { file, ...contents }, hint);
}

const ofRunningServers =
  "Servers that run on this database now serve the restored shop; data that they stored during the restore is lost.\n";

/** The owner of a folder, if this process is root and the folder is another user's: its files must be that user's too. */
async function ownerOf(folder: string): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const found = await stat(folder).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

/** Runs `work` with the rights of the owner. */
async function asOwner<R>(owner: Owner | undefined, work: () => Promise<R>): Promise<R> {
  if (!owner) return work();
  process.setegid?.(owner.gid);
  process.seteuid?.(owner.uid);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

async function newestOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new CommandError(2, `${path} is not there`);
  if (!found.isDirectory()) return path;
  const newest = (await readdir(path))
    .filter((name) => form.test(name))
    .sort()
    .at(-1);
  if (newest === undefined) throw new CommandError(2, `${path} contains no backup (shop-….jsonl.gz)`);
  return join(path, newest);
}

interface StoragePlace {
  /** As in the setting STORE_API_STORAGE. */
  readonly address: string;
  readonly settings: ShopSettings;
}

/** What the connection to a database needs besides its address. */
function connectionVariables() {
  const { STORE_API_STORAGE_PASSWORD_FILE, STORE_API_STORAGE_CA_FILE } = process.env;
  return { STORE_API_STORAGE_PASSWORD_FILE, STORE_API_STORAGE_CA_FILE };
}

function placeOf(storage = process.env.STORE_API_STORAGE ?? "file:./data"): StoragePlace {
  const settings = readSettings(["--storage", storage], connectionVariables(), "");
  if ("problems" in settings) throw new CommandError(2, settings.problems.join("\n"));
  return { address: storage, settings };
}

function printContents(
  output: Output,
  text: string,
  value: BackupContents & { readonly file: string; readonly deleted?: readonly string[] },
  hint = "",
): void {
  const missing = value.images_without_file;
  const warning = missing > 0 ? `${countText(missing)} images or other files are missing in the shop.\n` : "";
  print(
    output,
    value,
    `${text}: ${sizeText(value.bytes)}, complete.\n${hint}${warning}${documentsTable(value.documents)}`,
  );
}
