/** Opens the storage and prepares the dataset according to the settings; every failure is explained in one line. */
import { readFileSync } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { createSecureContext } from "node:tls";
import { addons } from "../addons.js";
import type { ExitReason } from "../engine/config/exit-codes.js";
import type { ShopSettings } from "../shop/settings.js";
import type { Contract } from "../engine/contract/contract.js";
import { faultTextProblems, type FaultTexts } from "../engine/contract/fault-texts.js";
import type { ChapterGiven, Extension } from "../engine/extension/extension.js";
import type { Secrets } from "../engine/access/secrets.js";
import { defaultApiKey } from "../engine/config/table.js";
import { chaptersAt, isChapterError, shopExtension } from "./chapters.js";
import { sharingProblem } from "../shop/customers/accounts/accounts.js";
import { customAttributes } from "../shop/customers/accounts/custom-attributes.js";
import { shopContract } from "../shop/contract.js";
import { DatasetError, formatOfFile, readDatasetFile } from "../shop/states/dataset-file.js";
import { readDatasetText } from "../shop/states/document-text.js";
import { NewerDataError } from "../shop/states/migrations/migrations.js";
import { maxDocumentBytes } from "../engine/states/forms.js";
import { maxProblems, StateProblems, type StateProblem } from "../engine/states/problem.js";
import { samplePasswordHash } from "../shop/states/sample/password.js";
import type { ApiUserDoc } from "../engine/access/access-rows.js";
import { shopDirectory } from "../shop/stores/directory.js";
import { DiskFiles } from "../shop/media/disk-files.js";
import type { MediaFiles } from "../engine/files/media-files.js";
import { MemoryFiles } from "../engine/files/memory-files.js";
import type { Telemetry } from "../engine/serving/telemetry.js";
import { openFileStorage } from "../engine/storage/file.js";
import { isFull } from "../engine/storage/files.js";
import { MemoryStorage } from "../engine/storage/memory.js";
import {
  StorageDamagedError,
  StorageError,
  StorageInUseError,
  StorageNewerError,
  StorageSettingError,
  StorageUnusableError,
  type Storage,
  type Version,
} from "../engine/storage/storage.js";
import { messageOf } from "../engine/values/messages.js";
import type { FaultRequest } from "../testing/faults/fault-rules.js";
import { ruleListProblems } from "../testing/faults/rule-list.js";
import { collections } from "../shop/data/collections.js";

