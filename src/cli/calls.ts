/** calls: the journal, once or as it goes on. */
import type { Command } from "commander";
import { escapeJsonLines, escapeText } from "../engine/log/escape.js";
import { CommandError } from "./connection.js";
import { printRows } from "./output.js";
import type { CommandTools } from "./tools.js";

interface CallsOptions {
  readonly follow?: true;
  readonly operation?: string;
  readonly fault?: string;
  readonly limit?: string;
  readonly clear?: true;
}

interface Recorded {
  readonly number: number;
  readonly time: string;
  readonly door: string;
  readonly operation: string;
  readonly caller: string;
  readonly fault: string | null;
  readonly forced: boolean;
  readonly duration_ms: number;
}

const columns = ["number", "time", "door", "operation", "caller", "fault", "forced", "duration_ms"];

export function addCalls({ command, use }: CommandTools, fail: (text: string) => void): void {
  command("calls", "List the latest calls, newest first, or follow them.", [
    "calls --limit 20",
    "calls --follow --operation catalog_product.info",
    "calls --fault session_expired --json",
    "calls --clear",
  ])
    .option("--follow", "print calls when they end, until Ctrl+C")
    .option("--operation <name>", "only calls of this operation")
    .option("--fault <name>", "only calls that failed with this fault")
    .option("--limit <n>", "maximum number of calls")
    .option("--clear", "empty the journal")
    .action(async ({ follow, clear, ...filters }: CallsOptions, self: Command) => {
      const { server, output } = use(self);
      const { operation, fault, limit } = filters;
      const query = new URLSearchParams({
        ...(operation && { operation }),
        ...(fault && { fault }),
        ...(limit && { limit }),
      });
      if (clear) {
        await server.control("DELETE", "/calls");
        return;
      }
      if (!follow)
        return printRows(
          output,
          (await server.control("GET", `/calls?${query.toString()}`)) as object[],
          columns,
          "No calls.",
        );
      query.delete("limit");
      const response = await server.send(`/control/calls/stream?${query.toString()}`);
      if (!response.ok || !response.body)
        throw new CommandError(1, `HTTP ${response.status} ${await response.text()}`);
      fail("Following the calls; Ctrl+C ends it.\n");
      for await (const call of eventsOf(response.body))
        output.write(output.json ? escapeJsonLines(`${call}\n`) : lineOf(JSON.parse(call) as Recorded));
    });
}

/** The data of server-sent events. */
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

function lineOf({ time, door, operation, caller, fault, forced, duration_ms }: Recorded): string {
  const outcome = `${fault ?? "ok"}${forced ? " (forced)" : ""}`;
  return `${time}  ${door.padEnd(7)}  ${operation}  ${outcome}  ${duration_ms} ms  ${escapeText(caller) || "-"}\n`;
}
