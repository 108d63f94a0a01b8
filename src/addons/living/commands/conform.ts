/** `conform`: checks that a server answers like the golden exchanges. */
import type { Command } from "commander";
import { ControlError } from "../../../../generated/clients/typescript/control.js";
import { escapeLines, escapeText } from "../../../engine/log/escape.js";
import { shopContract } from "../../../shop/contract.js";
import type { Contract } from "../../../engine/contract/contract.js";
import { conformance, conformanceTable } from "../conformance/conform.js";
import { ForeignConformance, foreignTable, ForeignServerError } from "../conformance/foreign.js";
import { exampleFiles, readGoldenFiles, type GoldenFile } from "../conformance/golden.js";
import { baseAddress, isCallDoor } from "../doors/addresses.js";
import { isDocumentStyle } from "../doors/call.js";
import { shippedGoldenRules } from "../recording/shipped.js";
import { commandExtension, collectPaths } from "../../../cli/chapters.js";
import { CommandError, unforeseen } from "../../../cli/connection.js";
import { countText, Progress } from "../../../cli/progress.js";
import { controlOf } from "./replay.js";

interface ConformOptions {
  readonly url: string;
  readonly user: string;
  readonly key?: string;
  readonly token?: string;
  readonly only?: string;
  readonly door: string;
  readonly write?: true;
  readonly writeOrders?: true;
  readonly extend?: readonly string[];
}

/** The golden files to judge, and their contract. */
interface GoldenSelection {
  readonly files: readonly GoldenFile[];
  readonly contract: Contract;
}

export function addConform(
  program: Command,
  write: (text: string) => void,
  fail: (text: string) => void,
): void {
  program
    .command("conform")
    .description(
      "Send the golden exchanges to a server and compare every answer. A server with our test control gets all of them; any other server gets those that it can answer without it.",
    )
    .requiredOption(
      "--url <address>",
      "the server; without --key it must be one of ours, and its data is deleted",
    )
    .option("--token <token>", "its control token; default STORE_API_TOKEN")
    .option("--user <name>", "an API user with all rights", "admin")
    .option("--key <key>", "its key; the test control is not used, and existing data stays unchanged")
    .option("--door <door>", "with --key: xmlrpc, soap, soap_v2 or jsonrpc", "xmlrpc")
    .option("--write", "with --key: also check writes, with objects that are created and removed again")
    .option("--write-orders", "with --key: like --write, and also create orders, which cannot be removed")
    .option("--only <operation>", "only the exchanges of this operation")
    .option(
      "--extend <chapter>",
      "also check the examples of this chapter, if the server was started with it; repeatable",
      collectPaths,
    )
    .addHelpText(
      "after",
      `
Without --key, the server's data is reset before each golden file and at the end. With --key, only public operations
are used. Reads are compared by outcome, members and types; values only where the file itself wrote them. Known
differences of a live Magento count as decided. Orders are created by carts and cannot be removed: --write-orders
cancels them where possible, and lists them with their invoices, shipments and credit memos. The shop may send mails
about them, to addresses at example.com. What a file finds in its shop is created as a copy first. Files that need the clock,
orders of the sample shop, amounts that the shop does not have, the test control, or what the role of the user may not
call are not checked. Ctrl+C removes the created objects; a second Ctrl+C lists them instead.

Exit codes: 0 nothing failed, 1 an exchange failed, or nothing was compared, 2 wrong usage, 3 the server cannot be used.

Examples:
  store-api conform --url http://127.0.0.1:8080
  store-api conform --url http://127.0.0.1:8080 --only sales_order.hold
  store-api conform --url http://127.0.0.1:8080 --extend ./ol_customer.yaml --only ol_customer.search
  store-api conform --url https://staging.example --user api --key "$KEY"
  store-api conform --url https://staging.example --user api --key "$KEY" --door soap --write
  store-api conform --url https://staging.example --user api --key "$KEY" --write-orders --only sales_order_invoice.create
`,
    )
    .action(async (options: ConformOptions) => {
      const url = baseAddress(options.url);
      if (url === undefined) throw new CommandError(2, `--url must be an address, not ${options.url}`);
      const runForeign = await goldenFilesFor(options);
      if (options.key !== undefined)
        return compareForeign(url, options.key, { ...options, ...runForeign }, write, fail);
      checkFailed(await compareOurs(url, options, runForeign, write));
    });
}

