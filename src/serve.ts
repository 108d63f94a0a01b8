/**
 * Runs the server as a process: reads the settings, opens the storage, starts the server, and stops it without data
 * loss.
 */
import { readFileSync, statSync } from "node:fs";
import { Secrets } from "./engine/access/secrets.js";
import { userByName } from "./engine/access/users.js";
import { onStopRequest } from "./cli/stop-requests.js";
import { AdjustableClock } from "./engine/clock.js";
import { type ShopSettings, readSettings } from "./shop/settings.js";
import { readsEnvFile, wantedText } from "./engine/config/flags.js";
import { defaultApiKey } from "./engine/config/table.js";
import { exitCodes, type ExitReason } from "./engine/config/exit-codes.js";
import { helpText } from "./cli/help.js";
import { currentRun, placeIn } from "./engine/extension/handler-runs.js";
import type { HeldWarnings } from "./engine/log/held-warnings.js";
import { openLog, type OpenLog, processLine } from "./engine/log/log.js";
import {
  datasetFailure,
  listenFailure,
  openMediaFiles,
  readFaultTexts,
  readRules,
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
  StartError,
} from "./cli/bootstrap.js";
import { packageVersion } from "./engine/config/package.js";
import { prepareControl } from "./testing/control/validation.js";
import { createStoreServer, type ApplicationServer, type StoreServerParts } from "./store-server.js";
import type { Storage } from "./engine/storage/storage.js";
import { welcomeLine, welcomeText } from "./cli/welcome.js";
import { messageOf } from "./engine/values/messages.js";

/** Timeout of a graceful stop. Acknowledged writes are on disk in any case. */
const stopWithinMs = 4_500;

/** The timeout is counted in steps, so that a process that got no processor time does not take the wait for its own work. */
const stopStepMs = 100;

/** How long an immediate stop waits for file operations in progress. */
const lastCallsMs = 400;

/** Two signals within this time count as one: npm and the terminal both forward Ctrl+C. */
const sameSignalMs = 500;

/** Whether every line that the process writes must be JSON. */
let isJson = false;

/** Writes a message of the process itself. */
function tell(line: string, level: "info" | "warn" | "fatal" = "info"): void {
  process.stderr.write(isJson ? processLine(level, line) : `${line}\n`);
}

/** Starts the server, or prints the text for `--help` or `--version`. */
export async function startProcess(argv: readonly string[], warnings: HeldWarnings): Promise<void> {
  try {
    await start(argv, warnings);
  } catch (error) {
    if (error instanceof StartError) end(error.reason, error.message);
    tell(error instanceof Error ? (error.stack ?? error.message) : String(error), "fatal");
    process.exit(exitCodes.failed.code);
  }
}

async function start(argv: readonly string[], warnings: HeldWarnings): Promise<void> {
  const wanted = wantedText(argv);
  if (wanted) {
    process.stdout.write(wanted === "help" ? helpText() : `${packageVersion()}\n`);
    return;
  }
  const read = (dotEnv: string, terminal: boolean) => readSettings(argv, process.env, dotEnv, terminal);
  // On a terminal it is JSON only if somebody asked for it.
  const asksForJson = (dotEnv: string) => read(dotEnv, true).logFormat === "json";
  // Read twice: the file itself may be a problem to report.
  isJson = asksForJson("");
  const dotEnv = readsEnvFile(argv) ? dotEnvText() : "";
  isJson = asksForJson(dotEnv);
  warnings.release(isJson ? ({ name, message }) => tell(`${name}: ${message}`, "warn") : undefined);
  const settings = read(dotEnv, process.stderr.isTTY);
  if ("problems" in settings) throw new StartError("setting", settings.problems.join("\n"));

  const extension = await loadExtension(settings);
  const faultTexts = await readFaultTexts(settings, extension?.contract);
  const rules = await readRules(settings, extension?.contract);
  const opened = await openLog(settings);
  endWithLog(opened);
  const storage = await openStorage(settings, (line) => tell(line));
  try {
    await requireSharableAccounts(settings, storage);
    requireUsableAttributes(settings);
    const secrets = Secrets.by(settings);
    if (settings.production) await requireOwnKeys(storage, secrets);
    await serve(settings, { storage, secrets, extension, faultTexts, rules }, opened);
  } catch (error) {
    await storage.close().catch(() => {});
    throw error;
  }
}

