/** `coverage`: what the calls of a test run used. */
import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import type { CoverageReport } from "../testing/coverage/coverage.js";
import type { CommandTools } from "./command-tools.js";
import { CommandError, refusalText } from "./connection.js";
import { wholeNumber } from "./option-values.js";
import { print } from "./output.js";

interface CoverageOptions {
  readonly min?: number;
  readonly operation?: string;
  readonly junit?: string;
  readonly clear?: true;
}

export function addCoverage({ command, use }: CommandTools): void {
  command(
    "coverage",
    "Show which operations, faults and parameters the calls used, and which they did not use.",
    [
      "coverage",
      "coverage --min 80 --operation 'catalog_product.*'",
      "coverage --junit coverage.xml",
      "coverage --clear",
    ],
  )
    .option("--min <percent>", "end with 1 if fewer of the operations were called", wholeNumber("--min"))
    .option("--operation <name>", "only this operation, or those of a namespace: catalog_product.*")
    .option(
      "--junit <file>",
      "also write a JUnit file with a test for each operation and fault; unused ones are skipped",
    )
    .option("--clear", "clear the counters")
    .action(async ({ min: least = 0, operation, junit, clear }: CoverageOptions, self: Command) => {
      const { server, output } = use(self);
      if (clear) return void (await server.control("DELETE", "/coverage"));
      if (least > 100) throw new CommandError(2, `--min must be at most 100, not ${least}`);
      const read = async (format: string) => {
        const query = new URLSearchParams({ format, ...(operation === undefined ? {} : { operation }) });
        const response = await server.send(`/control/coverage?${query.toString()}`);
        const text = await response.text();
        if (!response.ok) throw new CommandError(1, refusalText(response.status, text));
        return text;
      };
      const report = JSON.parse(await read("json")) as CoverageReport;
      if (junit !== undefined) await writeFile(junit, await read("junit"));
      print(output, report, output.json ? undefined : (await read("text")).trimEnd());
      const { percent } = report.operations;
      if (percent < least)
        throw new CommandError(
          1,
          `${percent} % of the operations were called, fewer than the ${least} % of --min`,
        );
    });
}
