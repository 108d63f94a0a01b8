/** `replay`: sends a recording to a server and compares the answers. */
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Command } from "commander";
import { createControl, type ControlClient } from "../../../../generated/clients/typescript/control.js";
import { escapeJsonLines, escapeLines } from "../../../engine/log/escape.js";
import { packageVersion } from "../../../engine/config/package.js";
import { messageOf } from "../../../engine/values/messages.js";
import { shopContract } from "../../../shop/contract.js";
import { baseAddress } from "../doors/addresses.js";
import { sendRequest, usualBounds } from "../doors/transport.js";
import { fidelityPage } from "../fidelity/page.js";
import { BrokenLineError, readRecording } from "../replay/recording-lines.js";
import { ServerGoneError, LivingReplay } from "../replay/replay.js";
import { junitOf, replayTable } from "../replay/report-forms.js";
import type { ReplayReport } from "../replay/report.js";
import { readRules, RulesError, type DifferenceRule } from "../replay/rules.js";
import { LoginError } from "../replay/sessions.js";
import { readOAuthPairs, type OAuthPairs } from "../replay/signing.js";
import { shippedRules } from "../recording/shipped.js";
import { contractWith, collectPaths } from "../../../cli/chapters.js";
import { CommandError, unforeseen } from "../../../cli/connection.js";
import { wholeNumber } from "../../../cli/option-values.js";
import { countText, Progress } from "../../../cli/progress.js";

interface ReplayOptions {
  readonly url: string;
  readonly user: string;
  readonly key?: string;
  readonly token?: string;
  readonly oauth?: string;
  readonly customer?: string;
  readonly rules: readonly string[];
  readonly values?: true;
  readonly peopleDiffer?: true;
  readonly readsOnly?: true;
  readonly yesWrite?: true;
  readonly json?: true;
  readonly junit?: string;
  readonly page?: string;
  readonly timeout: string;
  readonly extend?: readonly string[];
}

export function addReplay(program: Command, write: (text: string) => unknown): void {
  program
    .command("replay")
    .description(
      "Send the exchanges of a recording to a server, in order and by their doors, and compare the answers.",
    )
    .argument("<file>", "a recording of store-api record; .gz is decompressed")
    .requiredOption("--url <address>", "the server: its base address, or the address of one of its doors")
    .option("--user <name>", "an API user with all rights", "admin")
    .option("--key <key>", "its key; without it, the test control of our server opens the sessions")
    .option(
      "--customer <email:password>",
      "a customer of the server, for the REST requests that a customer sent",
    )
    .option(
      "--oauth <file>",
      'sign REST requests by OAuth 1.0a: JSON {"admin": {"consumer_key", "consumer_secret", "token", "token_secret"}, "customer": {…}}',
    )
    .option("--token <token>", "its control token; default STORE_API_TOKEN")
    .option("--values", "compare values as well as outcomes, members and types")
    .option(
      "--people-differ",
      "with --values: leave names, addresses, e-mails and telephones out, which an anonymized copy has others of",
    )
    .option(
      "--rules <file>",
      "a file of intended differences (YAML or JSON), in addition to the built-in ones; repeatable",
      (one: string, all: readonly string[]) => [...all, one],
      [],
    )
    .option(
      "--extend <chapter>",
      "a chapter with own operations that the recording calls; repeatable",
      collectPaths,
    )
    .option("--reads-only", "send only reads")
    .option("--yes-write", "also send writes to a server of another project")
    .option("--timeout <seconds>", "timeout for an answer", "30")
    .option("--junit <file>", "also write the report as JUnit XML")
    .option(
      "--page <file>",
      "write a Markdown page: which operations are proven, decided, different or unknown",
    )
    .option("--json", "print JSON instead of a table")
    .addHelpText(
      "after",
      `
Recorded IDs and increment numbers are replaced by those of the server, sessions by its own; times are compared by their
format. A signed REST request is signed anew with --oauth; without it, our servers get a session or the password of
--customer instead, and other servers refuse it, which counts as not replayed. Masked secrets are replaced by placeholders; a refused login is replayed with a wrong key. Every exchange counts
as same, decided (a rule accepts the difference), different, or not replayed (with a reason).

A rule: {rule: <name>, why: <sentence>, operation: catalog_*, differs: outcome, recorded: http 500, received: fault *}.
Its members door, who (of REST), operation, differs (outcome, missing, further, type, value, length), path, recorded, received and
message take a text or a list of texts with * for any characters.

Exit codes: 0 nothing differs, 1 something does or nothing was compared, 2 wrong usage or a broken line, 3 the server cannot be used.

Examples:
  store-api replay day.jsonl --url http://127.0.0.1:8080
  store-api replay day.jsonl --url http://127.0.0.1:8080 --values --rules ours.yaml --junit replay.xml
  store-api replay day.jsonl --url https://staging.example --user api --key "$KEY" --reads-only
`,
    )
    .action(async (file: string, options: ReplayOptions) => {
      const rules = rulesOf(options.rules);
      const report = await replay(file, options, rules);
      if (options.junit !== undefined) await writeReport(options.junit, junitOf(report));
      if (options.page !== undefined) await writeReport(options.page, pageOf(file, report, rules));
      const { operations, totals, different } = report;
      if (options.json)
        write(escapeJsonLines(`${JSON.stringify({ totals, operations, different }, null, 2)}\n`));
      else write(escapeLines(replayTable(report)));
      if (totals.same + totals.decided + totals.different === 0)
        throw new CommandError(1, "nothing was compared: no exchange could be replayed");
      if (totals.different > 0)
        throw new CommandError(
          1,
          `${totals.different} ${totals.different === 1 ? "exchange differs" : "exchanges differ"}`,
        );
    });
}

