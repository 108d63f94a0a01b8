/** record: a proxy in front of a shop that writes what goes through it. */
import type { Command } from "commander";
import { baseAddress, isCallDoor, type LivingDoor } from "../testing/living/doors/addresses.js";
import { Recorder, type Counts } from "../testing/living/record/recorder.js";
import { contractWith, pathsSoFar } from "./chapters.js";
import { CommandError } from "./connection.js";
import { wholeNumber } from "./numbers.js";
import { countText, Progress } from "./progress.js";

interface RecordOptions {
  readonly target: string;
  readonly out: string;
  readonly overwrite?: true;
  readonly door?: string;
  readonly host: string;
  readonly port: string;
  readonly redact: readonly string[];
  readonly rewriteWsdl?: true;
  readonly extend?: readonly string[];
}

export function addRecord(program: Command, fail: (text: string) => void): void {
  program
    .command("record")
    .description(
      "Stand between a client and a shop, pass everything on unchanged, and write each exchange to a file, secrets masked.",
    )
    .requiredOption("--target <address>", "the shop: its base address, or that of one of its doors")
    .requiredOption("--out <file>", "the recording, as JSON Lines; more is added to a file that is there")
    .option("--overwrite", "replace the file")
    .option("--door <door>", "write only exchanges of xmlrpc, soap, soap_v2, jsonrpc or rest")
    .option("--host <address>", "where to listen", "127.0.0.1")
    .option("--port <port>", "where to listen; 0 = any free port", "8090")
    .option(
      "--redact <name or path>",
      "mask this member too: a name at any depth, or a path (args.0.email, result.*.email); repeatable",
      (one: string, all: readonly string[]) => [...all, one],
      [],
    )
    .option(
      "--extend <chapter>",
      "own operations of the shop, so that their functions of SOAP v2 are known; may be repeated",
      pathsSoFar,
    )
    .option(
      "--rewrite-wsdl",
      "let descriptions of SOAP name this proxy, so that SOAP clients do not go past it",
    )
    .addHelpText(
      "after",
      `
Point your client at the address that is printed, work as usual, and end with Ctrl+C. Sessions, keys, passwords,
hashes of passwords, protect_code, confirmation, rp_token and cc_* are masked; names and addresses of people are
not: use --redact, and keep the file to yourself. The proxy has no time limits: it waits as long as the shop does.

Exit codes: 0 stopped, 1 lines were lost, 2 wrong usage, 3 cannot listen.

Examples:
  store-api record --target https://shop.example --out day.jsonl
  store-api record --target http://10.0.0.5/index.php --door xmlrpc --redact email --redact telephone --out day.jsonl
  store-api replay day.jsonl --url http://127.0.0.1:8080
`,
    )
    .action(async (options: RecordOptions) => record(options, fail));
}

async function record(options: RecordOptions, fail: (text: string) => void): Promise<void> {
  const target = baseAddress(options.target);
  if (target === undefined) throw new CommandError(2, `--target must be an address, not ${options.target}`);
  const progress = new Progress(true);
  const warn = (text: string) => {
    progress.end();
    fail(`store-api: ${text}\n`);
  };
  const recorder = await start(options, target, warn, (counts) => progress.show(() => countsText(counts)));
  fail(`Recording ${recorder.url} -> ${target} to ${options.out}; Ctrl+C ends it.\n`);
  await stopRequest();
  await recorder.stop();
  progress.end();
  const { written, lost, problem } = recorder.file;
  fail(`${countsText(recorder.counts)}; ${countText(written)} lines in ${options.out}.\n`);
  if (lost > 0) throw new CommandError(1, `${countText(lost)} lines are lost: ${problem}`);
}

async function start(
  options: RecordOptions,
  target: string,
  warn: (text: string) => void,
  onCount: (counts: Readonly<Counts>) => void,
): Promise<Recorder> {
  const { out, overwrite, host, redact, rewriteWsdl } = options;
  try {
    return await Recorder.start({
      contract: await contractWith(options.extend),
      ...{ target, out, host, redact, warn, onCount },
      port: wholeNumber(options.port, "--port"),
      overwrite: overwrite === true,
      rewritesWsdl: rewriteWsdl === true,
      door: options.door === undefined ? undefined : doorNamed(options.door),
    });
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (syscall === "listen" || syscall === "getaddrinfo")
      throw new CommandError(3, `cannot listen: ${message}`);
    throw new CommandError(2, `--out: ${message}`);
  }
}

export function doorNamed(name: string): LivingDoor {
  if (isCallDoor(name) || name === "rest") return name;
  throw new CommandError(2, `--door must be xmlrpc, soap, soap_v2, jsonrpc or rest, not ${name}`);
}

function countsText({ exchanges, faults, others }: Readonly<Counts>): string {
  return `${countText(exchanges)} exchanges, ${countText(faults)} faults, ${countText(others)} without an answer that counts`;
}

/** The first signal ends the recording; a second one the process, as usual. */
function stopRequest(): Promise<void> {
  return new Promise((resolve) => {
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
    const stop = () => {
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}
