/** `calls` lists or follows the journal, `verify` checks that it contains a call. */
import type { Command } from "commander";
import { escapeJsonLines, escapeText } from "../engine/log/escape.js";
import { CommandError, refusalText, type Connection } from "./connection.js";
import { json, wholeNumber } from "./option-values.js";
import { print, printRows, type Output } from "./output.js";
import { curlOf } from "../testing/journal/as-curl.js";
import { exchangeOf, lineOf } from "./shown-exchange.js";
import { changeText, waitingText } from "../testing/journal/line-texts.js";
import type {
  RecordedCall,
  RecordedChange,
  WaitingCall,
} from "../../generated/clients/typescript/control.js";
import type { CommandTools } from "./command-tools.js";

interface CallsOptions {
  readonly follow?: true;
  readonly operation?: string;
  readonly fault?: string;
  readonly door?: string;
  readonly caller?: string;
  readonly outcome?: string;
  readonly match?: string;
  readonly limit?: number;
  readonly clear?: true;
  readonly full?: true;
  readonly curl?: true;
  readonly changes?: true;
}

const columns = [
  "number",
  "time",
  "door",
  "operation",
  "caller",
  "status",
  "outcome",
  "fault",
  "duration_ms",
];

export function addCallsCommand({ command, use }: CommandTools, fail: (text: string) => void): void {
  command("calls", "List the latest calls, newest first, or follow them.", [
    "calls --limit 20",
    "calls --full --limit 1",
    "calls --curl --limit 1 --operation catalog_product.update",
    "calls --changes --limit 1",
    "calls --door soap_v2",
    "calls --follow --operation catalog_product.info",
    "calls --fault session_expired --json",
    "calls --clear",
  ])
    .option("--follow", "print calls when they end, until Ctrl+C; exit code 3 if the server goes away")
    .option("--operation <name>", "only calls of this operation, or of a namespace: catalog_product.*")
    .option("--fault <name>", "only calls that failed with this fault; REST and the control by status")
    .option("--door <door>", "only calls by jsonrpc, plain, rest, xmlrpc, soap, soap_v2, control or console")
    .option("--caller <user>", "only calls of this API user")
    .option("--outcome <outcome>", "only calls that ended so: result, fault, dropped, given_up, …")
    .option(
      "--match <json>",
      "only calls with these parameters; values may be conditions, see docs/testing.md",
    )
    .option("--limit <n>", "maximum number of calls", wholeNumber("--limit"))
    .option("--full", "show the whole HTTP request and answer")
    .option("--curl", "print each call as a curl command that repeats it")
    .option("--changes", "print below each call what it has changed")
    .option("--clear", "empty the journal")
    .action(async (options: CallsOptions, self: Command) => {
      const { server, output } = use(self);
      const { follow, clear, full, curl, changes, limit, operation, fault, door, caller, outcome, match } =
        options;
      const given = Object.entries({ operation, fault, door, caller, outcome, match }).filter(
        ([, value]) => value,
      );
      const query = new URLSearchParams(given as [string, string][]);
      if (clear) return void (await server.control("DELETE", "/calls"));
      const plainText = curl
        ? (call: RecordedCall) => curlOf(call, server.url)
        : full
          ? exchangeOf
          : undefined;
      const text = changes
        ? async (call: RecordedCall) =>
            `${plainText?.(call) ?? `#${call.number}  ${lineOf(call)}`}${await changesOf(server, call)}`
        : plainText;
      if (follow) {
        fail("Following the calls; stop with Ctrl+C.\n");
        return followCalls(server, query, output, text ?? lineOf);
      }
      if (limit !== undefined) query.set("limit", String(limit));
      const calls = (await server.control("GET", `/calls?${query.toString()}`)) as RecordedCall[];
      if (text && !output.json) {
        for (const call of calls) await output.write(await text(call));
        if (calls.length === 0) output.write("No calls.\n");
        return;
      }
      await printRows(output, calls, columns, "No calls.");
      if (output.json) return;
      for (const call of calls) await output.write(problemOf(call));
      for (const one of (await server.control("GET", "/calls/waiting")) as WaitingCall[])
        await output.write(`${waitingText(one)}\n`);
    });
}

