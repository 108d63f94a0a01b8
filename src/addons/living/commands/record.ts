/** `record`: runs a proxy in front of a shop and records the exchanges. */
import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import type { Command } from "commander";
import { escapeText } from "../../../engine/log/escape.js";
import { baseAddress, isCallDoor, type LivingDoor } from "../doors/addresses.js";
import { Recorder, type ExchangeCounts } from "../record/recorder.js";
import { contractWith, collectPaths } from "../../../cli/chapters.js";
import { CommandError } from "../../../cli/connection.js";
import { wholeNumber } from "../../../cli/option-values.js";
import { countText, Progress } from "../../../cli/progress.js";

interface RecordOptions {
  readonly target: string;
  readonly out: string;
  readonly overwrite?: true;
  readonly door?: string;
  readonly host: string;
  readonly port: string;
  readonly redact: readonly string[];
  readonly rewriteWsdl?: true;
  readonly rewriteHost?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly customerToken: readonly string[];
  readonly extend?: readonly string[];
}

export function addRecord(program: Command, fail: (text: string) => void): void {
  program
    .command("record")
    .description(
      "Run a proxy between a client and a shop that forwards everything unchanged and writes each exchange to a file, with masked secrets.",
    )
    .requiredOption("--target <address>", "the shop: its base address, or the address of one of its doors")
    .requiredOption("--out <file>", "the recording, as JSON Lines; an existing file is continued")
    .option("--overwrite", "replace the file")
    .option("--door <door>", "write only exchanges of xmlrpc, soap, soap_v2, jsonrpc or rest")
    .option("--host <address>", "the address to listen on", "127.0.0.1")
    .option("--port <port>", "the port to listen on; 0 = any free port", "8090")
    .option(
      "--redact <name or path>",
      "also mask this member: a name at any depth, or a path (args.0.email, result.*.email); repeatable",
      (one: string, all: readonly string[]) => [...all, one],
      [],
    )
    .option(
      "--extend <chapter>",
      "a chapter with own operations of the shop, so that their SOAP v2 functions are known; repeatable",
      collectPaths,
    )
    .option(
      "--rewrite-wsdl",
      "replace the shop's address in WSDLs, so that SOAP clients do not bypass this proxy",
    )
    .option(
      "--rewrite-host <host>",
      "the Host header that the shop gets instead of its own, such as 127.0.0.1:8090: OAuth clients can then sign this address",
    )
    .option("--tls-cert <file>", "serve HTTPS with this certificate (PEM), for a shop that has HTTPS")
    .option("--tls-key <file>", "the private key of --tls-cert (PEM)")
    .option(
      "--customer-token <token>",
      "an OAuth token of a customer; without it, all signed REST requests are recorded as those of an admin; repeatable",
      (one: string, all: readonly string[]) => [...all, one],
      [],
    )
    .addHelpText(
      "after",
      `
Point your client at the printed address, work as usual, and stop with Ctrl+C. Sessions, keys, passwords, password
hashes, tokens, oauth_*, protect_code, confirmation and cc_* are masked, also where the shop repeats them. A body that
is not a call, such as a form, is forwarded and recorded as unreadable. Names and addresses of people are not masked: use
--redact, and keep the file confidential. OAuth clients sign the address with its scheme: let them sign for that of the
shop, or use --rewrite-host, and for a shop with HTTPS --tls-cert and --tls-key, too. The proxy has no timeouts of its own, but for the head of a request (60 s). It forwards bodies of any length;
those beyond 8 MB, also decompressed, or with more than 300,000 values are recorded as unreadable. CONNECT and requests
that are no HTTP are refused and counted.

Exit codes: 0 stopped, 1 lines were lost or no call was recorded, 2 wrong usage, 3 cannot listen.

Examples:
  store-api record --target https://shop.example --out day.jsonl
  store-api record --target http://10.0.0.5/index.php --door xmlrpc --redact email --redact telephone --out day.jsonl
  store-api record --target https://shop.example --rewrite-host 127.0.0.1:8090 --tls-cert c.pem --tls-key k.pem --out day.jsonl
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
    fail(`store-api: ${escapeText(text)}\n`);
  };
  const recorder = await start(options, target, warn, (counts) => progress.show(() => countsText(counts)));
  fail(`Recording ${recorder.url} -> ${target} to ${options.out}; stop with Ctrl+C.\n`);
  await stopRequest();
  await recorder.stop();
  progress.end();
  const { written, lost, problem } = recorder.file;
  fail(`${countsText(recorder.counts)}; ${countText(written)} lines in ${options.out}.\n`);
  fail(leftOutText(recorder.counts));
  if (recorder.counts.calls === 0)
    throw new CommandError(
      1,
      "no call was recorded: only calls by XML-RPC, SOAP, JSON-RPC and REST are recorded",
    );
  if (lost > 0) throw new CommandError(1, `${countText(lost)} lines were lost: ${problem}`);
}

async function start(
  options: RecordOptions,
  target: string,
  warn: (text: string) => void,
  onCount: (counts: Readonly<ExchangeCounts>) => void,
): Promise<Recorder> {
  const { out, overwrite, host, redact, rewriteWsdl } = options;
  const tls = tlsOf(options);
  try {
    return await Recorder.start({
      contract: await contractWith(options.extend),
      target,
      out,
      host,
      redact,
      warn,
      onCount,
      port: wholeNumber("--port")(options.port),
      overwrite: overwrite === true,
      rewritesWsdl: rewriteWsdl === true,
      sentHost: options.rewriteHost,
      customerTokens: options.customerToken,
      tls,
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

function tlsOf({ tlsCert, tlsKey }: RecordOptions): { cert: string; key: string } | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined)
    throw new CommandError(2, "--tls-cert and --tls-key must be given together");
  try {
    const tls = { cert: readFileSync(tlsCert, "utf8"), key: readFileSync(tlsKey, "utf8") };
    createSecureContext(tls);
    return tls;
  } catch (error) {
    throw new CommandError(2, `--tls-cert and --tls-key cannot be used: ${(error as Error).message}`);
  }
}

function doorNamed(name: string): LivingDoor {
  if (isCallDoor(name) || name === "rest") return name;
  throw new CommandError(2, `--door must be xmlrpc, soap, soap_v2, jsonrpc or rest, not ${name}`);
}

function countsText({ exchanges, faults, others }: Readonly<ExchangeCounts>): string {
  return `${countText(exchanges)} exchanges, ${countText(faults)} faults, ${countText(others)} without a usable response`;
}

/** What is not in the recording: one line for each kind. */
function leftOutText({ refused, unread }: Readonly<ExchangeCounts>): string {
  const lines = Object.entries(unread).map(
    ([why, count]) => `Forwarded, but recorded without its body, ${countText(count)}: ${why}\n`,
  );
  if (refused > 0)
    lines.push(`Refused, since they are no HTTP that can be forwarded: ${countText(refused)}\n`);
  return lines.join("");
}

/** Resolves at the first signal; a second signal kills the process. */
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
