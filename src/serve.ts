/** The server as a process: settings, storage, server, and a stop that loses nothing. */
import { readFileSync, statSync } from "node:fs";
import { Secrets } from "./engine/access/secrets.js";
import { userByName } from "./engine/access/users.js";
import { onStopRequest } from "./cli/stop-requests.js";
import { AdjustableClock } from "./engine/clock.js";
import { type ShopSettings, readSettings } from "./shop/settings.js";
import { readsEnvFile, wantedText } from "./engine/config/flags.js";
import { defaultApiKey } from "./engine/config/serving-settings.js";
import { exitCodes, type ExitReason } from "./engine/config/exit-codes.js";
import { helpText } from "./cli/help.js";
import { openLog, type OpenLog } from "./engine/log/log.js";
import {
  datasetFailure,
  listenFailure,
  openMediaFiles,
  readTls,
  loadExtension,
  loadTelemetry,
  openStorage,
  publicPasswordWarning,
  requireOwnKeys,
  requireSharableAccounts,
  checkStart,
  startDocument,
  requireUsableAttributes,
  startRecords,
  StartError,
} from "./cli/bootstrap.js";
import { packageVersion } from "./engine/config/package.js";
import { createStoreServer, type ApplicationServer, type StoreServerParts } from "./store-server.js";
import type { Storage, Version } from "./engine/storage/storage.js";
import { welcomeText } from "./cli/welcome.js";
import { messageOf } from "./engine/values/messages.js";

/** A stop that takes longer is given up; whatever was acknowledged is on disk anyway. */
const stopWithinMs = 4_500;

/** What an exit that is not waited for leaves the disk to answer. */
const lastCallsMs = 400;

/** npm and the terminal both pass Ctrl+C on, so two signals in a row may be one. */
const sameSignalMs = 500;

const tell = (line: string) => void process.stderr.write(`${line}\n`);

/** Starts the server, or prints what `--help` or `--version` asks for. */
export async function startProcess(argv: readonly string[]): Promise<void> {
  try {
    await start(argv);
  } catch (error) {
    if (error instanceof StartError) end(error.reason, error.message);
    tell(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exit(exitCodes.failed.code);
  }
}

async function start(argv: readonly string[]): Promise<void> {
  const wanted = wantedText(argv);
  if (wanted) {
    process.stdout.write(wanted === "help" ? helpText() : `${packageVersion()}\n`);
    return;
  }
  const settings = readSettings(
    argv,
    process.env,
    readsEnvFile(argv) ? dotEnvText() : "",
    process.stderr.isTTY,
  );
  if ("problems" in settings) throw new StartError("setting", settings.problems.join("\n"));

  const extension = await loadExtension(settings);
  const opened = await openLog(settings);
  endWithLog(opened);
  const storage = await openStorage(settings, tell);
  try {
    await requireSharableAccounts(settings, storage);
    requireUsableAttributes(settings);
    const secrets = new Secrets();
    if (settings.production) await requireOwnKeys(storage, secrets);
    await serve(settings, { storage, secrets, extension }, opened);
  } catch (error) {
    await storage.close().catch(() => {});
    throw error;
  }
}

interface Opened {
  readonly storage: Storage;
  readonly secrets: Secrets;
  readonly extension: StoreServerParts["extension"];
}

async function serve(
  settings: ShopSettings,
  { storage, secrets, extension }: Opened,
  { log, flush }: OpenLog,
): Promise<void> {
  const document = startDocument(settings);
  const checkLoaded = (state: Version) => checkStart(settings, secrets, state);
  const startDataset = () => startRecords(settings, tell);
  const server = createStoreServer({
    settings,
    storage,
    log,
    secrets,
    extension,
    clock: new AdjustableClock(),
    startDataset,
    ...(document ? { startDocument: document, checkStart: checkLoaded } : {}),
    mediaFiles: openMediaFiles(settings),
    tls: readTls(settings),
    telemetry: await loadTelemetry(settings),
  });
  await server.listener.listen().catch((error: NodeJS.ErrnoException) => {
    throw listenFailure(settings, error);
  });
  stopOnRequest(settings, { server, storage, flush });
  const dataset = await server.prepare().catch(async (error: unknown) => {
    await server.close();
    throw datasetFailure(settings.dataset, error);
  });
  const knowsUser = dataset === "loaded" || (await hasUser(settings, storage, secrets));
  const isSampleKey = settings.apiKey === defaultApiKey;
  const address = server.listener.address;
  process.stdout.write(welcomeText({ settings, address, dataset, knowsUser, isSampleKey }));
  const warning = settings.production ? await publicPasswordWarning(storage) : undefined;
  if (warning !== undefined) tell(warning);
}

/** Does the data hold the user of the settings, with that key? */
async function hasUser(
  { apiUser, apiKey }: ShopSettings,
  storage: Storage,
  secrets: Secrets,
): Promise<boolean> {
  const user = await storage.read((tx) => userByName(tx, apiUser));
  return secrets.verify(apiKey, user?.key_hash);
}

interface Stoppable {
  readonly server: ApplicationServer;
  readonly storage: Storage;
  readonly flush: () => Promise<void>;
}

/** The first request stops gracefully, a second one at once. */
function stopOnRequest({ stopWithParent }: ShopSettings, { server, storage, flush }: Stoppable): void {
  let stoppingSince: number | undefined;
  const stopGracefully = async () => {
    const limit = setTimeout(() => endAtOnce("The stop took too long and was given up."), stopWithinMs);
    await server.close();
    await storage.close();
    await flush();
    clearTimeout(limit);
    process.exit(exitCodes.stopped.code);
  };
  const stop = (isParentGone: boolean) => {
    if (stoppingSince === undefined) {
      stoppingSince = performance.now();
      if (!isParentGone) tell("Stopping: answering what is under way…");
      stopGracefully().catch((error: unknown) => end("failed", messageOf(error)));
    } else if (performance.now() - stoppingSince > sameSignalMs) {
      endAtOnce("Stopped at once.");
    }
  };
  onStopRequest({ stopWithParent, stop });
}

/** process.exit() waits for the calls to the disk that are under way, and so for ever when a disk hangs. */
function endAtOnce(message: string): void {
  tell(`store-api: ${message}`);
  const since = performance.now();
  const look = () => {
    const waits = process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq"));
    if (!waits) process.exit(exitCodes.failed.code);
    if (performance.now() - since < lastCallsMs) setTimeout(look, 20);
    else process.kill(process.pid, "SIGKILL");
  };
  look();
}

/** An error that nobody caught is logged before the process ends by it. */
function endWithLog({ log, flushSync }: OpenLog): void {
  process.on("exit", flushSync);
  const fatal = (error: unknown) => {
    log.fatal({ err: error }, "the process ends: nobody caught this error");
    process.exit(exitCodes.failed.code);
  };
  process.on("uncaughtException", fatal);
  process.on("unhandledRejection", fatal);
}

function dotEnvText(): string {
  try {
    const found = statSync(".env", { throwIfNoEntry: false });
    // Virtual environments of Python are often folders of this name.
    return found === undefined || found.isDirectory() ? "" : readFileSync(".env", "utf8");
  } catch (error) {
    throw new StartError("setting", `.env cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

function end(reason: ExitReason, message: string): never {
  for (const line of message.split("\n")) tell(`store-api: ${line}`);
  process.exit(exitCodes[reason].code);
}