function pageOf(file: string, report: ReplayReport, rules: readonly DifferenceRule[]): string {
  const opening = `# Fidelity\n\nWritten by \`store-api replay\` of version ${packageVersion()}.`;
  return fidelityPage([{ title: basename(file), report }], rules, shopContract, opening);
}

async function replay(
  file: string,
  options: ReplayOptions,
  rules: readonly DifferenceRule[],
): Promise<ReplayReport> {
  const url = baseAddress(options.url);
  if (url === undefined) throw new CommandError(2, `--url must be an address, not ${options.url}`);
  const timeoutMs = 1000 * wholeNumber("--timeout")(options.timeout);
  const progress = new Progress(!options.json);
  const { lines, scenarios } = await checkedLines(file, progress);
  const token = options.token ?? process.env.STORE_API_TOKEN;
  const control = await controlOf(url, token);
  if (!control && options.key === undefined)
    throw new CommandError(2, `${url} has no test control that this machine can use: give --key`);
  if (!control && !options.readsOnly && !options.yesWrite)
    throw new CommandError(
      2,
      `${url} is not a server of this project with an open test control: choose --reads-only, or --yes-write to change its data`,
    );
  const before = `before-replay-${Date.now()}`;
  if (control && scenarios > 1) await control.createSnapshot({ name: before });
  let sent = 0;
  const work = new LivingReplay({
    ...{
      contract: await contractWith(options.extend),
      url,
      username: options.user,
      key: options.key,
      control,
      rules,
    },
    customer: options.customer,
    oauth: oauthPairs(options.oauth),
    withValues: options.values === true,
    peopleDiffer: options.peopleDiffer === true,
    readsOnly: options.readsOnly === true,
    bounds: { ...usualBounds, timeoutMs },
    reset: control && scenarios > 1 ? () => control.restoreSnapshot({ name: before }) : undefined,
    onExchange: () => {
      sent += 1;
      progress.show(() => `${countText(sent)} of ${countText(lines)} exchanges`);
    },
  });
  try {
    return await work.run(readRecording(file));
  } catch (error) {
    if (error instanceof ServerGoneError || error instanceof LoginError)
      throw new CommandError(3, `${url}: ${error.message}`);
    throw unforeseen(error, url);
  } finally {
    progress.end();
    if (control && scenarios > 1) {
      await control.restoreSnapshot({ name: before }).catch(() => {});
      await control.deleteSnapshot({ name: before }).catch(() => {});
    }
  }
}

function oauthPairs(path: string | undefined): OAuthPairs | undefined {
  try {
    return path === undefined ? undefined : readOAuthPairs(path);
  } catch (error) {
    throw new CommandError(2, `--oauth: ${path}: ${messageOf(error)}`);
  }
}

function rulesOf(files: readonly string[]): DifferenceRule[] {
  try {
    return [...files.flatMap((file) => readRules(file)), ...shippedRules()];
  } catch (error) {
    if (error instanceof RulesError) throw new CommandError(2, error.message);
    throw error;
  }
}

/** Validates the whole recording before anything is sent. */
async function checkedLines(file: string, progress: Progress): Promise<{ lines: number; scenarios: number }> {
  if (!existsSync(file)) throw new CommandError(2, `there is no file ${file}`);
  let lines = 0;
  let scenarios = 0;
  let scenario: string | undefined;
  try {
    for await (const { line } of readRecording(file)) {
      lines += 1;
      if (line.scenario !== scenario) scenarios += 1;
      scenario = line.scenario;
      progress.show(() => `${countText(lines)} lines read`);
    }
  } catch (error) {
    if (error instanceof BrokenLineError) throw new CommandError(2, error.message);
    throw new CommandError(2, `${file}: ${(error as Error).message}`);
  } finally {
    progress.end();
  }
  if (lines === 0) throw new CommandError(2, `${file} has no exchanges`);
  return { lines, scenarios };
}

/** The test control of the server; undefined if the server is not ours or refuses this machine. */
export async function controlOf(url: string, token: string | undefined): Promise<ControlClient | undefined> {
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  try {
    const bounds = { timeoutMs: 10_000, maxBytes: 10_000 };
    const { status, body } = await sendRequest(
      { method: "GET", url: `${url}/control/clock`, headers },
      bounds,
    );
    const { now } = (status === 200 ? JSON.parse(body.toString()) : {}) as { now?: unknown };
    return typeof now === "string" ? createControl({ url, token }) : undefined;
  } catch {
    return undefined;
  }
}

async function writeReport(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new CommandError(2, (error as Error).message);
  }
}
