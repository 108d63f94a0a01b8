/** `clock` and `fault`. */
import type { Command } from "commander";
import { CommandError } from "./connection.js";
import { print, printRows } from "./output.js";
import type { FaultRequest } from "../../generated/clients/typescript/control.js";
import type { CommandTools } from "./command-tools.js";
import { decimal, json, wholeNumber } from "./option-values.js";

export function addTestCommands(tools: CommandTools): void {
  addClock(tools);
  addFault(tools);
}

function addClock({ command, use }: CommandTools): void {
  command("clock", "Read, freeze, move or release the clock of the shop.", [
    "clock",
    'clock "2026-12-24 18:00:00"',
    "clock 2026-12-24T18:00:00+01:00",
    "clock +3600",
    "clock real",
  ])
    .argument("[time]", "YYYY-MM-DD HH:MM:SS (UTC), ISO 8601 with a zone, +seconds, or real")
    .action(async (time: string | undefined, _options: object, self: Command) => {
      const { server, output } = use(self);
      if (time === "real") await server.control("DELETE", "/clock");
      else if (time !== undefined) {
        const seconds = /^\+(\d+)$/.exec(time)?.[1];
        if (seconds === undefined && !/^\d{4}-/.test(time))
          throw new CommandError(
            2,
            `the time must be YYYY-MM-DD HH:MM:SS (UTC), ISO 8601 with a zone, +seconds or real, not ${time}`,
          );
        await server.control(
          "PUT",
          "/clock",
          seconds === undefined ? { now: time } : { advance_seconds: Number(seconds) },
        );
      }
      const clock = (await server.control("GET", "/clock")) as { now: string; frozen: boolean };
      print(output, clock, `${clock.now} UTC${clock.frozen ? ", frozen" : ""}`);
    });
}

function addFault({ command, use }: CommandTools): void {
  command("fault", "Make the next calls of an operation fail; list, delete or clear such rules.", [
    "fault catalog_product.info product_not_exists",
    "fault catalog_product.info product_not_exists --times 0 --match '{\"productId\":1}'",
    "fault catalog_category.level --result '[]'",
    "fault sales_order_invoice.create --after --drop",
    "fault catalog_product.list --nth 3 --status 502 --body html",
    "fault '*' --times 0 --probability 0.1 --seed 42 --status 200 --body truncated",
    "fault giftcard.info --undeclared --result '{\"balance\":20}'",
    "fault 'catalog_product.*' --times 0 --delay 100-900",
    "fault catalog_product.list --status 429 --header 'X-Limit: 0' --text 'slow down'",
    "fault list",
    "fault list --unused",
    "fault delete 3",
    "fault clear",
  ])
    .argument(
      "<operation>",
      "an operation, a namespace (catalog_product.*), login, multiCall, a REST operation, *; or list, delete, clear",
    )
    .argument(
      "[fault]",
      "the name of the fault; without it, use --result, --delay, --status or --drop; for delete, the ID of a rule",
    )
    .option("--times <n>", "for this number of calls; 0 = until cleared", wholeNumber("--times"))
    .option("--match <json>", "only calls with these parameters", json("--match"))
    .option("--nth <n>", "only the n-th matching call", wholeNumber("--nth"))
    .option(
      "--probability <0 to 1>",
      "apply the rule to a random part of the matching calls",
      decimal("--probability"),
    )
    .option(
      "--seed <n>",
      "the seed for --probability: the same seed chooses the same calls",
      wholeNumber("--seed"),
    )
    .option("--after", "execute the call first; then drop, replace or delay its response")
    .option("--message <text>", "the message of the error")
    .option(
      "--delay <milliseconds>",
      "delay the response: 500, or at random 100-900, or 100-900:7 with the seed 7",
      delayOf,
    )
    .option("--result <json>", "return this result", json("--result"))
    .option("--status <status>", "return this HTTP status", wholeNumber("--status"))
    .option(
      "--retry-after <seconds>",
      "with --status: add this Retry-After header",
      wholeNumber("--retry-after"),
    )
    .option(
      "--body <truncated or html>",
      "with --status: send half of an answer, or the error page of a proxy",
    )
    .option("--header <header...>", "with --status: add these headers, such as 'Content-Type: text/plain'")
    .option("--text <body>", "with --status: send this body")
    .option(
      "--chunk <milliseconds>",
      "with --text: send the body in pieces with such pauses",
      wholeNumber("--chunk"),
    )
    .option("--reset", "reset the connection: at once, or with --status after half of the body")
    .option("--unused", "for list: only rules that no call has used")
    .option("--drop", "close the connection without a response")
    .option("--undeclared", "stub an operation that the contracts do not have")
    .option("--code <n>", "the code of an undeclared fault; needs --message", decimal("--code"))
    .action(async (operation: string, fault: string | undefined, options: FaultOptions, self: Command) => {
      const { server, output } = use(self);
      const columns = [
        "id",
        "operation",
        "fault",
        "times",
        "hits",
        "when",
        ...["delay_ms", "nth", "probability", "session", "match", "result", "http", "body", "drop"],
      ];
      if (operation === "list") {
        const rules = (await server.control(
          "GET",
          `/faults${options.unused ? "?unused=true" : ""}`,
        )) as Record<string, unknown>[];
        // Columns that no rule uses are omitted.
        const used = columns.filter(
          (name, at) => at < 5 || rules.some((rule) => name in rule && rule[name] !== 0),
        );
        const none = options.unused ? "Every rule was used, or there are none." : "There are no rules.";
        return printRows(output, rules, used, none);
      }
      if (operation === "clear") {
        await server.control("DELETE", "/faults");
        return print(output, { cleared: true }, "All rules were removed.");
      }
      if (operation === "delete") {
        const id = wholeNumber("the ID of the rule to delete")(fault ?? "");
        await server.control("DELETE", `/faults/${id}`);
        return print(output, { deleted: id }, `Rule ${id} was deleted.`);
      }
      const { delay, status, drop, reset, result, code } = options;
      if ([fault, delay, status, drop, reset, result, code].every((answer) => answer === undefined))
        throw new CommandError(2, "name a fault, or give --result, --delay, --status, --drop or --reset");
      const rule = (await server.control("POST", "/faults", ruleOf(operation, fault, options))) as {
        id: number;
      };
      print(output, rule, `Rule ${rule.id} was set.`);
    });
}