/** The start has failed: the message for the user, and the reason, which gives the exit code. */
export class StartError extends Error {
  constructor(
    readonly reason: ExitReason,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** Prints a line of progress. */
type ReportLine = (line: string) => void;

/**
 * Loads the chapters that the settings and the dataset name; undefined if there are none. A dataset may come from a
 * person who is not allowed to run code here, so the handlers of its chapters are run only with ALLOW_HANDLERS (D-153).
 * @param further chapters, as objects or paths
 * @param ofContent the paths that a dataset given as an object names
 */
export async function loadExtension(
  { extend, dataset, allowHandlers }: ShopSettings,
  further: readonly ChapterGiven[] = [],
  ofContent: readonly string[] = [],
): Promise<Extension | undefined> {
  const isPath = (one: ChapterGiven) => typeof one === "string";
  const byHand = new Set(
    [...extend, ...further.filter(isPath)].flatMap(chaptersAt).map((path) => resolve(path)),
  );
  const ofFile = await chaptersOfDataset(dataset, byHand);
  const ofData = [...ofFile, ...ofContent.flatMap(chaptersAt)]
    .map((path) => resolve(path))
    .filter((path) => !byHand.has(path));
  // Relative paths are easier to recognize in messages.
  const chapters = [
    ...[...new Set([...byHand, ...ofData])].map(shortest),
    ...further.filter((one) => !isPath(one)),
  ];
  const withoutCode = new Set(allowHandlers ? [] : ofData.map(shortest));
  return shopExtension(chapters, withoutCode).catch((error: unknown) => {
    throw isChapterError(error) ? new StartError("setting", error.message, error) : error;
  });
}

function shortest(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith("..") ? path : fromHere;
}

/**
 * The chapters of a dataset file; their paths are relative to it and do not lead out of its folder, unless they are also given
 * by hand. Errors in the file are reported when it is loaded.
 */
async function chaptersOfDataset(dataset: string, byHand: ReadonlySet<string>): Promise<string[]> {
  if (dataset === "sample" || dataset === "minimal") return [];
  const found = await stat(dataset).catch(() => undefined);
  // Longer files are exports, which name no chapters.
  if (!found?.isFile() || found.size > maxDocumentBytes) return [];
  const text = await readFile(dataset, "utf8").catch(() => "");
  if (!/^\s*["']?extend["']?\s*:|[{,]\s*["']?extend["']?\s*:/m.test(text)) return [];
  const { extend = [] } = await readDatasetFile(dataset).catch(() => ({ extend: [] as string[] }));
  const folder = dirname(dataset);
  const chapters = extend.flatMap((path, index) =>
    chaptersAt(join(folder, path)).map((file) => ({ file, index })),
  );
  for (const { file, index } of chapters) {
    if (byHand.has(resolve(file)) || (await isWithin(folder, file))) continue;
    throw new StartError(
      "setting",
      `${dataset}: extend[${index}]: ${extend[index]} is outside of the folder of the dataset file; load the chapter with --extend`,
    );
  }
  return chapters.map(({ file }) => file);
}

/** Symbolic links are resolved first, so that they cannot lead out of the folder. */
async function isWithin(folder: string, path: string): Promise<boolean> {
  const real = await realpath(path).catch(() => undefined);
  const way = real === undefined ? relative(folder, path) : relative(await realpath(folder), real);
  return way !== "" && way.split(sep)[0] !== ".." && !isAbsolute(way);
}

/** Undefined unless the settings ask for it. */
export async function loadTelemetry({ telemetry }: ShopSettings): Promise<Telemetry | undefined> {
  if (telemetry === "off") return undefined;
  try {
    return await (await addons.telemetry?.())?.loadTelemetry();
  } catch (error) {
    const what =
      "TELEMETRY=opentelemetry needs the package @opentelemetry/api: npm install @opentelemetry/api";
    throw new StartError("setting", `${what} (${messageOf(error)})`, error);
  }
}

export async function openStorage(settings: ShopSettings, report: ReportLine): Promise<Storage> {
  const { storage, storagePasswordFile: passwordFile, storageCaFile: caFile } = settings;
  try {
    switch (storage.kind) {
      case "memory":
        return new MemoryStorage({ collections });
      case "file": {
        const { folder } = storage;
        const progress = readingProgress(folder, report);
        return await openFileStorage({ collections, folder, report, progress });
      }
      case "postgres": {
        const load = addons.storages[storage.kind];
        if (!load)
          throw new StartError("setting", `this program has no add-on for STORAGE ${storage.kind}:…`);
        return await (await load()).open({ address: storage.address, passwordFile, caFile, collections });
      }
    }
  } catch (error) {
    const [reason] = failures.find(([, types]) => types.some((type) => error instanceof type)) ?? [];
    if (reason) throw new StartError(reason, messageOf(error), error);
    if (storage.kind !== "file") throw error;
    const what = `The data folder ${storage.folder} cannot be used: ${messageOf(error)}${remedyOf(error)}`;
    throw new StartError("damaged", what, error);
  }
}

/** Errors of storages whose messages need no addition. */
const failures = [
  ["setting", [StorageSettingError]],
  ["inUse", [StorageInUseError]],
  ["damaged", [StorageDamagedError, StorageNewerError, StorageUnusableError]],
] as const;

/** A line per second, the first one after a second. */
function readingProgress(folder: string, report: ReportLine) {
  let next = performance.now() + 1000;
  return (done: number, total: number) => {
    if (performance.now() < next) return;
    next = performance.now() + 1000;
    report(`Reading ${folder}: ${Math.round((100 * done) / Math.max(total, 1))} %`);
  };
}

function remedyOf(error: unknown): string {
  if (isFull(error)) return "; make room, then start again";
  if ((error as NodeJS.ErrnoException).code !== "EACCES") return "";
  const user = process.getuid?.();
  return `; let the user of this process${user === undefined ? "" : ` (${user})`} write there, for example by chown`;
}

/** Throws a `StartError` if accounts are to be shared by all websites and the data do not allow it (customers 1.3). */
export async function requireSharableAccounts(
  { customerShareScope }: ShopSettings,
  storage: Storage,
): Promise<void> {
  const problem = customerShareScope === "global" ? await sharingProblem(storage) : undefined;
  if (problem === undefined) return;
  throw new StartError(
    "setting",
    `STORE_API_CUSTOMER_SHARE_SCOPE=global is not possible: ${problem}; ` +
      "start with STORE_API_CUSTOMER_SHARE_SCOPE=website, change or delete one of them, then start again",
  );
}

/** Throws a `StartError` if the setting names invalid customer attributes (customers 7.4). */
export function requireUsableAttributes({ customerAttributes: own }: ShopSettings): void {
  try {
    customAttributes(own, undefined);
  } catch (error) {
    throw new StartError("setting", `STORE_API_CUSTOMER_ATTRIBUTES: ${messageOf(error)}`, error);
  }
}

/** Throws a `StartError` if an API user in the data has the public default key; called in production. */
export async function requireOwnKeys(storage: Storage, secrets: Secrets): Promise<void> {
  const users = await storage.read((tx) => tx.find("api_users"));
  const exposed = await exposedUser(users, secrets);
  if (exposed === undefined) return;
  throw new StartError(
    "setting",
    `The API user ${JSON.stringify(exposed)} in the data has the public default key, which NODE_ENV=production refuses; ` +
      "start without NODE_ENV=production and give the user a key of your own (POST /control/users), then start again",
  );
}

/** The warning if customers have the public password of the sample shop; called in production. */
export async function publicPasswordWarning(storage: Storage): Promise<string | undefined> {
  // A hash of another cost has the same salt.
  const salt = samplePasswordHash.split("$").at(-2);
  const hasIt = { path: "password_hash", op: "like", value: `%$${salt}$%` } as const;
  const exposed = await storage.read((tx) => tx.find("customers", { where: [hasIt], limit: 1 }));
  return exposed.length === 0
    ? undefined
    : "Warning: customers of the sample shop have a publicly known password; change it or delete them";
}

/** The name of a user whose key is the default one. */
async function exposedUser(users: readonly ApiUserDoc[], secrets: Secrets): Promise<string | undefined> {
  for (const { username, key_hash } of users) {
    if (await secrets.verify(defaultApiKey, key_hash)) return username;
  }
  return undefined;
}

/** Reads and checks certificate and key; undefined for plain HTTP. */
export function readTls({ tlsCert, tlsKey }: ShopSettings): { cert: string; key: string } | undefined {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  try {
    const tls = { cert: readFileSync(tlsCert, "utf8"), key: readFileSync(tlsKey, "utf8") };
    createSecureContext(tls);
    return tls;
  } catch (error) {
    throw new StartError(
      "setting",
      `STORE_API_TLS_CERT and STORE_API_TLS_KEY cannot be used: ${messageOf(error)}`,
      error,
    );
  }
}

/**
 * Reads the file that FAULT_TEXTS names; undefined without one. Throws a `StartError`.
 * @param contract with the chapters, whose faults have texts, too
 */
export async function readFaultTexts(
  { faultTexts: path }: ShopSettings,
  contract: Contract = shopContract,
): Promise<FaultTexts | undefined> {
  if (path === undefined) return undefined;
  const texts = await readSettingFile("STORE_API_FAULT_TEXTS", path);
  refuseFile("STORE_API_FAULT_TEXTS", path, [...faultTextProblems(contract, texts, "")]);
  return texts as FaultTexts;
}

/**
 * Reads the rules in the file that RULES names; undefined without one. Throws a `StartError`.
 * @param contract with the chapters, whose operations have rules, too
 */
export async function readRules(
  { rules: path, control, namespaces }: ShopSettings,
  contract: Contract = shopContract,
): Promise<readonly FaultRequest[] | undefined> {
  if (path === undefined) return undefined;
  if (!control)
    throw new StartError(
      "setting",
      "STORE_API_RULES needs the test control, which is off; leave RULES out, or set STORE_API_CONTROL=on",
    );
  const rules = await readSettingFile("STORE_API_RULES", path);
  refuseFile("STORE_API_RULES", path, await ruleListProblems(contract, namespaces, { rules, place: "" }));
  return rules as readonly FaultRequest[];
}

/** Reads a file of JSON or YAML that a setting names. Throws a `StartError`. */
async function readSettingFile(variable: string, path: string): Promise<unknown> {
  try {
    const bytes = await readFile(path).catch((error: unknown) => {
      throw new Error(`cannot be read (${messageOf(error)})`, { cause: error });
    });
    const format = formatOfFile(path, bytes);
    return await readDatasetText(Readable.from([bytes]), format === "yaml" ? "yaml" : "json");
  } catch (error) {
    throw new StartError("setting", `${variable}: ${path}: ${messageOf(error)}`, error);
  }
}

function refuseFile(variable: string, path: string, problems: readonly StateProblem[]): void {
  if (problems.length === 0) return;
  const lines = problems
    .slice(0, maxProblems)
    .map(({ place, message }) => `${variable}: ${path}: ${place === "" ? message : `${place} ${message}`}`);
  throw new StartError("setting", lines.join("\n"));
}

/** Product images are stored beside the data. Call it after opening the storage, whose lock also protects them. */
export function openMediaFiles({ storage }: ShopSettings): MediaFiles {
  return storage.kind === "file" ? new DiskFiles(storage.folder) : new MemoryFiles();
}

/** Returns a reader of the dataset file that DATASET names; undefined for a built-in dataset. It throws `DatasetError`. */
export function startDocument({ dataset }: ShopSettings) {
  if (dataset === "sample" || dataset === "minimal") return undefined;
  return async () => {
    const { extend: _, ...document } = await readDatasetFile(dataset);
    return { document, file: dataset };
  };
}

/** Throws if the settings do not allow the state; called before anything is stored. */
export async function checkStart(
  { customerShareScope, customerAttributes: own, production }: ShopSettings,
  secrets: Secrets,
  state: Version,
): Promise<void> {
  const storage = new MemoryStorage({ version: state });
  const { doc } = await storage.read(shopDirectory);
  customAttributes(own, doc.customer_attributes);
  const problem = customerShareScope === "global" ? await sharingProblem(storage) : undefined;
  if (problem !== undefined)
    throw new Error(
      `${problem}, which STORE_API_CUSTOMER_SHARE_SCOPE=global does not allow; change one in the file`,
    );
  const users = production ? await storage.read((tx) => tx.find("api_users")) : [];
  const exposed = await exposedUser(users, secrets);
  if (exposed !== undefined)
    throw new Error(
      `its API user ${JSON.stringify(exposed)} has the public default key, which NODE_ENV=production refuses`,
    );
}

/** Explains why the dataset could not be loaded. */
export function datasetFailure(dataset: string, error: unknown): StartError {
  if (error instanceof NewerDataError)
    return new StartError("damaged", `The data cannot be used: ${error.message}.`, error);
  if (error instanceof DatasetError) return new StartError("dataset", error.message, error);
  if (error instanceof StateProblems) {
    const lines = error.problems.map(
      ({ place, message }) => `${dataset}: ${place === "" ? "" : `${place}: `}${message}`,
    );
    return new StartError("dataset", lines.join("\n"), error);
  }
  const reason = error instanceof StorageError ? "damaged" : "dataset";
  return new StartError(reason, `The dataset ${dataset} cannot be loaded: ${messageOf(error)}`, error);
}

/** Explains why the server could not listen on the address. */
export function listenFailure({ host, port }: ShopSettings, error: NodeJS.ErrnoException): StartError {
  return new StartError("listen", listenMessage(host, port, error), error);
}

function listenMessage(host: string, port: number, error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `Port ${port} of ${host} is taken; stop what uses it, or choose another by --port (0 = any free)`;
    case "EACCES":
      return `Port ${port} needs rights that this user does not have; choose one above 1023 with --port`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `STORE_API_HOST ${host} is not an address of this machine; 127.0.0.1 and 0.0.0.0 always are`;
    default:
      return `${host}:${port} cannot be listened on: ${messageOf(error)}`;
  }
}