interface Opened {
  readonly storage: Storage;
  readonly secrets: Secrets;
  readonly extension: StoreServerParts["extension"];
  readonly faultTexts: StoreServerParts["faultTexts"];
  readonly rules: StoreServerParts["rules"];
}

async function serve(
  settings: ShopSettings,
  { storage, secrets, extension, faultTexts, rules }: Opened,
  { log, flush }: OpenLog,
): Promise<void> {
  const server = createStoreServer({
    settings,
    storage,
    log,
    secrets,
    extension,
    faultTexts,
    rules,
    clock: new AdjustableClock(),
    startDocument: startDocument(settings),
    checkStart: (state) => checkStart(settings, secrets, state),
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
  const welcome = { settings, address, database: storage.place, dataset, knowsUser, isSampleKey };
  process.stdout.write(isJson ? processLine("info", welcomeLine(welcome)) : welcomeText(welcome));
  const warning = settings.production ? await publicPasswordWarning(storage) : undefined;
  if (warning !== undefined) tell(warning, "warn");
  // Not before it is ready: many servers are started for their shop alone.
  if (settings.control) await prepareControl();
}

/** Whether the API user of the settings exists and has the API key of the settings. */
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

/** The first stop request stops gracefully, a second one immediately. */
function stopOnRequest({ stopWithParent }: ShopSettings, { server, storage, flush }: Stoppable): void {
  let stoppingSince: number | undefined;
  const stopGracefully = async () => {
    let stepsLeft = stopWithinMs / stopStepMs;
    const limit = setInterval(() => {
      stepsLeft -= 1;
      if (stepsLeft === 0) endAtOnce("The graceful stop took too long; stopped at once.");
    }, stopStepMs);
    await server.close();
    await storage.close();
    await flush();
    clearInterval(limit);
    process.exit(exitCodes.stopped.code);
  };
  const stop = (isParentGone: boolean) => {
    if (stoppingSince === undefined) {
      stoppingSince = performance.now();
      if (!isParentGone) tell("Stopping: completing the requests in progress…");
      stopGracefully().catch((error: unknown) => end("failed", messageOf(error)));
    } else if (performance.now() - stoppingSince > sameSignalMs) {
      endAtOnce("Stopped at once.");
    }
  };
  onStopRequest({ stopWithParent, stop });
}

/** Kills the process if file operations do not end soon: process.exit() would wait for them, forever if a disk hangs. */
function endAtOnce(message: string): void {
  tell(`store-api: ${message}`);
  const since = performance.now();
  const endWhenIdle = () => {
    const isBusy = process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq"));
    if (!isBusy) process.exit(exitCodes.failed.code);
    if (performance.now() - since < lastCallsMs) setTimeout(endWhenIdle, 20);
    else process.kill(process.pid, "SIGKILL");
  };
  endWhenIdle();
}

/** Logs an uncaught error, then ends the process, unless it is one of a handler of `--extend`. */
function endWithLog({ log, flushSync }: OpenLog): void {
  process.on("exit", flushSync);
  const fatal = (error: unknown) => {
    const guest = currentRun();
    if (guest) {
      // If the call is in progress, its response and its line in the log report the error.
      if (guest.end(error)) return;
      const { operation, file } = guest;
      const handler = placeIn(file, error);
      log.error(
        { err: error, operation, handler },
        "a handler did not catch an error after its call had ended",
      );
      return;
    }
    log.fatal({ err: error }, "the process is stopping: an error was not caught");
    process.exit(exitCodes.failed.code);
  };
  process.on("uncaughtException", fatal);
  process.on("unhandledRejection", fatal);
}

function dotEnvText(): string {
  try {
    const found = statSync(".env", { throwIfNoEntry: false });
    // A folder of this name is often a virtual environment of Python.
    return found === undefined || found.isDirectory() ? "" : readFileSync(".env", "utf8");
  } catch (error) {
    throw new StartError("setting", `.env cannot be read: ${messageOf(error)}`, error);
  }
}

function end(reason: ExitReason, message: string): never {
  for (const line of message.split("\n")) tell(`store-api: ${line}`, "fatal");
  process.exit(exitCodes[reason].code);
}