/** The options that are members of the rule. */
const ruleMembers = [
  ...(["times", "match", "nth", "probability", "seed"] as const),
  ...(["result", "body", "drop", "undeclared"] as const),
];

interface FaultOptions extends Pick<FaultRequest, (typeof ruleMembers)[number] | "message"> {
  readonly after?: true;
  readonly delay?: FaultRequest["delay_ms"];
  readonly status?: number;
  readonly retryAfter?: number;
  readonly header?: readonly string[];
  readonly text?: string;
  readonly chunk?: number;
  readonly reset?: true;
  readonly unused?: true;
  readonly code?: number;
}

/** The body of the request; JSON omits undefined members. */
function ruleOf(operation: string, fault: string | undefined, options: FaultOptions): object {
  const { message, code, after, delay } = options;
  return {
    operation,
    ...Object.fromEntries(ruleMembers.map((name) => [name, options[name]])),
    ...(code === undefined ? { fault, message } : { fault: { code, message, name: fault } }),
    delay_ms: delay,
    when: after ? "after" : undefined,
    http: httpOf(options),
  };
}

/** `500`, `100-900` or `100-900:7`, in which 7 is the seed. */
function delayOf(text: string): number | object {
  if (/^\d+$/.test(text)) return Number(text);
  const range = /^(\d+)-(\d+)(?::(-?\d+))?$/.exec(text);
  if (!range)
    throw new CommandError(
      2,
      `--delay must be milliseconds (500), a range (100-900) or a range with a seed (100-900:7), not ${text}`,
    );
  const [, min, max, seed] = range;
  return { min: Number(min), max: Number(max), ...(seed === undefined ? {} : { seed: Number(seed) }) };
}

/** The answer by HTTP alone; JSON omits undefined members. */
function httpOf({ status, retryAfter, header = [], text, chunk, reset }: FaultOptions): object | undefined {
  const own = { "--retry-after": retryAfter, "--header": header[0], "--text": text, "--chunk": chunk };
  const [surplus] = Object.entries(own).find(([, value]) => value !== undefined) ?? [];
  if (status === undefined && surplus !== undefined)
    throw new CommandError(2, `${surplus} can only be used with --status`);
  if (status === undefined && !reset) return undefined;
  const headers = header.length === 0 ? undefined : Object.fromEntries(header.map(headerOf));
  return { status, retry_after: retryAfter, headers, body: text, chunk_ms: chunk, reset };
}

function headerOf(text: string): [string, string] {
  const [, name, value] = /^([^:]+):\s*(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new CommandError(2, `--header must be name: value, not ${text}`);
  return [name, value];
}
