/** clock and fault: what a test needs to be different. */
import type { Command } from "commander";
import { CommandError } from "./connection.js";
import { print, printRows } from "./output.js";
import type { CommandTools } from "./tools.js";
import { jsonOf } from "./dataset-files.js";

export function addTestCommands(tools: CommandTools): void {
  addClock(tools);
  addFault(tools);
}

function addClock({ command, use }: CommandTools): void {
  command("clock", "Read, freeze, move or release the clock of the shop.", [
    "clock",
    'clock "2026-12-24 18:00:00"',
    "clock +3600",
    "clock real",
  ])
    .argument("[time]", "YYYY-MM-DD HH:MM:SS (UTC), +seconds, or real")
    .action(async (time: string | undefined, _options: object, self: Command) => {
      const { server, output } = use(self);
      if (time === "real") await server.control("DELETE", "/clock");
      else if (time !== undefined) {
        const seconds = /^\+(\d+)$/.exec(time)?.[1];
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
  command("fault", "Make the next calls of an operation fail; list or clear such rules.", [
    "fault catalog_product.info product_not_exists",
    "fault catalog_product.info product_not_exists --times 0 --match '{\"productId\":1}'",
    "fault '*' --delay 2000",
    "fault list",
    "fault clear",
  ])
    .argument("<operation>", "an operation, login, multiCall, a REST operation, *; or list, clear")
    .argument("[fault]", "the name of the fault; without it, use --delay, --status or --drop")
    .option("--times <n>", "for this number of calls; 0 = until cleared")
    .option("--match <json>", "only calls with these parameters")
    .option("--message <text>", "the message of the error")
    .option("--delay <milliseconds>", "delay the answer")
    .option("--status <status>", "answer with this HTTP status")
    .option("--drop", "close the connection without an answer")
    .action(async (operation: string, fault: string | undefined, options: FaultOptions, self: Command) => {
      const { server, output } = use(self);
      const columns = ["id", "operation", "fault", "times", "delay_ms", "match", "http", "drop"];
      if (operation === "list") {
        const rules = (await server.control("GET", "/faults")) as object[];
        return printRows(output, rules, columns, "Nothing is forced.");
      }
      if (operation === "clear") {
        await server.control("DELETE", "/faults");
        return print(output, { cleared: true }, "Nothing is forced any more.");
      }
      const answers = [fault, options.delay, options.status, options.drop];
      if (answers.every((answer) => answer === undefined))
        throw new CommandError(2, "name a fault, or give --delay, --status or --drop");
      const rule = (await server.control("POST", "/faults", {
        operation,
        ...(fault === undefined ? {} : { fault }),
        ...(options.message === undefined ? {} : { message: options.message }),
        ...(options.times === undefined ? {} : { times: numberOf(options.times, "--times") }),
        ...(options.match === undefined ? {} : { match: jsonOf(options.match, "--match") }),
        ...(options.delay === undefined ? {} : { delay_ms: numberOf(options.delay, "--delay") }),
        ...(options.status === undefined ? {} : { http: { status: numberOf(options.status, "--status") } }),
        ...(options.drop ? { drop: true } : {}),
      })) as { id: number };
      print(output, rule, `Rule ${rule.id} is set.`);
    });
}

interface FaultOptions {
  readonly times?: string;
  readonly match?: string;
  readonly message?: string;
  readonly delay?: string;
  readonly status?: string;
  readonly drop?: true;
}

function numberOf(text: string, name: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new CommandError(2, `${name} must be a whole number, not ${text}`);
}
