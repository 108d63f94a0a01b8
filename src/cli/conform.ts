/** conform: does a server answer as the golden exchanges say? */
import type { Command } from "commander";
import { ControlError } from "../../generated/clients/typescript/control.js";
import { conformance, tableOf, type ConformanceReport } from "../testing/conformance/conform.js";
import { CommandError } from "./connection.js";

interface ConformOptions {
  readonly url: string;
  readonly user: string;
  readonly token?: string;
  readonly only?: string;
}

export function addConform(program: Command, write: (text: string) => void): void {
  program
    .command("conform")
    .description(
      "Replay the golden exchanges against a server and compare every answer. Its data are reset before each of them and at the end.",
    )
    .requiredOption(
      "--url <address>",
      "the server; its test control must be reachable, and its data is deleted",
    )
    .option("--token <token>", "its control token; default STORE_API_TOKEN")
    .option("--user <name>", "an API user with all rights", "admin")
    .option("--only <operation>", "only the exchanges of this operation")
    .addHelpText(
      "after",
      `
Exit codes: 0 all answers match, 1 some differ, 2 wrong usage, 3 the server cannot be used.

Examples:
  store-api conform --url http://127.0.0.1:8080
  store-api conform --url http://127.0.0.1:8080 --only sales_order.hold
`,
    )
    .action(async (options: ConformOptions) => {
      const report = await compare(options);
      if (report.rows.length === 0)
        throw new CommandError(2, `there is no golden exchange of ${options.only}`);
      write(tableOf(report));
      const { length } = report.differences;
      if (length > 0)
        throw new CommandError(1, `${length} ${length === 1 ? "exchange differs" : "exchanges differ"}`);
    });
}

async function compare({ url, user, only, ...options }: ConformOptions): Promise<ConformanceReport> {
  if (!URL.canParse(url)) throw new CommandError(2, `--url must be an address, not ${url}`);
  const token = options.token ?? process.env.STORE_API_TOKEN;
  try {
    return await conformance({ url: url.replace(/\/+$/, ""), username: user, token }, only);
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    throw new CommandError(3, `the server at ${url} cannot be used: ${error.message}`);
  }
}