/** What a call has changed, one member a line. */
async function changesOf(server: Connection, { number, operation }: RecordedCall): Promise<string> {
  if (operation === null) return "";
  const response = await server.send(`/control/calls/${number}/changes`);
  const text = await response.text();
  if (response.status === 410) return "    the changes are no longer kept\n";
  if (!response.ok) throw new CommandError(1, refusalText(response.status, text));
  const changes = JSON.parse(text) as RecordedChange[];
  return changes.map((change) => `    ${escapeText(changeText(change))}\n`).join("");
}

/** Says why a request reached no operation, which similar one there is, which access node the caller lacks, or what was ignored. */
function problemOf({ number, operation, problem, ignored }: RecordedCall): string {
  if (operation === null) return `#${number} reached no operation: ${escapeText(problem ?? "")}\n`;
  const texts = [...(problem === null ? [] : [problem]), ...ignored.map((text) => `ignored: ${text}`)];
  return texts.map((text) => `#${number} ${escapeText(text)}\n`).join("");
}

async function followCalls(
  server: Connection,
  query: URLSearchParams,
  output: Output,
  text: (call: RecordedCall) => string | Promise<string>,
): Promise<void> {
  const response = await server.send(`/control/calls/stream?${query.toString()}`);
  if (!response.ok || !response.body)
    throw new CommandError(1, refusalText(response.status, await response.text()));
  try {
    for await (const call of eventsOf(response.body))
      await output.write(
        output.json ? escapeJsonLines(`${call}\n`) : await text(JSON.parse(call) as RecordedCall),
      );
  } catch (error) {
    if (!isBroken(error)) throw error;
  }
  throw new CommandError(3, `${server.url} is gone; run the command again when it is back`);
}

/** Whether this is the error of fetch for a connection that ends in the middle of an answer. */
function isBroken(error: unknown): boolean {
  return error instanceof TypeError && (error.message === "terminated" || error.cause !== undefined);
}

interface VerifyOptions {
  readonly times?: number;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly fault?: string;
  readonly caller?: string;
  readonly outcome?: string;
  readonly only?: true;
}

export function addVerify({ command, use }: CommandTools): void {
  command("verify", "Check that calls were made; otherwise print the most similar calls, and exit with 1.", [
    "verify catalog_product.update '{\"productId\":1}'",
    "verify sales_order_invoice.create --times 1",
    "verify catalog_product.delete --times 0",
    'verify catalog_product.update \'{"productData":{"name":{"startsWith":"Cup"}}}\'',
    "verify catalog_product.info --fault product_not_exists --at-least 2",
  ])
    .argument("<operation>", "an operation, a built-in method, or an operation of REST or the control")
    .argument(
      "[match]",
      "JSON: arguments by name that a call must have; objects may have further members",
      json("match"),
    )
    .option("--times <n>", "the exact number of calls; default: at least one", wholeNumber("--times"))
    .option("--at-least <n>", "the minimum number of calls", wholeNumber("--at-least"))
    .option("--at-most <n>", "the maximum number of calls", wholeNumber("--at-most"))
    .option("--fault <name>", "only calls that failed with this fault")
    .option("--caller <user>", "only calls of this API user")
    .option("--outcome <outcome>", "only calls that ended so; given_up: their clients gave up during a delay")
    .option("--only", "no other call was made, except logins")
    .action(async (operation: string, match: unknown, options: VerifyOptions, self: Command) => {
      const { server, output } = use(self);
      const { times, atLeast: at_least, atMost: at_most, fault, caller, outcome, only } = options;
      const expected = { operation, match, times, at_least, at_most, fault, caller, outcome, only };
      await server.control("POST", "/calls/verify", expected);
      print(output, { verified: operation }, `${operation} was called as expected.`);
    });
}

/** Yields the data of server-sent events. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) yield data;
    }
  }
}
