/** `import --from`: imports a living Magento 1, or one of our servers, into a state file or a running server. */
import { createHash, randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { open, readFile, rename, rm, writeFile, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { parse } from "yaml";
import { CommandError, type Connection, unforeseen } from "../../../cli/connection.js";
import { print, textTable, type Output } from "../../../cli/output.js";
import type { ImportSource } from "../../../cli/command-tools.js";
import { countText, Progress } from "../../../cli/progress.js";
import { requestState, uploadState } from "../../../cli/state-transfer.js";
import { StateProblems } from "../../../engine/states/problem.js";
import { shopContract } from "../../../shop/contract.js";
import { taxRateProblems } from "../../../shop/states/document.js";
import type { TaxRate } from "../../../shop/data/entities/shop.js";
import { messageOf } from "../../../engine/values/messages.js";
import { rowsOf } from "../../../shop/states/lines.js";
import { People } from "../import/people.js";
import { importParts, readShop, type ImportMark, type ImportPart } from "../import/read-shop.js";
import type { ImportReport } from "../import/report.js";
import { SourceFailure, SourceRefusal, TooLongAnswer, type ShopSource } from "../import/source.js";
import { importedLines, type StateRow } from "../import/state-lines.js";
import { baseAddress, callDoors, isCallDoor, type CallDoor } from "../doors/addresses.js";
import { isDocumentStyle } from "../doors/call.js";
import type { ForeignFault } from "../doors/outcome.js";
import { UncallableError } from "../doors/soap.js";
import { usualBounds } from "../doors/transport.js";
import { CallCollector } from "../import/call-collector.js";
import type { StoredAnswer } from "../import/kept-answers.js";
import { PartFile } from "../import/part-file.js";
import {
  InterruptedError,
  LoginRefusedError,
  RetryingCaller,
  type CallReply,
  ShopUnavailableError,
  defaultCallPolicy,
} from "../import/retrying-caller.js";

export interface LivingOptions {
  readonly from?: string;
  readonly user?: string;
  readonly key?: string;
  readonly keyFile?: string;
  readonly door?: string;
  readonly only?: string;
  readonly limit?: string;
  readonly out?: string;
  readonly url?: string;
  readonly images?: boolean;
  readonly imageHost?: readonly string[];
  readonly keepPeople?: true;
  readonly anonymizeKey?: string;
  readonly concurrency?: string;
  readonly timeout?: string;
  readonly strict?: true;
  readonly taxRates?: string;
  readonly yes?: true;
}

function addOptions(command: Command): void {
  command
    .option("--from <address>", "read a live shop by its API: its base address, or the address of a door")
    .option("--user <name>", "its API user")
    .option("--key <key>", "the user's API key")
    .option("--key-file <file>", "a file with the key, which keeps the key out of the process list")
    .option("--door <door>", `the API to use: ${callDoors.join(", ")}; default xmlrpc`)
    .option("--only <parts>", `only these parts, separated by commas: ${importParts.join(", ")}`)
    .option(
      "--limit <count>",
      "maximum number of objects of each kind; orders add their customers and products",
    )
    .option("--out <file>", "the file of JSON Lines to write; else --url names the server to load")
    .option("--no-images", "leave out the images of products")
    .option(
      "--image-host <host>",
      "also load images from this host, such as media.shop.example or cdn.example:8443; default: the shop's own host only; repeatable",
      (one: string, all: readonly string[]) => [...all, one],
      [],
    )
    .option("--keep-people", "do not anonymize names, addresses and telephone numbers")
    .option("--anonymize-key <text>", "the key for anonymizing people; default: a secret in <out>.key")
    .option("--concurrency <count>", "concurrent requests; default 2")
    .option("--timeout <seconds>", "timeout of one request; default 30")
    .option("--tax-rates <file>", "the tax rates of the copy: the list of settings.tax_rates in YAML or JSON")
    .option("--strict", "end with 1 if something was left out or changed")
    .option("--yes", "replace a shop that is not empty")
    .addHelpText("after", livingHelp);
}

const livingHelp = `
--from changes nothing in the live shop: it only calls operations that read. To resume an interrupted import, repeat
the same command; until the import is complete, its progress is in <out>.part.

Exit codes: 0 done (the report lists what was left out), 1 refused or failed, 2 wrong usage, 3 the shop is unreachable,
130 interrupted.
`;

/** The validated options. */
interface ImportJob extends LivingShop {
  readonly parts: readonly ImportPart[];
  readonly limit: number | undefined;
  readonly images: boolean;
  readonly taxRates: readonly TaxRate[] | undefined;
  /** Undefined if the import goes to a server. */
  readonly out: string | undefined;
  /** Base path for the files `.part` and `.key`. */
  readonly path: string;
}

interface LivingContext {
  readonly server: Connection;
  readonly output: Output;
  readonly signal: AbortSignal;
  /** Folder for temporary files if the import goes to a server; default: the working folder. */
  readonly folder?: string;
  /** Waits between retries. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const source: ImportSource = {
  addOptions,
  isNamed: ({ from }: LivingOptions) => from !== undefined,
  read: importLiving,
};

export async function importLiving(options: LivingOptions, surroundings: LivingContext): Promise<void> {
  const job = await jobOf(options, surroundings.folder ?? "");
  const { server, output } = surroundings;
  if (job.out === undefined && !options.yes && (await hasData(server)))
    throw new CommandError(1, `the shop at ${server.url} is not empty; add --yes to replace it`);
  const peopleKey = options.keepPeople ? undefined : (options.anonymizeKey ?? (await storedSecret(job)));
  const progress = new Progress(!output.json);
  const part = await PartFile.open<StateRow, ImportMark>(`${job.path}.part`, signatureOf(job, peopleKey));
  try {
    const report = await runImport(job, peopleKey, part, progress, surroundings);
    if (job.out === undefined) {
      await uploadState(server, `${job.path}.jsonl`, progress);
      await rm(`${job.path}.jsonl`);
    }
    await part.remove();
    progress.end();
    printReport(output, job, server, report);
    if (options.strict && report.findings.length > 0)
      throw new CommandError(1, "--strict: something was left out or changed");
  } catch (error) {
    progress.end();
    throw unforeseen(commandError(error, part.path), job.base);
  } finally {
    await part.close().catch(() => {});
  }
}

async function runImport(
  job: ImportJob,
  peopleKey: string | undefined,
  part: PartFile<StateRow, ImportMark>,
  progress: Progress,
  { signal, pause = defaultCallPolicy.pause }: LivingContext,
): Promise<ImportReport> {
  const { base, parts, limit, images, taxRates } = job;
  const target = {
    put: (collection: StateRow["collection"], doc: object) => part.put({ collection, doc }),
    mark: async (mark: ImportMark) => part.mark(mark),
    keep: (answer: StoredAnswer) => part.keep(answer),
    progress: (text: string) => progress.show(() => `${base}: ${text}`),
    earlier: () => earlierOf(part),
  };
  const people = new People(peopleKey);
  const source = await openSource(job, signal, pause);
  const read = await readShop(source, target, people, { parts, limit, images, taxRates });
  progress.show(() => "everything was read; checking and writing", { isDue: true });
  const path = job.out ?? `${job.path}.jsonl`;
  await writeAtomically(path, importedLines(allRows(read.rows, part), read.sequences), people.isDisabled);
  return read.report;
}

async function* earlierOf(part: PartFile<StateRow, ImportMark>) {
  for await (const line of part.lines()) yield "row" in line ? (line.row as never) : line;
}

/** All rows, starting with those that other rows refer to. */
async function* allRows(
  first: readonly StateRow[],
  part: PartFile<StateRow, ImportMark>,
): AsyncGenerator<StateRow> {
  yield* first;
  for await (const line of part.lines()) if ("row" in line) yield line.row;
}

/** Writes to a temporary file and renames it, so that `path` is always complete. */
async function writeAtomically(
  path: string,
  lines: AsyncIterable<string>,
  isPrivate: boolean,
): Promise<void> {
  const unfinished = `${path}.new`;
  const file = await createNew(unfinished, isPrivate ? 0o600 : 0o644);
  try {
    let text = "";
    for await (const line of lines) {
      text += line;
      if (text.length < 256 * 1024) continue;
      await file.write(text);
      text = "";
    }
    await file.write(text);
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(unfinished, { force: true });
    throw error;
  }
  await file.close();
  await rename(unfinished, path);
}

/** Creates the file again: an existing one may be a link to another user's file. */
async function createNew(path: string, mode: number): Promise<FileHandle> {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  await rm(path, { force: true });
  return open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
}

/** A living shop, and how it is called. */
interface LivingShop {
  readonly base: string;
  readonly door: CallDoor;
  readonly user: string;
  readonly key: string;
  /** Hosts with images in addition to the shop's own. */
  readonly imageHosts: readonly string[];
  readonly concurrency: number;
  readonly timeoutMs: number;
}

/** The calls of a shop in the form that the import needs. */
export async function openSource(
  { door, base, user, key, concurrency, timeoutMs, imageHosts }: LivingShop,
  signal: AbortSignal,
  pause = defaultCallPolicy.pause,
): Promise<ShopSource> {
  const shop = { door, url: base, contract: shopContract, bounds: { ...usualBounds, timeoutMs, signal } };
  const isDocument = door === "soap_v2" && (await isDocumentStyle(shop));
  const caller = new RetryingCaller(
    { ...shop, isDocument },
    { user, key },
    { ...defaultCallPolicy, concurrency, timeoutMs, pause, imageHosts },
    signal,
  );
  // SOAP v2 has no `multiCall`.
  const collector = new CallCollector(caller, concurrency, door !== "soap_v2");
  const resultOf = (name: string, reply: CallReply) => {
    if ("result" in reply) return reply.result;
    if ("tooLong" in reply) throw new TooLongAnswer(name);
    if ("failure" in reply) throw new SourceFailure(name, reply.failure);
    throw new SourceRefusal(name, reply.refusal.message, refusalKind(reply.refusal));
  };
  return {
    isTyped: door === "soap_v2",
    async ask(operation, args = [], bound) {
      try {
        const reply = bound
          ? await caller.call(operation, args, bound.mostBytes)
          : await collector.call(operation, args);
        return resultOf(operation, reply);
      } catch (error) {
        if (!(error instanceof UncallableError)) throw error;
        throw new SourceRefusal(operation, error.message, "unknown operation");
      }
    },
    async askMethod(method, args) {
      return resultOf(method, await caller.callMethod(method, args));
    },
    async load(address) {
      const loaded = await caller.load(address);
      if (Buffer.isBuffer(loaded)) return loaded;
      throw new SourceFailure(address, loaded.failure);
    },
  };
}

/** Only our servers send names, only the XML doors send codes, all send English messages. */
function refusalKind({ name, code, message }: ForeignFault): SourceRefusal["kind"] {
  if (name === "access_denied" || code === "2" || /^access denied/i.test(message)) return "denied";
  if (name === "resource_path_invalid" || name === "method_not_found" || code === "3" || code === "4")
    return "unknown operation";
  return /invalid api path|not callable|procedure .* not present/i.test(message)
    ? "unknown operation"
    : "other";
}

async function jobOf(options: LivingOptions, folder: string): Promise<ImportJob> {
  const { out, url } = options;
  const shop = await livingShop(options);
  if ((out === undefined) === (url === undefined))
    throw usage("--from needs either --out (the file to write) or --url (the server to load)");
  return {
    ...shop,
    out,
    images: options.images ?? true,
    taxRates: options.taxRates === undefined ? undefined : await taxRatesIn(options.taxRates),
    parts: partsOf(options.only, usage),
    limit: options.limit === undefined ? undefined : numberOf("limit", options.limit, 1_000_000_000),
    path: out ?? join(folder, "store-api-import"),
  };
}

async function taxRatesIn(path: string): Promise<readonly TaxRate[]> {
  let rates: unknown;
  try {
    rates = parse(await readFile(path, "utf8"));
  } catch (error) {
    throw usage(`--tax-rates: ${path}: ${messageOf(error)}`);
  }
  for (const { place, message } of taxRateProblems(rates))
    throw usage(`--tax-rates: ${path}: ${place} ${message}`);
  return rates as readonly TaxRate[];
}

const usage = (message: string) => new CommandError(2, message);

/** The shop that options name. Throws a `CommandError`. */
export async function livingShop(options: LivingOptions): Promise<LivingShop> {
  const { from = "", user, key, keyFile, door = "xmlrpc" } = options;
  const base = baseAddress(from);
  if (base === undefined) throw usage(`--from must be an http or https address, not ${from}`);
  if (!isCallDoor(door)) throw usage(`--door must be one of ${callDoors.join(", ")}, not ${door}`);
  if (user === undefined) throw usage("--from needs --user, an API user of the shop");
  if ((key === undefined) === (keyFile === undefined)) throw usage("--from needs either --key or --key-file");
  const secret = key ?? (await readFile(keyFile as string, "utf8").catch(() => undefined))?.trim();
  if (secret === undefined) throw usage(`--key-file: ${String(keyFile)} cannot be read`);
  return {
    base,
    door,
    user,
    key: secret,
    imageHosts: (options.imageHost ?? []).map((host) => hostNamed(host, usage)),
    concurrency: numberOf("concurrency", options.concurrency ?? "2", 16),
    timeoutMs: 1000 * numberOf("timeout", options.timeout ?? "30", 3600),
  };
}

function hostNamed(host: string, usage: (message: string) => CommandError): string {
  const address = `http://${host}`;
  const given = URL.canParse(address) ? new URL(address) : undefined;
  if (given === undefined || given.username !== "" || given.pathname !== "/" || /[/?#@]/.test(host))
    throw usage(`--image-host must be a host or host:port, not ${host}`);
  return host.toLowerCase();
}

function partsOf(only: string | undefined, usage: (message: string) => CommandError): readonly ImportPart[] {
  const named = only?.split(",").map((part) => part.trim()) ?? importParts;
  for (const part of named)
    if (!importParts.includes(part as ImportPart))
      throw usage(
        `--only: there is no ${part || "part without a name"}; there are ${importParts.join(", ")}`,
      );
  return importParts.filter((part) => named.includes(part));
}

function numberOf(name: string, text: string, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= most) return number;
  throw new CommandError(2, `--${name} must be a whole number from 1 to ${most}, not ${text}`);
}

/** Identifies the job: an interrupted import is resumed only by the same job. */
function signatureOf(
  { base, door, parts, limit, images, imageHosts, path }: ImportJob,
  peopleKey: string | undefined,
): string {
  const all = JSON.stringify([base, door, parts, limit ?? null, images, imageHosts, path, peopleKey ?? null]);
  return createHash("sha256").update(all).digest("hex");
}

/** The secret for anonymizing people. It is stored so that later imports generate the same people. */
async function storedSecret({ path }: ImportJob): Promise<string> {
  const file = `${path}.key`;
  const found = await readFile(file, "utf8").catch(() => "");
  if (found.trim() !== "") return found.trim();
  const made = randomBytes(32).toString("base64url");
  await writeFile(file, `${made}\n`, { mode: 0o600 });
  return made;
}

/** Whether a shop has products, customers or orders. */
async function hasData(server: Connection): Promise<boolean> {
  for await (const { value } of rowsOf(await requestState(server)))
    if (/^(products|customers|orders)$/.test(String(value.collection))) return true;
  return false;
}

/** @param part the file with what was read so far */
export function commandError(error: unknown, part?: string): unknown {
  const goOn =
    part === undefined ? "" : `the data read so far is in ${part}; run the same command again to continue`;
  if (error instanceof ShopUnavailableError)
    return new CommandError(3, `the shop cannot be read: ${error.message}\n${goOn}`.trim());
  if (error instanceof LoginRefusedError) return new CommandError(1, error.message);
  if (error instanceof InterruptedError)
    return new CommandError(130, part === undefined ? "interrupted" : `interrupted; ${goOn}`);
  if (error instanceof SourceRefusal) {
    const hint = error.kind === "denied" ? "; the user's role must allow it" : "";
    return new CommandError(1, `${error.operation}: ${error.message}${hint}`);
  }
  if (error instanceof SourceFailure)
    return new CommandError(3, `${error.operation}: ${error.message}\n${goOn}`.trim());
  if (error instanceof StateProblems) {
    const problems = error.problems.slice(0, 5).map(({ place, message }) => `${place} ${message}`);
    return new CommandError(1, ["the imported data is not a complete shop:", ...problems].join("\n"));
  }
  return error;
}

function printReport(
  output: Output,
  { base, out, path }: ImportJob,
  server: Connection,
  report: ImportReport,
): void {
  const { rows, findings, remarks } = report;
  const counts = Object.entries(rows).map(([collection, count]) => ({
    collection,
    documents: countText(count),
  }));
  const lines = [
    out === undefined
      ? `The shop at ${server.url} now has the data of ${base}.`
      : `The shop of ${base} was written to ${out}.`,
    textTable(counts, ["collection", "documents"]).trimEnd(),
    "",
    findings.length === 0 ? "Nothing was left out or changed." : "Left out or changed:",
    ...findings.flatMap(({ what, count, examples }) => [
      `  ${countText(count)} × ${what}`,
      ...examples.map((example) => `      ${example}`),
    ]),
    "",
    ...remarks.map((remark) => `- ${remark}`),
  ];
  if (out !== undefined)
    lines.push("", `Start a server with it: store-api --storage memory: --dataset ${path}`);
  print(
    output,
    { from: base, ...(out === undefined ? { url: server.url } : { file: out }), ...report },
    lines.join("\n"),
  );
}