function checkFailed(failed: number): void {
  if (failed > 0)
    throw new CommandError(1, `${failed} ${failed === 1 ? "exchange differs" : "exchanges differ"}`);
}

async function goldenFilesFor({ extend, only }: ConformOptions): Promise<GoldenSelection> {
  const extension = await commandExtension(extend);
  const examples = extension ? exampleFiles(extension) : [];
  const files = [...readGoldenFiles(), ...examples].filter(
    ({ operation }) => only === undefined || operation === only,
  );
  if (files.length === 0) throw new CommandError(2, `there is no golden exchange of ${only}`);
  return { files, contract: extension?.contract ?? shopContract };
}

async function compareOurs(
  url: string,
  options: ConformOptions,
  { files }: GoldenSelection,
  write: (text: string) => void,
): Promise<number> {
  if (options.write || options.writeOrders) throw new CommandError(2, "--write needs --key");
  const token = options.token ?? process.env.STORE_API_TOKEN;
  try {
    const report = await conformance({ url, username: options.user, token }, files);
    write(escapeLines(conformanceTable(report)));
    return report.differences.length;
  } catch (error) {
    if (!(error instanceof ControlError)) throw unforeseen(error, url);
    const hint = (await controlOf(url, token)) ? "" : "; without its test control, give --user and --key";
    throw new CommandError(3, `the server at ${url} cannot be used: ${error.message}${hint}`);
  }
}

async function compareForeign(
  url: string,
  key: string,
  { user, door, write: writes, writeOrders, files, contract }: ConformOptions & GoldenSelection,
  write: (text: string) => void,
  fail: (text: string) => void,
): Promise<void> {
  if (!isCallDoor(door))
    throw new CommandError(2, `--door must be xmlrpc, soap, soap_v2 or jsonrpc, not ${door}`);
  const progress = new Progress(true);
  let done = 0;
  const target = { door, url, contract };
  const isDocument = door === "soap_v2" && (await isDocumentStyle(target));
  const work = new ForeignConformance({
    ...{ target: { ...target, isDocument }, username: user, key, rules: shippedGoldenRules() },
    writes: writes === true || writeOrders === true,
    writesOrders: writeOrders === true,
    onFile: () => {
      done += 1;
      progress.show(() => `${countText(done)} of ${countText(files.length)} golden files`);
    },
  });
  const release = onSignals((signal, isSecond) => {
    progress.end();
    if (!isSecond) {
      fail("store-api: removing the created objects … (a second Ctrl+C stops at once)\n");
      work.stop();
      return;
    }
    const left = work.unremoved();
    const names = escapeText(left.join(", "));
    fail(`store-api: ${left.length === 0 ? "nothing was left behind" : `not removed: ${names}`}\n`);
    process.kill(process.pid, signal);
  });
  try {
    await judged(work, files, write, progress);
  } catch (error) {
    if (error instanceof ForeignServerError)
      throw new CommandError(3, `the server at ${url} cannot be used: ${error.message}`);
    throw unforeseen(error, url);
  } finally {
    progress.end();
    release();
  }
}

/** Handles the first and the second signal; after the second, signals have their default effect again. */
function onSignals(tell: (signal: NodeJS.Signals, isSecond: boolean) => void): () => void {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  let isSecond = false;
  const release = () => {
    for (const signal of signals) process.off(signal, heard);
  };
  const heard = (signal: NodeJS.Signals) => {
    if (isSecond) release();
    tell(signal, isSecond);
    isSecond = true;
  };
  for (const signal of signals) process.on(signal, heard);
  return release;
}

async function judged(
  work: ForeignConformance,
  files: readonly GoldenFile[],
  write: (text: string) => void,
  progress: Progress,
): Promise<void> {
  const report = await work.run(files);
  progress.end();
  write(escapeLines(foreignTable(report)));
  if (report.isStopped) throw new CommandError(1, "stopped before the end");
  checkFailed(report.failures.length);
  if (report.rows.every(({ passed, decided }) => passed + decided === 0))
    throw new CommandError(1, "nothing was compared: no golden file could be judged");
}
